// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/invariants.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace casebook::cli {

std::string invariants_text(const runtime::InvariantWatch& watch) {
  if (!watch.has_any()) return "invariants: the rules have none";
  if (watch.broken_games() == 0) return fmt::format("invariants: {} asked, all held", watch.asked());
  return fmt::format("invariants: {} asked, broken in {} game{}", watch.asked(), watch.broken_games(),
                     watch.broken_games() == 1 ? "" : "s");
}

nlohmann::ordered_json invariants_json(const runtime::InvariantWatch& watch) {
  nlohmann::ordered_json document{{"asked", watch.asked()},
                                  {"brokenGames", watch.broken_games()},
                                  {"broken", nlohmann::ordered_json::array()}};
  for (const runtime::BrokenInvariant& broken : watch.broken()) {
    const language::Invariant& invariant = watch.invariant(broken);
    document["broken"].push_back({{"invariant", invariant.name},
                                  {"case", watch.case_of(broken)},
                                  {"game", broken.game},
                                  {"step", broken.step},
                                  {"games", broken.games}});
  }
  return document;
}

}  // namespace casebook::cli
