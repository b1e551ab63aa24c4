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
#include "engine/runtime/text/choice_text.h"
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

/// Whether a position can show what one side of a witness says, as far as the compiled form sees it at once: the steps
/// are lawful, and so are the choices that it calls lawful, and no others. Confirming takes a hundred times as long.
class FirstLook {
 public:
  FirstLook(const WitnessSide& side, const ScenarioPtr& scenario) {
    Diagnostics diagnostics;
    rules_ = std::make_unique<runtime::CompiledRules>(scenario);
    const runtime::Replay played = runtime::replay(side.record, "witness", rules_->another(), diagnostics);
    if (!played.game || !played.good) return;
    for (const runtime::GameStep& step : played.game->steps()) {
      const bool chance = step.kind != runtime::StepKind::choice;
      // Of which members a set consists depends on the position.
      if (!chance && step.choice.set != 0) return;
      steps_.push_back({chance, step.choice, step.chance});
    }
    known_ = true;
    const runtime::Position& end = played.game->position();
    for (const Assertion& one : side.said) {
      const bool lawful = one.what == Assertion::What::permitted;
      if (!lawful && one.what != Assertion::What::refused) continue;
      diagnostics.sources().add("choice", one.subject);
      const SourceRange where{"choice", {1, 1}, {1, static_cast<int>(one.subject.size()) + 1}};
      const auto named = runtime::parse_choice(*scenario, end, one.subject, where, diagnostics);
      if (!named) continue;
      const std::vector<runtime::Choice> choices = runtime::choices_named(*scenario, end, *named);
      if (choices.size() == 1 && choices.front().set == 0) said_.emplace_back(choices.front(), lawful);
    }
  }

  bool may_show(runtime::Position position) {
    if (!known_) return true;
    for (const games::PlayedStep& step : steps_) {
      if (!lawful_.allow(*rules_, position, step)) return false;
      games::apply(*rules_, position, step);
    }
    return std::all_of(said_.begin(), said_.end(), [&](const auto& one) {
      return lawful_.allow(*rules_, position, {false, one.first, {}}) == one.second;
    });
  }

 private:
  std::unique_ptr<runtime::CompiledRules> rules_;
  bool known_ = false;
  std::vector<games::PlayedStep> steps_;
  std::vector<std::pair<runtime::Choice, bool>> said_;
  games::LawfulSteps lawful_;
};

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
    if (!may_show(position)) return false;
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
      if (!games::take(table, step)) return std::nullopt;
    const runtime::Record led = table.record();
    const runtime::Position& end = table.position();
    for (size_t i = 0; i < there.sides.size(); ++i) {
      WitnessSide& side = there.sides[i];
      const WitnessSide as_it_was = side;
      side.record.start.clear();
      side.record.seed = led.seed;
      side.record.game = led.game;
      // The rolls of the witness itself are not those of the game's seed.
      const bool rolls =
          std::any_of(side.record.steps.begin(), side.record.steps.end(),
                      [](const runtime::RecordStep& step) { return step.kind != runtime::StepKind::choice; });
      side.record.seeded_dice = led.seeded_dice && !rolls;
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

  /// No where some side cannot show it. Rules that differ in an answer have the same states.
  bool may_show(const runtime::Position& position) const {
    if (looks_.empty()) {
      for (const WitnessSide& side : witness_.sides) {
        const ScenarioPtr scenario = named(rulesets_, side.ruleset);
        if (scenario && scenario->layout.words == scenario_->layout.words)
          looks_.push_back(std::make_unique<FirstLook>(side, scenario));
      }
    }
    return std::all_of(looks_.begin(), looks_.end(),
                       [&](const auto& one) { return one->may_show(position); });
  }

  const Witness& witness_;
  const Rulesets& rulesets_;
  ScenarioPtr scenario_;
  const games::Leader& leader_;
  mutable std::vector<std::unique_ptr<FirstLook>> looks_;  // made when first needed
};

/// How often it is searched; each time the games that were found before are known. It is searched more often where games
/// came to positions like a witness that do not show the same.
constexpr int rounds = 3, most_rounds = 6;

struct Work {
  size_t finding = 0;
  ScenarioPtr scenario;
  std::optional<games::PlayedGame> game;
  bool steered = false;  // to the position; else it is the game that met it, made shorter
  uint64_t games = 0;    // that led towards it
  bool shown = false;    // as many positions like it as are looked at
  bool near = false;     // some
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
  bool worth_another = true;
  for (int round = 0; round < most_rounds && !context.stopped(); ++round) {
    const auto left =
        std::count_if(work.begin(), work.end(), [](const Work& one) { return !one.game.has_value(); });
    if (left == 0 || (round >= rounds && !worth_another)) break;
    games::LeadSettings settings;
    settings.seed = context.settings().seed + static_cast<uint64_t>(round);
    settings.also_earlier = round % 2 == 1;
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
      one.near = one.near || led.shown > 0;
      one.game = std::move(led.game);
      one.steered = one.game.has_value();
    });
    worth_another =
        std::any_of(work.begin(), work.end(), [](const Work& one) { return one.near && !one.game; });
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
