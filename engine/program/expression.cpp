// SPDX-License-Identifier: Apache-2.0
// Making and copying expressions.
#include "engine/program/expression.h"

namespace casebook::language {

ExprPtr make_expr(Op op, const Type& type, const Place& place) {
  auto expr = std::make_unique<Expr>();
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

ExprPtr make_variable(Id id, const Var& var, const Place& place) {
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

namespace {

ExprPtr clone_or_null(const ExprPtr& expr) {
  return expr ? clone(*expr) : nullptr;
}

std::unique_ptr<Binder> clone_binder(const Binder& from) {
  auto to = std::make_unique<Binder>();
  to->var = from.var;
  to->at = from.at;
  to->domain = clone_or_null(from.domain);
  to->on = clone_or_null(from.on);
  to->where = clone_or_null(from.where);
  return to;
}

std::unique_ptr<ListBody> clone_list(const ListBody& from) {
  auto to = std::make_unique<ListBody>();
  to->kind = from.kind;
  to->low = clone_or_null(from.low);
  to->high = clone_or_null(from.high);
  for (const ListEntry& entry : from.entries) {
    ListEntry copy;
    copy.label = entry.label;
    copy.name = entry.name;
    copy.value = clone_or_null(entry.value);
    if (entry.per) copy.per = clone_binder(*entry.per);
    copy.when = clone_or_null(entry.when);
    copy.place = entry.place;
    to->entries.push_back(std::move(copy));
  }
  return to;
}

}  // namespace

ExprPtr clone(const Expr& from) {
  auto to = std::make_unique<Expr>();
  to->op = from.op;
  to->type = from.type;
  to->interval = from.interval;
  to->place = from.place;
  for (const ExprPtr& arg : from.args) to->args.push_back(clone_or_null(arg));
  to->value = from.value;
  to->value2 = from.value2;
  to->ref = from.ref;
  to->label = from.label;
  to->rounding = from.rounding;
  to->favour = from.favour;
  if (from.binder) to->binder = clone_binder(*from.binder);
  if (from.list) to->list = clone_list(*from.list);
  to->text = from.text;
  return to;
}

}  // namespace casebook::language
