// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far a position is from one where a condition holds: the branch distance of search-based testing (B.
// Korel, "Automated software test data generation", 1990; P. McMinn, "Search-based software test data
// generation: a survey", 2004) over expressions of the rules.
//
//   0               exactly when the condition holds
//   and             the sum; or: the least; not: of the negation; calls and lists: of what they say
//   exists, count   of the members that are nearest to counting; all: the sum over those that do not
//   a = b, a < b    the difference of numbers, the hexes between two places
//   reaching        the fewest hexes and steps in the way that would have to be open
//
// Beside the number it gives hints: what the cells that the unmet parts read would have to be.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/runtime/reference/evaluator.h"
#include "verifier/games/cells.h"

namespace casebook::games {

/// A value that would bring an unmet part nearer; nothing: any other than now.
struct Hint {
  Cell cell;
  std::optional<runtime::SlotValue> value;
};

struct Far {
  double distance = 0;
  std::vector<Hint> hints;  // of the nearest ways; at most a few dozen
  bool corrected = false;   // the walk found 0 where it does not hold, or the reverse: the evaluator is right
};

/// Variables of the condition that have a value.
using Bindings = std::vector<std::pair<Id, runtime::Value>>;

class Distance {
 public:
  /// The expression must outlive it: one of the program, or one of asked_expression with its variables.
  Distance(std::shared_ptr<const Scenario> scenario, const language::Expr& condition, bool wanted = true,
           Bindings bindings = {}, const std::vector<language::Var>& vars = {});
  ~Distance();
  Distance(const Distance&) = delete;
  Distance& operator=(const Distance&) = delete;

  /// A fault on the way counts as far away. The reference evaluator has the last word on 0.
  Far operator()(const Position& position);
  /// By the reference evaluator; a fault is neither.
  bool holds(const Position& position);

 private:
  class Walker;
  std::unique_ptr<Walker> walker_;
};

}  // namespace casebook::games
