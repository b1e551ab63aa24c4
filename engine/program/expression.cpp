// SPDX-License-Identifier: Apache-2.0
// Making expressions.
#include "engine/program/expression.h"

namespace casebook::language {

ExprPtr make_expr(Op op, const Type& type, const Place& place) {
  ExprPtr expr(Expr{});
  expr->op = op;
  expr->type = type;
  expr->place = place;
  return expr;
}

ExprPtr make_constant(const Type& type, int64_t value, const Place& place) {
  ExprPtr expr = make_expr(Op::constant, type, place);
  expr->value = value;
  if (type.tag == TypeTag::number) {
    expr->interval = value == never_value ? Interval{1, 0, true} : Interval{value, value, false};
  }
  return expr;
}

ExprPtr make_variable(VarId id, const Var& var, const Place& place) {
  ExprPtr expr = make_expr(Op::variable, var.type, place);
  expr->ref = id;
  expr->interval = var.interval;
  return expr;
}

ExprPtr make_not(ExprPtr expr) {
  if (!expr) return nullptr;
  const Place place = expr->place;
  return make_expr(Op::not_, boolean_type, place, std::move(expr));
}

}  // namespace casebook::language
