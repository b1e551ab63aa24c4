// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/streams.h"
#include "engine/players/playout.h"
#include "engine/runtime/control.h"
#include "engine/runtime/slot_values.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::none;
using language::Program;

namespace {

constexpr uint64_t most_steps_of_a_game = 200'000;

/// -1 on the map, else the box.
int32_t whereabouts(const Scenario& scenario, int32_t location) {
  return location < scenario.ground.hexes ? -1 : location - scenario.ground.hexes;
}

}  // namespace

Survey::Survey(const Context& context) {
  if (context.scenario()) play(context);
}

std::string Survey::scope() const {
  return fmt::format("{} with {} (seed {})", counted(games, "game"), counted(positions, "position"), seed);
}

void Survey::play(const Context& context) {
  const ScenarioPtr& scenario = context.scenario();
  const Program& program = *scenario->program;
  const auto size = [](const auto& list) { return list.size(); };
  seed = context.settings().seed;
  sites.assign(size(program.sites), 0);
  procedures.assign(size(program.procedures), 0);
  for (const language::Site& site : program.sites) {
    offered.emplace_back(site.alternatives.size(), 0);
    taken.emplace_back(site.alternatives.size(), 0);
  }
  for (size_t kind = 0; kind < program.kinds.size(); ++kind)
    was_on_map.emplace_back(static_cast<size_t>(scenario->size(static_cast<KindId>(kind))), false);
  least.assign(size(program.states), INT32_MAX);
  most.assign(size(program.states), INT32_MIN);
  if (program.game == none) return;

  CompiledRules rules(scenario);
  const int sides = program.kind_side == none ? 1 : scenario->size(program.kind_side);
  std::vector<Choice> choices;
  std::vector<ChanceOutcome> outcomes;
  std::vector<language::KindId> pieces;
  for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
    if (program.kinds[kind].on_map) pieces.push_back(static_cast<KindId>(kind));
  }

  Position before;
  const auto look = [&](const Position& position, const Met& met, bool first) {
    ++positions;
    const Layout& layout = scenario->layout;
    for (size_t i = 0; i < layout.returns.size(); ++i) {
      if (layout.returns[i] != 0 && position.cell(layout.returns[i]) != 0) ++procedures[i];
    }
    for (const language::KindId kind : pieces) {
      const Slot& slot = layout.places[kind];
      for (uint32_t member = 0; member < slot.combinations; ++member) {
        const int32_t at = position.cell(slot.first + member);
        if (at < scenario->ground.hexes) was_on_map[static_cast<size_t>(kind)][member] = true;
        if (first) continue;
        const int32_t was = before.cell(slot.first + member);
        const int32_t from = whereabouts(*scenario, was), to = whereabouts(*scenario, at);
        if (from == to) continue;
        if (from >= 0 && to < 0) entered.try_emplace({kind, member, at}, met);
        auto& change = changes[{kind, from, to}];
        if (change.first++ == 0) change.second = met;
      }
    }
    const SiteId site = position.cell(layout.site) - 1;
    const bool over = rules.node(position) == NodeKind::over;
    for (size_t i = 0; i < program.states.size() && !over; ++i) {
      const language::State& state = program.states[i];
      if (!state.params.empty() || state.procedure != none || state.type.tag != language::TypeTag::number)
        continue;
      const int32_t value = position.cell(layout.states[i].first);
      least[i] = std::min(least[i], value);
      most[i] = std::max(most[i], value);
    }
    if (site >= 0) ++sites[site];
    before = position;
  };

  for (uint64_t game = 1; game <= context.settings().games; ++game) {
    if (context.stopped()) {
      stopped = true;
      break;
    }
    Random dice = chance_stream(seed, game);
    std::vector<Random> seats;
    for (int side = 0; side < sides; ++side)
      seats.push_back(player_stream(seed, game, static_cast<uint64_t>(side)));
    Position position = scenario->start;
    rules.begin(position);
    Met met{game, 0};
    look(position, met, true);
    uint64_t made = 0;
    while (rules.node(position) != NodeKind::over && met.step < most_steps_of_a_game) {
      const SiteId site = position.cell(scenario->layout.site) - 1;
      if (rules.node(position) == NodeKind::choose) {
        if (made == context.settings().decisions) break;
        rules.choices(position, choices);
        if (choices.empty()) break;
        std::set<int16_t> alternatives;
        for (const Choice& one : choices) alternatives.insert(one.alternative);
        for (const int16_t one : alternatives) ++offered[static_cast<size_t>(site)][static_cast<size_t>(one)];
        const int32_t side = rules.player(position);
        Random& seat = seats[static_cast<size_t>(std::clamp(side, 0, sides - 1))];
        const Choice choice = choices[seat.below(static_cast<uint32_t>(choices.size()))];
        ++taken[static_cast<size_t>(site)][static_cast<size_t>(choice.alternative)];
        rules.apply(position, choice);
        ++made;
      } else {
        rules.outcomes(position, outcomes);
        if (outcomes.empty()) break;
        rules.apply(position, outcomes[dice.below(static_cast<uint32_t>(outcomes.size()))]);
      }
      ++met.step;
      look(position, met, false);
    }
    ++games;
    decisions += made;
    longest = std::max(longest, made);
    const Outcome outcome = rules.outcome(position);
    // Who cannot choose has come there all the same.
    if (outcome.kind == OutcomeKind::stuck && outcome.site >= 0) ++sites[outcome.site];
    Ending& ending = endings[outcome_text(*scenario, outcome)];
    if (ending.games++ == 0) {
      ending.first = met;
      ending.outcome = outcome;
    }
  }
}

Record Survey::record(const ScenarioPtr& scenario, const Met& met) const {
  GameSettings settings;
  settings.seed = seed;
  settings.game = met.game;
  Game game(make_compiled_rules(scenario), settings);
  const players::Players seats = players::random_players(*scenario);
  players::seat(seats, game);
  players::play_to_end(game, seats, met.step);
  return cut(game.record(), met.step);
}

}  // namespace casebook::checks
