// SPDX-License-Identifier: Apache-2.0
#pragma once

// Positions set up for a question, where positions made at random seldom show it: pieces on the two sides of a hexside
// that nobody may cross, also some steps on from there, a piece that has had to stop, a piece that has just come to a
// named place, an enemy beside such a piece, a condition that came to hold after the phase began.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/program/edit/rivals.h"
#include "engine/runtime/compiled/compiled.h"
#include "verifier/checks/shared/probe.h"

namespace casebook::checks {

/// Appends to `made` what is set up from the positions in it. What breaks an invariant is left out. `piece`: the
/// single one that the question speaks of; empty: it speaks of none.
/// `rules` plays `scenario`, and serves this thread alone. `sites`: those at which the rule is asked.
void set_up_for(runtime::CompiledRules& rules, const ScenarioPtr& scenario, const language::Rival& rival,
                const std::string& piece, uint64_t seed, Random random, const std::vector<bool>& sites,
                std::vector<Tried>& made, const std::function<bool()>& go_on);

}  // namespace casebook::checks
