// SPDX-License-Identifier: Apache-2.0
// Sets: literals, union, difference, intersection, filters and images.
#include <algorithm>

#include "engine/language/check/expression_checker.h"

namespace casebook::language {

ExprPtr Checker::check_set(const Node& node, const Expected& expected) {
  ExprPtr expr = check_expression(node, expected);
  if (!expr) return nullptr;
  if (expr->type.tag == TypeTag::set) return expr;
  if (expr->type.tag == TypeTag::maybe) return as_set(std::move(expr), node);
  mismatch(node, expr->type, expected.type ? type_text(*expected.type) : "a set");
  return nullptr;
}

ExprPtr ExpressionChecker::set_operation(const Node& node, std::string_view op, ExprPtr left, ExprPtr right) {
  const Node* nodes[2] = {tree().expression(node, 0), tree().expression(node, 1)};
  ExprPtr* both[2] = {&left, &right};
  for (int i = 0; i < 2; ++i) {
    ExprPtr& operand = *both[i];
    if (operand->type.tag == TypeTag::maybe) operand = c.as_set(std::move(operand), *nodes[i]);
    if (!operand) return nullptr;
    if (operand->type.tag == TypeTag::set) continue;
    Diagnostic& diagnostic = c.error("E0301", *nodes[i], "this is " + c.type_text(operand->type));
    diagnostic.expected = op == "&" ? "a set" : "a number or a set";
    if (operand->type.tag == TypeTag::entity)
      diagnostic.suggestion = "{" + tree().node_text(*nodes[i]).substr(0, 40) + "}";
    return nullptr;
  }
  if (left->type != right->type) {
    c.mismatch(*nodes[1], right->type, c.type_text(left->type));
    return nullptr;
  }
  const Op made = op == "+" ? Op::unite : op == "-" ? Op::subtract_sets : Op::intersect;
  const Type type = left->type;
  return make_expr(made, type, place(node), std::move(left), std::move(right));
}

ExprPtr ExpressionChecker::set_literal(const Node& node, const Expected& expected) {
  Expected hint;
  if (expected.type && (expected.type->tag == TypeTag::set || expected.type->tag == TypeTag::maybe)) {
    hint = Expected(entity_type(expected.type->of));
  }
  std::vector<const Node*> nodes;
  for (size_t i = 0; const Node* member = tree().expression(node, i); ++i) nodes.push_back(member);
  if (nodes.empty()) {
    if (hint.type) return make_expr(Op::set_of, set_type(hint.type->of), place(node));
    c.error("E0305", node, "nothing here says of what kind this empty set is").expected =
        expected.type ? c.type_text(*expected.type) : "a place where a set of some kind stands";
    return nullptr;
  }
  std::vector<ExprPtr> members(nodes.size());
  if (!hint.type) {  // the first that knows its kind says it for all
    size_t first = 0;
    while (first + 1 < nodes.size() && needs_expectation(*nodes[first])) ++first;
    if (needs_expectation(*nodes[first])) first = 0;
    members[first] = check(*nodes[first], {});
    if (!members[first]) return nullptr;
    if (members[first]->type.of >= 0) hint = Expected(entity_type(members[first]->type.of));
  }
  bool fine = true;
  KindId kind = hint.type ? hint.type->of : none;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!members[i]) members[i] = check(*nodes[i], hint);
    if (!members[i]) {
      fine = false;
      continue;
    }
    const Type& type = members[i]->type;
    if (type.tag != TypeTag::entity && type.tag != TypeTag::maybe) {
      if (type.tag == TypeTag::number || type.tag == TypeTag::boolean) {
        c.error("E0318", *nodes[i],
                "a set holds members of a kind; numbers stand in brackets only after `in`")
            .expected = "members of a kind";
      } else {
        c.mismatch(*nodes[i], type, "members of a kind");
      }
      return nullptr;
    }
    if (kind == none) kind = type.of;
    if (type.of != kind) {
      c.mismatch(*nodes[i], type, c.program.kinds[kind].name);
      fine = false;
    }
  }
  if (!fine) return nullptr;
  ExprPtr expr = make_expr(Op::set_of, set_type(kind), place(node));
  expr->args = std::move(members);
  return expr;
}

ExprPtr ExpressionChecker::filter(const Node& node) {
  const Scope scope(c);
  const Node& binder_node = *tree().child(node, NodeKind::binder);
  Owned<Binder> binder = c.check_binder(binder_node);
  const Node* key_node = tree().expression(node);
  ExprPtr key = key_node != nullptr ? c.check_number(*key_node) : nullptr;
  if (!binder || (key_node != nullptr && !key)) return nullptr;
  const Type& domain = binder->domain->type;
  if (domain.tag == TypeTag::range) {
    c.error("E0318", binder_node, "a set holds members of a kind, not numbers");
    return nullptr;
  }
  ExprPtr expr = make_expr(Op::filter, set_type(domain.of), place(node));
  if (key) expr->args.push_back(std::move(key));
  expr->value = tree().has_word(node, "most") ? 1 : 0;
  expr->binder = std::move(binder);
  return expr;
}

ExprPtr ExpressionChecker::image(const Node& node) {
  const Scope scope(c);
  Owned<Binder> binder = c.check_binder(*tree().child(node, NodeKind::binder));
  const Node& value_node = *tree().expression(node);
  ExprPtr value = check(value_node, {});
  if (!binder || !value) return nullptr;
  if (value->type.tag != TypeTag::entity) {
    c.mismatch(value_node, value->type,
               "a member of a kind for each (a location is none: bind its hex with `at`)");
    return nullptr;
  }
  ExprPtr expr = make_expr(Op::image, set_type(value->type.of), place(node));
  expr->args.push_back(std::move(value));
  expr->binder = std::move(binder);
  return expr;
}

}  // namespace casebook::language
