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
#include "verifier/search/reached.h"
#include "verifier/search/shorten.h"

namespace casebook::checks {

namespace {

/// Choices that are tried, for each position that a check may make up: for one witness, and for all of a check.
constexpr int64_t tries_for_one = 16, tries_for_all = 160;
/// Positions that are played to make a game of random players shorter.
constexpr int64_t to_make_shorter = 3'000;

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

  /// The game of random players that met the position, without what has nothing to do with it.
  std::optional<games::PlayedGame> met_in(uint64_t seed) const {
    games::Games games(leader_.another_rules(), {seed});
    const auto whole = games::played(games.record(witness_.game, witness_.step), scenario_);
    const auto there = aim();
    if (!whole || !there) return std::nullopt;
    const int32_t site = there->cell(scenario_->layout.site);
    const auto rules = leader_.another_rules();
    games::Shortening budget;
    budget.usual = budget.most = to_make_shorter;
    auto shorter = games::shorten(
        *rules, *whole,
        [&](const runtime::Position& position) {
          return position.cell(scenario_->layout.site) == site && shows(position);
        },
        budget);
    return shorter ? std::optional(std::move(shorter->game)) : std::nullopt;
  }

  /// The witness with the game before its steps. A side whose rules refuse a step of the game begins where the
  /// game ends.
  /// `steered`: it is not the game that met the position, made shorter.
  std::optional<Witness> with(const games::PlayedGame& game, bool steered) const {
    Witness there = witness_;
    if (steered) there.game = 0, there.step = 0;
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

/// How often it is searched; each time the games that were found before are known.
constexpr int rounds = 3;

struct Work {
  size_t finding = 0;
  ScenarioPtr scenario;
  std::optional<games::PlayedGame> game;
  bool steered = false;  // to the position; else it is the game that met it, made shorter
  uint64_t games = 0;    // that led towards it
  bool shown = false;    // as many positions like it as are looked at
};

}  // namespace

void lead_there(std::vector<Finding>& found, Context& context) {
  const Rulesets rulesets = context.rulesets();
  std::vector<Work> work;
  for (size_t i = 0; i < found.size(); ++i) {
    const std::optional<Witness>& witness = found[i].witness;
    const bool without_game = witness && witness->grade != Grade::none && !witness->sides.empty() &&
                              !witness->sides.front().record.start.empty();
    const bool wants_an_answer = found[i].verdict == Verdict::refuted && found[i].concern != Concern::idle &&
                                 found[i].concern != Concern::information;
    const auto& marks = found[i].marks;
    const bool borrowed = std::find(marks.begin(), marks.end(), Mark::borrowed) != marks.end();
    // That nothing opens a hex before the phase ends, the step of the witness does not show: another position with the
    // same step may be no example.
    const bool says_more = found[i].check == "shut-out";
    if (!without_game || !wants_an_answer || borrowed || says_more) continue;
    const ScenarioPtr scenario = named(rulesets, witness->sides.front().ruleset);
    if (!scenario || scenario->program->game == language::none || !scenario->data) continue;
    work.push_back({i, scenario, {}});
  }
  if (work.empty() || context.settings().positions == 0) return;
  std::vector<std::map<std::string, std::unique_ptr<games::Leader>>> leaders(workers());
  const auto each = [&](const auto& what) {
    in_parallel(
        work.size(),
        [&](size_t at, size_t worker) {
          const ScenarioPtr& scenario = work[at].scenario;
          auto& leader = leaders[worker][scenario->id];
          if (!leader) leader = std::make_unique<games::Leader>(scenario, context.settings().seed);
          what(work[at], *leader, ForWitness(*found[work[at].finding].witness, rulesets, scenario, *leader));
        },
        [&] { return !context.stopped(); });
  };
  // What games of random players met is there already.
  each([&](Work& one, games::Leader&, const ForWitness& of) {
    if (found[one.finding].witness->game > 0) one.game = of.met_in(context.settings().seed);
  });
  // Then from the start, and then also from where the games found so far lead.
  for (int round = 0; round < rounds && !context.stopped(); ++round) {
    const auto left =
        std::count_if(work.begin(), work.end(), [](const Work& one) { return !one.game.has_value(); });
    if (left == 0) break;
    games::LeadSettings settings;
    settings.seed = context.settings().seed + static_cast<uint64_t>(round);
    settings.tries = static_cast<int64_t>(context.settings().positions) *
                     std::min(tries_for_one, tries_for_all / static_cast<int64_t>(left));
    std::map<std::string, std::vector<games::PlayedGame>> known;
    for (const Work& one : work)
      if (one.game) known[one.scenario->id].push_back(*one.game);
    each([&](Work& one, games::Leader& leader, const ForWitness& of) {
      const auto aim = one.game ? std::nullopt : of.aim();
      if (!aim) return;
      games::Led led = leader.lead(
          *aim, [&](const runtime::Position& position) { return of.shows(position); }, settings,
          known[one.scenario->id]);
      one.games += static_cast<uint64_t>(led.games);
      one.shown = one.shown || led.shown >= settings.most_shown;
      one.game = std::move(led.game);
      one.steered = one.game.has_value();
    });
  }
  each([&](Work& one, games::Leader&, const ForWitness& of) {
    Finding& finding = found[one.finding];
    if (auto there = one.game ? of.with(*one.game, one.steered) : std::nullopt) {
      finding.witness = std::move(*there);
      return;
    }
    finding.scope +=
        fmt::format("; of {} that led towards the position none came to it", counted(one.games, "game"));
    // Games came to such positions, and it did not show: it may be of positions that play never has.
    if (finding.kind == kind::unasked && one.shown) finding.concern = Concern::information;
  });
}

}  // namespace casebook::checks
