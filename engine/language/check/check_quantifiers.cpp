// SPDX-License-Identifier: Apache-2.0
// exists, all, no, count, total, least and most over a binder.
#include "engine/base/limits.h"
#include "engine/language/check/expression_checker.h"
#include "engine/program/intervals.h"

namespace casebook::language {

int64_t ExpressionChecker::most_members(const Expr& domain) const {
  switch (domain.type.tag) {
    case TypeTag::maybe:
      return 1;
    case TypeTag::range:
      if (domain.type.of == none) return 2;
      return domain.interval.high - domain.interval.low + 1;
    case TypeTag::set: {
      const Kind& kind = c.program.kinds[domain.type.of];
      if (domain.op == Op::set_of) return static_cast<int64_t>(domain.args.size());
      if (domain.op == Op::neighbours) return 6;
      if (kind.closed) return static_cast<int64_t>(kind.members.size());
      return domain.type.of == kind_hexside ? limits::hexsides : limits::entities_of_a_kind;
    }
    default:
      return 1;
  }
}

ExprPtr ExpressionChecker::quantifier(const Node& node) {
  const Scope scope(c);
  const bool all = tree().has_word(node, "all"), negative = tree().has_word(node, "no");
  const auto nodes = tree().children(node, NodeKind::binder);
  std::vector<Owned<Binder>> binders;
  bool fine = true;
  for (const Node* binder_node : nodes) {
    binders.push_back(c.check_binder(*binder_node));
    if (!binders.back()) fine = false;
  }
  const Node* body_node = tree().expression(node);
  ExprPtr body =
      body_node != nullptr ? c.check_boolean(*body_node) : make_constant(boolean_type, 1, place(node));
  if (!fine || !body) return nullptr;
  for (size_t i = binders.size(); i-- > 0;) {
    body = make_expr(all ? Op::for_all : Op::exists, boolean_type, place(i == 0 ? node : *nodes[i]),
                     std::move(body));
    body->binder = std::move(binders[i]);
  }
  return negative ? make_not(std::move(body)) : std::move(body);
}

ExprPtr ExpressionChecker::count(const Node& node) {
  const Scope scope(c);
  Owned<Binder> binder;
  if (const Node* binder_node = tree().child(node, NodeKind::binder)) {
    binder = c.check_binder(*binder_node);
  } else {
    ExprPtr set = c.check_set(*tree().expression(node));
    if (!set) return nullptr;
    binder = Owned<Binder>(Binder{});
    binder->var = c.make_var("", entity_type(set->type.of), {}, node);
    binder->domain = std::move(set);
  }
  if (!binder) return nullptr;
  ExprPtr expr = make_expr(Op::count, number_type, place(node));
  expr->interval = {0, std::max<int64_t>(most_members(*binder->domain), 0), false};
  expr->binder = std::move(binder);
  return expr;
}

ExprPtr ExpressionChecker::total(const Node& node, const Expected& expected) {
  const Scope scope(c);
  Owned<Binder> binder = c.check_binder(*tree().child(node, NodeKind::binder));
  ExprPtr summand = c.check_number(*tree().expression(node), expected);
  if (!binder || !summand) return nullptr;
  const auto interval = sum_of_up_to(summand->interval, std::max<int64_t>(most_members(*binder->domain), 0));
  const Type type = summand->type;
  ExprPtr expr = make_expr(Op::total, type, place(node), std::move(summand));
  expr->binder = std::move(binder);
  return with_interval(node, std::move(expr), interval);
}

ExprPtr ExpressionChecker::extreme(const Node& node, const Expected& expected) {
  const bool least = tree().has_word(node, "least");
  const Node& value_node = *tree().expression(node, 0);
  const Node& else_node = *tree().expression(node, 1);
  Expected hint;
  if (expected.type && expected.type->tag == TypeTag::number) hint = expected;
  Owned<Binder> binder;
  ExprPtr value;
  {
    const Scope scope(c);
    binder = c.check_binder(*tree().child(node, NodeKind::binder));
    value = c.check_number(value_node, hint);
  }
  if (!hint.type && value) hint = Expected(value->type);
  ExprPtr otherwise = c.check_number(else_node, hint);
  if (!binder || !value || !otherwise || !align(else_node, value, otherwise)) return nullptr;
  const Type type = value->type;
  const Interval interval = unite(value->interval, otherwise->interval);
  ExprPtr expr =
      make_expr(least ? Op::least : Op::most, type, place(node), std::move(value), std::move(otherwise));
  expr->binder = std::move(binder);
  expr->interval = interval;
  return expr;
}

}  // namespace casebook::language
