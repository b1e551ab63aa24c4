// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/met_in_play.h"

#include "engine/base/streams.h"
#include "engine/runtime/compiled/compiled.h"

namespace casebook::symbolic {

namespace {

constexpr uint64_t games = 12;
constexpr size_t most_steps = 4000;     // of a game
constexpr size_t most_positions = 150;  // looked at of one site

}  // namespace

void drop_what_play_breaks(const std::shared_ptr<const runtime::Scenario>& scenario,
                           const Properties& properties, std::vector<std::vector<bool>>& supposed) {
  runtime::CompiledRules rules(scenario);
  std::vector<size_t> looked_at(supposed.size(), 0);
  std::vector<runtime::Choice> choices;
  std::vector<runtime::ChanceOutcome> outcomes;
  const auto look = [&](const runtime::Position& position) {
    const SiteId site = position.cell(scenario->layout.site) - 1;
    if (site < 0 || looked_at[static_cast<size_t>(site)]++ >= most_positions) return;
    std::vector<bool>& here = supposed[static_cast<size_t>(site)];
    Formula formula;
    PositionFormulas positions(scenario, formula);
    const SymbolicPosition known = positions.known(position);
    for (auto id = static_cast<size_t>(properties.first_supposition());
         id < static_cast<size_t>(properties.first_mined()); ++id)
      if (here[id] && holds(positions, properties.supposition(static_cast<Id>(id)), known) != yes)
        here[id] = false;
  };
  for (uint64_t game = 1; game <= games; ++game) {
    Random dice = chance_stream(1, game), random = player_stream(1, game, 0);
    runtime::Position position = scenario->start;
    rules.begin(position);
    for (size_t step = 0; step < most_steps; ++step) {
      const runtime::NodeKind node = rules.node(position);
      if (node == runtime::NodeKind::over) break;
      look(position);
      if (node == runtime::NodeKind::chance) {
        rules.outcomes(position, outcomes);
        if (outcomes.empty()) break;
        rules.apply(position, outcomes[dice.below(static_cast<uint32_t>(outcomes.size()))]);
        continue;
      }
      rules.choices(position, choices);
      if (choices.empty()) break;
      // The last of them ends a phase in most games: taken often enough, a game comes to its end.
      const auto size = static_cast<uint32_t>(choices.size());
      rules.apply(position, choices[random.below(4) == 0 ? size - 1 : random.below(size)]);
    }
  }
}

}  // namespace casebook::symbolic
