// SPDX-License-Identifier: Apache-2.0
// Writing state: `f(x) := E`, `+=`, `-=`, and `place(u) := E`.
#include "engine/language/check/expression_checker.h"
#include "engine/language/lower/lowering.h"

namespace casebook::language {
namespace {

/// What `left` writes to, noted in `stmt`. False (reported) when nobody can write there.
bool take_target(Checker& checker, const Node& node, Expr& left, Stmt& stmt) {
  switch (left.op) {
    case Op::state_between:
      stmt.between = true;
      [[fallthrough]];
    case Op::state:
      stmt.ref = left.ref;
      break;
    case Op::place_of:
      stmt.ref2 = left.ref;
      break;
    default: {
      const std::string text = checker.at.tree->node_text(node);
      Diagnostic& diagnostic = checker.error("E0502", node, "\"" + text + "\" cannot be written");
      diagnostic.expected = "a state, or the place of a unit";
      if (left.op == Op::given || left.op == Op::given_between) {
        diagnostic.notes.push_back(
            {{},
             "a `given` is fixed by map, order of battle and scenario; what changes in play is a `state`"});
      }
      return false;
    }
  }
  stmt.args = std::move(left.args);
  return true;
}

/// The number that stands there after `+=` or `-=`: always in its range, or a fault.
ExprPtr changed_number(Checker& checker, const Node& node, const Node& right, const Expr& left, bool minus) {
  ExprPtr by = checker.check_number(right, Expected(left.type));
  if (!by) return nullptr;
  ExprPtr sum = ExpressionChecker(checker).sum(node, ExprPtr(left), std::move(by), minus);
  return sum ? checker.coerce(std::move(sum), left.type, right) : nullptr;
}

}  // namespace

StmtPtr check_assign(Checker& checker, const Node& node) {
  const SyntaxTree& tree = *checker.at.tree;
  const Node* left_node = tree.expression(node, 0);
  const Node* right_node = tree.expression(node, 1);
  if (left_node == nullptr || right_node == nullptr) return nullptr;
  StmtPtr stmt = make_stmt(checker, StmtOp::assign, node);
  ExprPtr left = checker.check_expression(*left_node);
  if (!left) {
    checker.check_expression(*right_node);
    return nullptr;
  }
  const bool plus = tree.has_word(node, "+="), minus = tree.has_word(node, "-=");
  const Type type = left->type;
  if (!plus && !minus) {
    stmt->value = checker.check_as(*right_node, type);
  } else if (type.tag == TypeTag::number) {
    stmt->value = changed_number(checker, node, *right_node, *left, minus);
  } else if (type.tag == TypeTag::set) {
    stmt->mode = plus ? AssignMode::add : AssignMode::subtract;
    stmt->value = checker.check_as(*right_node, type);
  } else {
    checker
        .error("E0502", *left_node,
               "only numbers and sets take \"+=\" and \"-=\"; this is " + checker.type_text(type))
        .suggestion = ":=";
    return nullptr;
  }
  if (!take_target(checker, *left_node, *left, *stmt)) return nullptr;
  return stmt->value ? std::move(stmt) : nullptr;
}

}  // namespace casebook::language
