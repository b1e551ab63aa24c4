// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a roll was for: the tables in which the rules look it up at once. For logs and odds; records say
// what was rolled (chance_text.h).

#include <string>
#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::runtime {

/// One look-up that dice were thrown for.
struct LookUp {
  std::string table;               // its name: `combat_results`
  std::vector<std::string> where;  // the keys that are no dice, with what they are: `column 3`
  std::string result;              // what stands there: `dr`
  std::string label;               // the case of the table
  std::string text;                // `combat_results(4, 3) = dr [chart: combat results]`
  bool operator==(const LookUp&) const = default;
};

/// Each look-up in the first statement after the roll that has one of its dice in a key. Empty where the dice
/// are kept, compared or passed on first, where the look-up is a fault, and for a draw. `before` stands at
/// the roll.
std::vector<LookUp> look_ups(const Scenario& scenario, const Position& before, const ChanceOutcome& outcome);

/// `combat_results(4, 3) = dr [chart: combat results]`: all of them, with commas; empty without.
std::string look_ups_text(const Scenario& scenario, const Position& before, const ChanceOutcome& outcome);

}  // namespace casebook::runtime
