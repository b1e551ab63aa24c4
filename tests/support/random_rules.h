// SPDX-License-Identifier: Apache-2.0
// Random rules that the front end accepts: definitions, fields, lists, exceptions, effects, actions with
// every sort of parameter, and a game that offers them until something ends it. The rules mean nothing;
// both evaluators must agree on them.
#pragma once

#include <memory>
#include <string>

#include "engine/runtime/scenario.h"

namespace casebook::runtime::tests {

struct RandomRules {
  uint64_t seed = 0;
  int definitions = 8;  // how many of them
  int depth = 3;        // of expressions
  bool large = false;   // a ground on which sets of hexes and of units take two words
};

std::string random_rules(const RandomRules& wish);

/// A case with an invariant over the same declarations, to stand behind them: of a position, of a step, in
/// the procedure `again` or at its end.
std::string random_invariant(const RandomRules& wish, int number, uint64_t seed);

/// An expression over the declarations of random_rules, without free variables.
enum class Sort : uint8_t { condition, number, units, hexes };
std::string random_expression(const RandomRules& wish, Sort sort, uint64_t seed);

/// The text bound to its ground; null, with what is wrong in `why`, when it has errors.
std::shared_ptr<const Scenario> bind_random(const RandomRules& wish, const std::string& text,
                                            std::string* why);

}  // namespace casebook::runtime::tests
