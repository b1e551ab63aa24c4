// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/come_to.h"

#include <fmt/format.h>

#include <vector>

#include "engine/players/playout.h"
#include "engine/runtime/fired.h"
#include "verifier/checks/in_parallel.h"

namespace casebook::checks {

namespace {

constexpr uint64_t most_decisions = 5'000;  // of one game, as elsewhere

/// By label of the program: whether something of it had a say in that game.
std::vector<bool> had_a_say(const std::shared_ptr<const runtime::Scenario>& scenario, uint64_t seed,
                            uint64_t game) {
  runtime::CountingRules rules(scenario);
  const language::Program& program = *scenario->program;
  const int sides = program.kind_side == language::none ? 1 : scenario->size(program.kind_side);
  players::Players seats;
  for (int side = 0; side < sides; ++side) seats.push_back(players::make_player("random"));
  players::Playouts(rules, seats).play(seed, game, most_decisions);
  std::vector<bool> out;
  for (const uint64_t times : rules.fired()) out.push_back(times > 0);
  return out;
}

}  // namespace

ComeTo come_to(const std::shared_ptr<const runtime::Scenario>& scenario, uint64_t seed, uint64_t games,
               const std::function<bool()>& go_on) {
  ComeTo out;
  const language::Program& program = *scenario->program;
  if (program.game == language::none || games == 0) return out;
  std::vector<std::vector<bool>> said(games);
  in_parallel(
      games, [&](size_t index, size_t) { said[index] = had_a_say(scenario, seed, index + 1); }, go_on);
  out.every = runtime::CountingRules::every;
  for (const language::Case& one : program.cases) out.of[one.label] = 0;
  for (const std::vector<bool>& game : said) {
    if (game.empty()) continue;  // left out when it was stopped
    ++out.games;
    for (size_t label = 0; label < game.size(); ++label)
      if (game[label]) ++out.of[program.cases[label].label];
  }
  return out;
}

std::string come_to_text(const ComeTo& come_to, const std::string& label) {
  const auto found = come_to.of.find(label);
  if (come_to.games == 0 || found == come_to.of.end()) return {};
  return found->second == 0 ? fmt::format("come to in none of {} games", come_to.games)
                            : fmt::format("come to in {} of {} games", found->second, come_to.games);
}

}  // namespace casebook::checks
