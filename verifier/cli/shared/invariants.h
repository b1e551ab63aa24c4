// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `play` and `replay` print about invariants.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/runtime/claims/invariant_watch.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

/// `invariants: 52 asked, all held`
std::string invariants_text(const runtime::InvariantWatch& watch);
/// C0199 for each invariant that one evaluator finds broken and the other not, at its first place; whether
/// there was one.
bool complain_of_disagreements(const runtime::InvariantWatch& watch, Context& context);
/// {"asked", "brokenGames", "broken": [{"invariant", "case", "game", "step", "games"}]}
nlohmann::ordered_json invariants_json(const runtime::InvariantWatch& watch);

}  // namespace casebook::cli
