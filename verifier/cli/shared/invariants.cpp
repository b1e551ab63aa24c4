// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/invariants.h"
#include "verifier/finding/counted.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/text.h"

namespace casebook::cli {

std::string invariants_text(const runtime::InvariantWatch& watch) {
  if (!watch.has_any()) return "invariants: the rules have none";
  if (watch.broken_games() == 0) return fmt::format("invariants: {} checked, all held", watch.asked());
  return fmt::format("invariants: {} checked, violated in {}", watch.asked(),
                     counted(watch.broken_games(), "game"));
}

bool complain_of_disagreements(const runtime::InvariantWatch& watch, Context& context) {
  std::set<runtime::InvariantId> named;
  for (const runtime::InvariantDisagreement& one : watch.disagreements()) {
    if (!named.insert(one.invariant).second) continue;
    context.terminal.error(
        "C0199", fmt::format("a fault of Casebook itself: the evaluators disagree about the invariant {}: in "
                             "game {} after step {} the compiled form finds a violation, and the "
                             "reference evaluator does not",
                             casebook::quoted(watch.invariant(one.invariant).name), one.game, one.step));
  }
  return !named.empty();
}

nlohmann::ordered_json invariants_json(const runtime::InvariantWatch& watch) {
  nlohmann::ordered_json document{{"asked", watch.asked()},
                                  {"brokenGames", watch.broken_games()},
                                  {"broken", nlohmann::ordered_json::array()}};
  for (const runtime::BrokenInvariant& broken : watch.broken()) {
    const language::Invariant& invariant = watch.invariant(broken.invariant);
    document["broken"].push_back({{"invariant", invariant.name},
                                  {"case", watch.case_of(broken)},
                                  {"game", broken.game},
                                  {"step", broken.step},
                                  {"games", broken.games}});
  }
  return document;
}

}  // namespace casebook::cli
