// SPDX-License-Identifier: Apache-2.0
// Logic, comparisons and membership.
#include "engine/language/check/expression_checker.h"
#include "engine/language/syntax/literals.h"

namespace casebook::language {
namespace {

/// A value that is read twice: itself when it is a variable or a constant, else a Var of its own bound around
/// `use`.
template <class Use>
ExprPtr bind_once(Checker& c, const Node& node, ExprPtr value, Use use) {
  const Place place = c.place_of(node);
  if (value->op == Op::variable || value->op == Op::constant) {
    const Expr& whole = *value;
    ExprPtr result = use([&] { return ExprPtr(whole); });
    return result;
  }
  const VarId var = c.make_var("", value->type, value->interval, node);
  ExprPtr body = use([&] { return make_variable(var, (*c.vars)[var], place); });
  if (!body) return nullptr;
  ExprPtr expr = make_expr(Op::let, body->type, place, std::move(value), std::move(body));
  expr->ref = var;
  return expr;
}

}  // namespace

/// `a and b and c` is one all_of of three.
ExprPtr ExpressionChecker::logic(const Node& node, std::string_view op) {
  ExprPtr left = c.check_boolean(*tree().expression(node, 0));
  ExprPtr right = c.check_boolean(*tree().expression(node, 1));
  if (!left || !right) return nullptr;
  const Op wanted = op == "and" ? Op::all_of : op == "or" ? Op::any_of : Op::implies;
  const bool bracketed = tree().expression(node, 0)->kind == NodeKind::paren;
  if (left->op == wanted && wanted != Op::implies && !bracketed) {
    left->args.push_back(std::move(right));
    left->place = place(node);
    return left;
  }
  return make_expr(wanted, boolean_type, place(node), std::move(left), std::move(right));
}

ExprPtr ExpressionChecker::compare(const Node& node, std::string_view op) {
  const Node& left_node = *tree().expression(node, 0);
  const Node& right_node = *tree().expression(node, 1);
  auto [left, right] = pair(left_node, right_node, {});
  if (!left || !right || !unify(left_node, right_node, left, right)) return nullptr;
  const bool equality = op == "=" || op == "!=";
  const TypeTag tag = left->type.tag;
  if (!equality && tag != TypeTag::number && tag != TypeTag::entity) {
    c.mismatch(left_node, left->type, "numbers, or members of one kind, which have an order");
    return nullptr;
  }
  if (op == ">" || op == ">=") std::swap(left, right);
  const Op made = equality ? Op::equal : (op == "<" || op == ">") ? Op::less : Op::less_equal;
  ExprPtr expr = make_expr(made, boolean_type, place(node), std::move(left), std::move(right));
  return op == "!=" ? make_not(std::move(expr)) : std::move(expr);
}

ExprPtr ExpressionChecker::in_range(const Node& node) {
  const Node& value_node = *tree().expression(node, 0);
  const Node& low_node = *tree().expression(node, 1);
  const Node& high_node = *tree().expression(node, 2);
  const Node* known = &value_node;
  if (needs_expectation(value_node)) known = needs_expectation(low_node) ? &high_node : &low_node;
  ExprPtr first = check(*known, {});
  const Expected hint = first ? Expected(first->type) : Expected();
  // Each node is checked once: the one that was known first, and then the others.
  const auto checked = [&](const Node& one) { return known == &one ? std::move(first) : check(one, hint); };
  ExprPtr value = checked(value_node), low = checked(low_node), high = checked(high_node);
  if (!value || !low || !high) return nullptr;
  if (!unify(value_node, low_node, value, low) || !unify(value_node, high_node, value, high) ||
      !unify(value_node, low_node, value, low)) {
    return nullptr;
  }
  if (value->type.tag != TypeTag::number && value->type.tag != TypeTag::entity) {
    c.mismatch(value_node, value->type, "a number, or a member of a kind, which has an order");
    return nullptr;
  }
  return bind_once(c, node, std::move(value), [&](auto again) {
    ExprPtr below = make_expr(Op::less_equal, boolean_type, place(low_node), std::move(low), again());
    ExprPtr above = make_expr(Op::less_equal, boolean_type, place(high_node), again(), std::move(high));
    return make_expr(Op::all_of, boolean_type, place(node), std::move(below), std::move(above));
  });
}

/// `x in S`; `x in {1, 4, 7}` also of numbers and Booleans.
ExprPtr ExpressionChecker::member_of(const Node& node) {
  const Node& value_node = *tree().expression(node, 0);
  const Node& set_node = *tree().expression(node, 1);
  const Node& literal_node = without_brackets(tree(), set_node);
  if (literal_node.kind == NodeKind::set_literal && tree().expression(literal_node) != nullptr) {
    const Node* first = tree().expression(literal_node);
    ExprPtr value =
        needs_expectation(value_node) && !needs_expectation(*first) ? nullptr : check(value_node, {});
    const bool plain = value && (value->type.tag == TypeTag::number || value->type.tag == TypeTag::boolean);
    if (plain) {
      std::vector<ExprPtr> options;
      bool fine = true;
      for (size_t i = 0; const Node* option = tree().expression(literal_node, i); ++i) {
        ExprPtr one = check(*option, Expected(value->type));
        if (!one || !unify(value_node, *option, value, one)) {
          fine = false;
          continue;
        }
        options.push_back(std::move(one));
      }
      if (!fine) return nullptr;
      return bind_once(c, node, std::move(value), [&](auto again) -> ExprPtr {
        ExprPtr any = make_expr(Op::any_of, boolean_type, place(node));
        for (ExprPtr& option : options) {
          ExprPtr same = again();
          const Place at = option->place;
          if (same->type.tag == TypeTag::number && same->type.fine != option->type.fine) {
            if (!align(*tree().expression(literal_node), same, option)) return nullptr;
          }
          any->args.push_back(make_expr(Op::equal, boolean_type, at, std::move(same), std::move(option)));
        }
        return any;
      });
    }
    if (!value && !(needs_expectation(value_node) && !needs_expectation(*first))) return nullptr;
    if (value) {
      const KindId kind = value->type.tag == TypeTag::location ? kind_hex : KindId(value->type.of);
      ExprPtr set = c.check_set(set_node, Expected(set_type(kind)));
      if (!set) return nullptr;
      if (value->type.tag == TypeTag::location && set->type == set_type(kind_hex)) {
        return make_expr(Op::contains_location, boolean_type, place(node), std::move(set), std::move(value));
      }
      value = c.coerce(std::move(value), entity_type(set->type.of), value_node);
      if (!value) return nullptr;
      return make_expr(Op::contains, boolean_type, place(node), std::move(set), std::move(value));
    }
  }
  ExprPtr set = check(set_node, {});
  if (!set) {
    if (!needs_expectation(value_node)) check(value_node, {});
    return nullptr;
  }
  if (set->type.tag == TypeTag::path) {
    ExprPtr hex = c.check_as(value_node, hex_type);
    if (!hex) return nullptr;
    return make_expr(Op::path_contains, boolean_type, place(node), std::move(set), std::move(hex));
  }
  if (set->type.tag == TypeTag::maybe) set = c.as_set(std::move(set), set_node);
  if (!set) return nullptr;
  if (set->type.tag != TypeTag::set) {
    c.mismatch(set_node, set->type, "a set, a range `a .. b` or a path");
    return nullptr;
  }
  ExprPtr value = check(value_node, Expected(entity_type(set->type.of)));
  if (!value) return nullptr;
  if (value->type.tag == TypeTag::location && set->type == set_type(kind_hex)) {
    return make_expr(Op::contains_location, boolean_type, place(node), std::move(set), std::move(value));
  }
  value = c.coerce(std::move(value), entity_type(set->type.of), value_node);
  if (!value) return nullptr;
  return make_expr(Op::contains, boolean_type, place(node), std::move(set), std::move(value));
}

ExprPtr ExpressionChecker::is_empty(const Node& node) {
  ExprPtr set = c.check_set(*tree().expression(node));
  if (!set) return nullptr;
  ExprPtr expr = make_expr(Op::is_empty, boolean_type, place(node), std::move(set));
  return tree().has_word(node, "not") ? make_not(std::move(expr)) : std::move(expr);
}

ExprPtr ExpressionChecker::subset(const Node& node) {
  const Node& left_node = *tree().expression(node, 0);
  const Node& right_node = *tree().expression(node, 1);
  auto [left, right] = pair(left_node, right_node, {});
  if (!left || !right) return nullptr;
  if (left->type.tag == TypeTag::maybe) left = c.as_set(std::move(left), left_node);
  if (right->type.tag == TypeTag::maybe) right = c.as_set(std::move(right), right_node);
  if (!left || !right) return nullptr;
  if (left->type.tag != TypeTag::set) {
    c.mismatch(left_node, left->type, "a set");
    return nullptr;
  }
  right = c.coerce(std::move(right), left->type, right_node);
  if (!right) return nullptr;
  return make_expr(Op::subset, boolean_type, place(node), std::move(left), std::move(right));
}

}  // namespace casebook::language
