// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks expressions: one function per construct of section 4 of the language reference. Each takes its
// node and the expected type. It returns a typed expression, or null when a mistake has been reported. All
// operands are checked even when one is wrong.

#include <optional>
#include <string>
#include <vector>

#include "engine/base/rational.h"
#include "engine/language/check/checker.h"

namespace casebook::language {

class ExpressionChecker {
 public:
  explicit ExpressionChecker(Checker& checker) : c(checker) {}
  ExprPtr check(const Node& node, const Expected& expected);

  // check_expression.cpp: conditions, bindings and the rest
  ExprPtr literal(const Node& node, const Expected& expected);
  /// The nearest of everything that may stand where a value is expected.
  std::string nearest_value(const std::string& name) const;
  ExprPtr named_member(const Node& node, const std::string& name, const Expected& expected);
  ExprPtr if_expr(const Node& node, const Expected& expected);
  ExprPtr if_hex(const Node& node, const Expected& expected);
  ExprPtr let_expr(const Node& node, const Expected& expected);
  ExprPtr match_expr(const Node& node, const Expected& expected);
  ExprPtr before(const Node& node, const Expected& expected);
  ExprPtr otherwise(const Node& node);
  ExprPtr unary(const Node& node, const Expected& expected);
  ExprPtr binary(const Node& node, const Expected& expected);

  // check_compare.cpp
  ExprPtr logic(const Node& node, std::string_view op);
  ExprPtr compare(const Node& node, std::string_view op);
  ExprPtr in_range(const Node& node);
  ExprPtr member_of(const Node& node);
  ExprPtr is_empty(const Node& node);
  ExprPtr subset(const Node& node);

  // check_calls.cpp: names and calls of what is declared
  ExprPtr name(const Node& node, const Expected& expected);
  ExprPtr call(const Node& node, const Expected& expected);
  ExprPtr use(Symbol& symbol, const Node& node, const Node* args);
  ExprPtr field_use(Symbol& symbol, const Node& node, const Node* args);
  ExprPtr index(const Node& node);
  ExprPtr legal(const Node& node);

  // check_built_ins.cpp
  ExprPtr built_in(const Node& node, std::string_view name, const Expected& expected);
  Expected piece_named(const Node& node) const;
  ExprPtr place_of_member(const Node& node, bool on_map);
  ExprPtr extreme_of(const Node& node, std::string_view name, const Expected& expected);

  // check_numbers.cpp
  ExprPtr number(const Rational& value, const Node& node, const Expected& expected);
  ExprPtr negated(const Node& node, const Expected& expected);
  ExprPtr sum(const Node& node, ExprPtr left, ExprPtr right, bool minus);
  ExprPtr product(const Node& node, const Expected& expected);
  ExprPtr quotient(const Node& node, const Expected& expected);
  ExprPtr scaled(const Node& node, ExprPtr expr, const Rational& factor);
  /// Inserts a check that faults in front of an operation that cannot take `never`. Null, with an error,
  /// for an expression that can be nothing else.
  ExprPtr without_never(const Node& node, ExprPtr expr, const char* what);
  /// Both in one fine; false (reported) when their measures differ or a fine would be too great.
  bool align(const Node& node, ExprPtr& left, ExprPtr& right);
  /// The count times `factor`, now of `type`.
  ExprPtr rescale(const Node& node, ExprPtr expr, int64_t factor, const Type& type);
  ExprPtr times(const Node& node, ExprPtr expr, int64_t factor) {
    const Type type = expr->type;
    return rescale(node, std::move(expr), factor, type);
  }

  // check_rounding.cpp
  ExprPtr rounded(const Node& node, const Expected& expected);
  ExprPtr as(const Node& node);
  ExprPtr odds(const Node& node, const Expected& expected);

  // check_sets.cpp
  ExprPtr set_operation(const Node& node, std::string_view op, ExprPtr left, ExprPtr right);
  ExprPtr set_literal(const Node& node, const Expected& expected);
  ExprPtr filter(const Node& node);
  ExprPtr image(const Node& node);

  // check_quantifiers.cpp
  ExprPtr quantifier(const Node& node);
  ExprPtr count(const Node& node);
  ExprPtr total(const Node& node, const Expected& expected);
  ExprPtr extreme(const Node& node, const Expected& expected);
  /// At most so many members.
  int64_t most_members(const Expr& domain) const;

  // ---- shared
  /// Whether its type depends on what is expected: literals, `{}`, names of members.
  bool needs_expectation(const Node& node) const;
  /// Two operands, the one that knows its type first, which the other is then expected to have.
  std::pair<ExprPtr, ExprPtr> pair(const Node& left, const Node& right, const Expected& expected);
  /// Two values brought to one type (numbers of one measure to one fine, hex and location, entity and maybe
  /// and set).
  bool unify(const Node& left_node, const Node& right_node, ExprPtr& left, ExprPtr& right);
  /// Branches of `if`, `match`, `min` ...: all checked and brought to one type.
  bool branches(const std::vector<const Node*>& nodes, const Expected& expected, std::vector<ExprPtr>& into);
  /// Brought to one type after each has been checked.
  bool unify_all(const std::vector<const Node*>& nodes, std::vector<ExprPtr>& exprs);
  /// The interval, or null and E0404 when it has outgrown what can be held.
  ExprPtr with_interval(const Node& node, ExprPtr expr, const std::optional<Interval>& interval);
  const SyntaxTree& tree() const { return *c.at.tree; }
  Place place(const Node& node) const { return c.place_of(node); }

  Checker& c;
};

}  // namespace casebook::language
