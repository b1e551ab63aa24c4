// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a roll was for: the tables in which the text looks up with it at once. For logs alone; records say
// what was rolled (chance_text.h).

#include <string>

#include "engine/runtime/rules.h"

namespace casebook::runtime {

/// `combat_results(4, 3) = dr [chart: combat results]`: each look-up in the first statement after the roll
/// that has one of its dice in a key; several with commas. Empty where the dice are kept, compared or passed
/// on first, where the look-up is a fault, and for a draw. `before` stands at the roll.
std::string look_ups_text(const Scenario& scenario, const Position& before, const ChanceOutcome& outcome);

}  // namespace casebook::runtime
