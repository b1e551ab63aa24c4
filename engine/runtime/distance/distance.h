// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far a position is from one where a condition holds. This is the branch distance of search-based
// testing (B. Korel, "Automated software test data generation", 1990; P. McMinn, "Search-based software
// test data generation: a survey", 2004) over expressions of the rules.
//
//   0               exactly when the condition holds
//   and             the sum of its parts
//   or              the least of its parts
//   not             the distance of the negation
//   calls, lists    the distance of what they contain
//   exists, count   of the members that are nearest to counting
//   all             the sum over the members that fail
//   a = b, a < b    the difference of numbers; the hexes between two places
//   reaching        the fewest hexes and steps that would have to open
//
// Beside the number it gives hints: values for the cells that the unmet parts read.

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/runtime/distance/cells.h"
#include "engine/runtime/distance/interesting_values.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::games {

/// A value that would bring an unmet part nearer; nothing: any other than now.
struct Hint {
  Cell cell;
  std::optional<runtime::Value> value;
};

/// A part of the condition that is not as wanted and that nothing of the position, nor any free variable, has
/// a say in counts as much: from there on no change is known to help.
inline constexpr double out_of_reach = 400;

struct Far {
  double distance = 0;
  std::vector<Hint> hints;  // of the nearest ways; at most a few dozen
  bool corrected = false;   // the walk found 0 where it does not hold, or the reverse: the evaluator is right
};

/// Variables of the conditions that have a value.
using Bindings = std::vector<std::pair<VarId, runtime::Value>>;

/// One thing that is wanted of a position: a Boolean expression that holds or fails; or that a variable has
/// (has not) a value of this domain: a set, a member or none, a range; of a variable that is a set, that
/// every member is one of it (not every one is); of a path, that it begins there.
struct Condition {
  const language::Expr* expr = nullptr;
  bool wanted = true;
  VarId member = language::none;
  /// Of every member of this set (every hex of this path but the first), each in its turn in `bound`. Not
  /// wanted: of one of them it fails.
  VarId each = language::none, bound = language::none;
};

/// A variable whose value may be any that helps, and the variable of the hex where it is, if one is used: the
/// parameters of a definition or an action.
struct Free {
  VarId var = language::none;
  VarId at = language::none;
};

/// All the conditions at once, of some values of the free variables. The expressions must outlive it.
struct Goal {
  std::vector<Condition> conditions;
  std::vector<Free> free;
  /// Parts of the conditions. Where several parts could each make something so by itself, it is to be one of
  /// these that does, and the others are to be as leaves that to it.
  std::set<const language::Expr*> reasons = {};
};

class Distance {
 public:
  /// The expression must outlive it: one of the program, or one of asked_expression with its variables.
  Distance(std::shared_ptr<const Scenario> scenario, const language::Expr& condition, bool wanted = true,
           Bindings bindings = {}, const language::ById<language::Var>& vars = {});
  Distance(std::shared_ptr<const Scenario> scenario, Goal goal,
           const language::ById<language::Var>& vars = {});
  ~Distance();
  Distance(const Distance&) = delete;
  Distance& operator=(const Distance&) = delete;

  /// For evaluators of the same scenario together (memo.h).
  void remember(std::shared_ptr<runtime::FixedValues> fixed);
  /// A fault on the way counts as far away. The reference evaluator has the last word on 0.
  /// Where the conditions so far are farther than `enough`, those after them are not asked.
  Far operator()(const Position& position, double enough = HUGE_VAL);
  /// By the reference evaluator; a fault is neither.
  bool holds(const Position& position);

  /// Of the variables; those of hexes where members are follow from them.
  const Bindings& bindings() const;
  void bind(Bindings bindings);
  bool has_free() const;
  /// Whether each free variable has a value at all. A kind without members has none, and neither has a map
  /// without hexes. If one has none, nothing is bound or evaluated.
  bool has_values() const;
  /// Other values for one of the free variables, or for all: from the set that they have to be in, where that
  /// is known, and else of their types.
  Bindings redrawn(const Position& position, const InterestingValues& worth, Random& random, bool all);

 private:
  class Walker;
  std::unique_ptr<Walker> walker_;
};

}  // namespace casebook::games
