// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/lead_there.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "engine/base/in_parallel.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/kind.h"
#include "verifier/search/lead_to.h"

namespace casebook::checks {

namespace {

/// Choices that are tried, for each position that a check may make up: for one witness, and for all of a check.
constexpr int64_t tries_for_one = 12, tries_for_all = 160;

using Rulesets = std::vector<ScenarioPtr>;

ScenarioPtr named(const Rulesets& rulesets, const std::string& id) {
  const auto found = std::find_if(rulesets.begin(), rulesets.end(),
                                  [&](const ScenarioPtr& one) { return one && one->id == id; });
  return found == rulesets.end() ? nullptr : *found;
}

/// One witness, and the games that may lead to it.
class ForWitness {
 public:
  ForWitness(const Witness& witness, const Rulesets& rulesets, ScenarioPtr scenario,
             const games::Leader& leader)
      : witness_(witness), rulesets_(rulesets), scenario_(std::move(scenario)), leader_(leader) {}

  /// Where the first side begins.
  std::optional<runtime::Position> aim() const {
    return end_of(runtime::cut(witness_.sides.front().record, 0));
  }

  /// Whether the same shows from that position on.
  bool shows(const runtime::Position& position) const {
    Witness there = witness_;
    for (WitnessSide& side : there.sides) side.record.start = start_of(side, position);
    return confirm(there, rulesets_).empty();
  }

  /// The witness with the game before its steps. A side whose rules refuse a step of the game begins where the
  /// game ends.
  std::optional<Witness> with(const games::PlayedGame& game) const {
    Witness there = witness_;
    runtime::Game table(leader_.another_rules());
    for (const games::PlayedStep& step : game.steps)
      if (!(step.chance ? table.take(step.outcome) : table.play(step.choice))) return std::nullopt;
    const runtime::Record led = table.record();
    const runtime::Position& end = table.position();
    for (size_t i = 0; i < there.sides.size(); ++i) {
      WitnessSide& side = there.sides[i];
      const WitnessSide as_it_was = side;
      side.record.start.clear();
      side.record.seed = led.seed;
      side.record.game = led.game;
      side.record.seeded_dice = led.seeded_dice;
      side.record.players = led.players;
      side.record.steps.insert(side.record.steps.begin(), led.steps.begin(), led.steps.end());
      if (i == 0 || leads_to(end, side, led.steps.size())) continue;
      side = as_it_was;
      side.record.start = start_of(side, end);
    }
    there.units = 0;
    describe(there, *scenario_, end, Grade::reachable);

    return there;
  }

 private:
  std::optional<runtime::Position> end_of(const runtime::Record& record) const {
    Diagnostics diagnostics;
    const runtime::Replay played = runtime::replay(record, "witness", leader_.another_rules(), diagnostics);
    if (!played.game || !played.good) return std::nullopt;
    return played.game->position();
  }
  /// Whether so many steps lead to the same position under the rules of that side.
  bool leads_to(const runtime::Position& end, const WitnessSide& side, size_t steps) const {
    const ScenarioPtr scenario = named(rulesets_, side.ruleset);
    if (!scenario || scenario->layout.words != scenario_->layout.words) return false;
    Diagnostics diagnostics;
    const runtime::Replay played = runtime::replay(runtime::cut(side.record, steps), "witness",
                                                   runtime::make_compiled_rules(scenario), diagnostics);
    return played.good && played.game->position() == end;
  }
  /// The position as one of the rules of that side. Rules that differ in an answer have the same states.
  std::string start_of(const WitnessSide& side, const runtime::Position& position) const {
    const ScenarioPtr scenario = named(rulesets_, side.ruleset);
    const bool alike = scenario && scenario->layout.words == scenario_->layout.words;
    return alike ? runtime::position_text(*scenario, position) : std::string();
  }

  const Witness& witness_;
  const Rulesets& rulesets_;
  ScenarioPtr scenario_;
  const games::Leader& leader_;
};

struct Work {
  size_t finding = 0;
  ScenarioPtr scenario;
};

}  // namespace

void lead_there(std::vector<Finding>& found, Context& context) {
  const Rulesets rulesets = context.rulesets();
  std::vector<Work> work;
  for (size_t i = 0; i < found.size(); ++i) {
    const std::optional<Witness>& witness = found[i].witness;
    const bool made_up = witness && (witness->grade == Grade::invariants || witness->grade == Grade::typed) &&
                         !witness->sides.empty() && !witness->sides.front().record.start.empty();
    const bool wants_an_answer = found[i].verdict == Verdict::refuted && found[i].concern != Concern::idle &&
                                 found[i].concern != Concern::information;
    const auto& marks = found[i].marks;
    const bool borrowed = std::find(marks.begin(), marks.end(), Mark::borrowed) != marks.end();
    if (!made_up || !wants_an_answer || borrowed) continue;
    const ScenarioPtr scenario = named(rulesets, witness->sides.front().ruleset);
    if (!scenario || scenario->program->game == language::none || !scenario->data) continue;
    work.push_back({i, scenario});
  }
  if (work.empty()) return;
  const int64_t tries = static_cast<int64_t>(context.settings().positions) *
                        std::min(tries_for_one, tries_for_all / static_cast<int64_t>(work.size()));
  if (tries <= 0) return;
  std::vector<std::map<std::string, std::unique_ptr<games::Leader>>> leaders(workers());
  in_parallel(
      work.size(),
      [&](size_t at, size_t worker) {
        Finding& finding = found[work[at].finding];
        const ScenarioPtr& scenario = work[at].scenario;
        auto& leader = leaders[worker][scenario->id];
        if (!leader) leader = std::make_unique<games::Leader>(scenario, context.settings().seed);
        const ForWitness of(*finding.witness, rulesets, scenario, *leader);
        const auto aim = of.aim();
        if (!aim) return;
        games::LeadSettings settings;
        settings.seed = context.settings().seed;
        settings.tries = tries;
        const games::Led led = leader->lead(
            *aim, [&](const runtime::Position& position) { return of.shows(position); }, settings);
        auto there = led.game ? of.with(*led.game) : std::nullopt;
        if (!there) {
          finding.scope += fmt::format("; of {} that led towards the position none came to it",
                                       counted(static_cast<uint64_t>(led.games), "game"));
          // Games came to such positions, and it did not show: it may be of positions that play never has.
          if (finding.kind == kind::unasked && led.shown >= settings.most_shown)
            finding.concern = Concern::information;
          return;
        }
        finding.witness = std::move(*there);
      },
      [&] { return !context.stopped(); });
}

}  // namespace casebook::checks
