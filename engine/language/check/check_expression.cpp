// SPDX-License-Identifier: Apache-2.0
// The door of the expression checker, and the constructs that are neither numbers, sets, names nor
// comparisons.
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/language/check/expression_checker.h"
#include "engine/language/syntax/literals.h"
#include "engine/program/intervals.h"

namespace casebook::language {

ExprPtr Checker::check_expression(const Node& node, const Expected& expected) {
  return ExpressionChecker(*this).check(node, expected);
}

ExprPtr ExpressionChecker::check(const Node& node, const Expected& expected) {
  if (node.broken) return nullptr;  // the parser has said so
  switch (node.kind) {
    case NodeKind::literal:
      return literal(node, expected);
    case NodeKind::name:
      return name(node, expected);
    case NodeKind::call:
      return call(node, expected);
    case NodeKind::index:
      return index(node);
    case NodeKind::legal:
      return legal(node);
    case NodeKind::before:
      return before(node, expected);
    case NodeKind::otherwise:
      return otherwise(node);
    case NodeKind::paren:
      return check(*tree().expression(node), expected);
    case NodeKind::unary:
      return unary(node, expected);
    case NodeKind::binary:
      return binary(node, expected);
    case NodeKind::in_range:
      return in_range(node);
    case NodeKind::is_empty:
      return is_empty(node);
    case NodeKind::if_expr:
      return if_expr(node, expected);
    case NodeKind::if_hex:
      return if_hex(node, expected);
    case NodeKind::match_expr:
      return match_expr(node, expected);
    case NodeKind::let_expr:
      return let_expr(node, expected);
    case NodeKind::quantifier:
      return quantifier(node);
    case NodeKind::count:
      return count(node);
    case NodeKind::total:
      return total(node, expected);
    case NodeKind::extreme:
      return extreme(node, expected);
    case NodeKind::set_literal:
      return set_literal(node, expected);
    case NodeKind::filter:
      return filter(node);
    case NodeKind::image:
      return image(node);
    case NodeKind::rounded:
      return rounded(node, expected);
    case NodeKind::as:
      return as(node);
    case NodeKind::odds:
      return odds(node, expected);
    default:
      return nullptr;
  }
}

// ---- literals

ExprPtr ExpressionChecker::literal(const Node& node, const Expected& expected) {
  const bool place_wanted =
      expected.type && (*expected.type == hex_type || *expected.type == maybe_type(kind_hex) ||
                        expected.type->tag == TypeTag::location);
  if (const uint32_t token = tree().token(node, TokenKind::number); token != SyntaxTree::npos) {
    const std::string digits(tree().token_text(token));
    if (place_wanted) {
      if (c.at.may_name) return named_member(node, digits, Expected(hex_type));
      c.error("E0320", node, "hexes are named by number only in claims and in `ask`")
          .notes.push_back({{}, "declare its name with `place`, and write that name here"});
      return nullptr;
    }
    const auto value = parse_rational(digits);
    if (!value) {
      c.error("E0404", node, "the number is too great");
      return nullptr;
    }
    return number(*value, node, expected);
  }
  if (tree().token(node, TokenKind::string) != SyntaxTree::npos) {
    if (!c.at.may_name) {
      c.error("E0320", node,
              "things are named in quotes only in claims and in `ask`; rules speak of them by kind");
      return nullptr;
    }
    return named_member(node, tree().string_value(node), place_wanted ? Expected(hex_type) : expected);
  }
  const std::string_view word =
      node.children.empty() ? std::string_view() : tree().token_text(node.first_token);
  if (word == "yes" || word == "no") return make_constant(boolean_type, word == "yes" ? 1 : 0, place(node));
  if (word == "never") {
    const bool has_measure = expected.type && expected.type->tag == TypeTag::number;
    return make_constant(has_measure ? measure_type(expected.type->of) : number_type, never_value,
                         place(node));
  }
  if (word == "none") {
    if (expected.type && (expected.type->tag == TypeTag::maybe || expected.type->tag == TypeTag::entity)) {
      return make_constant(maybe_type(expected.type->of), -1, place(node));
    }
    c.error("E0305", node, "nothing here says of what kind \"none\" is none").expected =
        expected.type ? c.type_text(*expected.type) : "a place where a `K or none` stands";
    return nullptr;
  }
  return nullptr;
}

/// An entity or hex named as the scenario names it.
ExprPtr ExpressionChecker::named_member(const Node& node, const std::string& name, const Expected& expected) {
  const bool has_kind =
      expected.type && (expected.type->tag == TypeTag::entity || expected.type->tag == TypeTag::maybe ||
                        expected.type->tag == TypeTag::set);
  if (!has_kind) {
    c.error("E0305", node, "nothing here says of what kind \"" + name + "\" is").expected =
        expected.type ? c.type_text(*expected.type) : "a place where a member of a kind stands";
    return nullptr;
  }
  const KindId kind_id = expected.type->of;
  const Kind& kind = c.program.kinds[kind_id];
  if (kind.closed) {
    const auto member = std::find(kind.members.begin(), kind.members.end(), name);
    if (member != kind.members.end())
      return make_constant(entity_type(kind_id), member - kind.members.begin(), place(node));
    c.error("E0202", node, "\"" + name + "\" is no member of " + kind.name).suggestion =
        nearest_name(name, kind.members);
    return nullptr;
  }
  ExprPtr expr = make_expr(Op::named_entity, entity_type(kind_id), place(node));
  expr->text = name;
  return expr;
}

// ---- conditions and bindings

ExprPtr ExpressionChecker::if_expr(const Node& node, const Expected& expected) {
  ExprPtr condition = c.check_boolean(*tree().expression(node, 0));
  std::vector<ExprPtr> both;
  if (!branches({tree().expression(node, 1), tree().expression(node, 2)}, expected, both) || !condition)
    return nullptr;
  ExprPtr expr = make_expr(Op::choose_if, both[0]->type, place(node), std::move(condition));
  if (expr->type.tag == TypeTag::number) expr->interval = unite(both[0]->interval, both[1]->interval);
  for (ExprPtr& branch : both) expr->args.push_back(std::move(branch));
  return expr;
}

ExprPtr ExpressionChecker::if_hex(const Node& node, const Expected& expected) {
  const Node& where = *tree().expression(node, 0);
  ExprPtr location = c.check_as(where, location_type);
  const Node* then_node = tree().expression(node, 1);
  const Node* else_node = tree().expression(node, 2);
  VarId var = none;
  std::vector<ExprPtr> both(2);
  Expected hint = expected;
  const auto in_hex = [&] {
    const Scope scope(c);
    var = c.declare_var(c.name_token(node), hex_type, {});
    both[0] = check(*then_node, hint);
  };
  if (!hint.type && needs_expectation(*then_node) && !needs_expectation(*else_node)) {
    both[1] = check(*else_node, hint);
    if (both[1]) hint = Expected(both[1]->type);
    in_hex();
  } else {
    in_hex();
    if (!hint.type && both[0]) hint = Expected(both[0]->type);
    both[1] = check(*else_node, hint);
  }
  if (!location || !unify_all({then_node, else_node}, both)) return nullptr;
  ExprPtr expr = make_expr(Op::if_hex, both[0]->type, place(node), std::move(location));
  expr->ref = var;
  if (expr->type.tag == TypeTag::number) expr->interval = unite(both[0]->interval, both[1]->interval);
  for (ExprPtr& branch : both) expr->args.push_back(std::move(branch));
  return expr;
}

ExprPtr ExpressionChecker::let_expr(const Node& node, const Expected& expected) {
  ExprPtr value = check(*tree().expression(node, 0), {});
  if (!value) return nullptr;  // names that depend on it would only cascade
  const Scope scope(c);
  const VarId var = c.declare_var(c.name_token(node), value->type, value->interval);
  c.locals.back().warn_unused = true;
  ExprPtr body = check(*tree().expression(node, 1), expected);
  if (!body) return nullptr;
  ExprPtr expr = make_expr(Op::let, body->type, place(node));
  expr->ref = var;
  expr->interval = body->interval;
  expr->args.push_back(std::move(value));
  expr->args.push_back(std::move(body));
  return expr;
}

ExprPtr ExpressionChecker::match_expr(const Node& node, const Expected& expected) {
  auto plan = c.check_match(node);
  std::vector<const Node*> bodies;
  if (plan) {
    for (const MatchArm& arm : plan->arms) bodies.push_back(c.at.tree->child_nodes(*arm.node).back());
  } else {
    for (const Node* arm : tree().children(node, NodeKind::match_arm))
      bodies.push_back(tree().child_nodes(*arm).back());
  }
  if (bodies.empty()) return nullptr;
  std::vector<ExprPtr> values;
  if (!branches(bodies, expected, values) || !plan) return nullptr;
  ExprPtr result = std::move(values.back());
  for (size_t i = values.size() - 1; i-- > 0;) {
    const Type type = result->type;
    const Interval interval =
        type.tag == TypeTag::number ? unite(values[i]->interval, result->interval) : Interval{};
    result = make_expr(Op::choose_if, type, place(*plan->arms[i].node), std::move(plan->arms[i].condition),
                       std::move(values[i]), std::move(result));
    result->interval = interval;
  }
  ExprPtr expr = make_expr(Op::let, result->type, place(node));
  expr->ref = plan->var;
  expr->interval = result->interval;
  expr->args.push_back(std::move(plan->value));
  expr->args.push_back(std::move(result));
  return expr;
}

ExprPtr ExpressionChecker::before(const Node& node, const Expected& expected) {
  if (!c.at.in_step) {
    c.error("E0316", node, "\"before\" speaks of two positions, and here is only one").expected =
        "an invariant `at every step`";
    return nullptr;
  }
  const Here here(c);
  c.at.in_step = false;
  ExprPtr inner = check(*tree().expression(node), expected);
  if (!inner) return nullptr;
  const Type type = inner->type;
  const Interval interval = inner->interval;
  ExprPtr expr = make_expr(Op::before, type, place(node), std::move(inner));
  expr->interval = interval;
  return expr;
}

ExprPtr ExpressionChecker::otherwise(const Node& node) {
  if (c.at.otherwise == none) {
    c.error("E0316", node, "\"otherwise\" is the value without an `adjust`, and stands only there");
    return nullptr;
  }
  return make_variable(c.at.otherwise, (*c.vars)[c.at.otherwise], place(node));
}

ExprPtr ExpressionChecker::unary(const Node& node, const Expected& expected) {
  const std::string_view op = operator_of(tree(), node);
  if (op == "not") {
    ExprPtr expr = make_not(c.check_boolean(*tree().expression(node)));
    if (expr) expr->place = place(node);  // the operand is one's own to look at
    return expr;
  }
  return negated(node, expected);
}

ExprPtr ExpressionChecker::binary(const Node& node, const Expected& expected) {
  const std::string_view op = operator_of(tree(), node);
  if (op == "and" || op == "or" || op == "implies") return logic(node, op);
  if (op == "in") return member_of(node);
  if (op == "within") return subset(node);
  if (op == "*") return product(node, expected);
  if (op == "/") return quotient(node, expected);
  if (op != "+" && op != "-" && op != "&") return compare(node, op);
  if (const auto value = constant_number(tree(), node)) return number(*value, node, expected);
  const Node& left_node = *tree().expression(node, 0);
  const Node& right_node = *tree().expression(node, 1);
  Expected hint;
  if (expected.type && (expected.type->tag == TypeTag::number || expected.type->tag == TypeTag::set))
    hint = expected;
  auto [left, right] = pair(left_node, right_node, hint);
  if (!left || !right) return nullptr;
  if (op == "&" || (left->type.tag != TypeTag::number && right->type.tag != TypeTag::number)) {
    return set_operation(node, op, std::move(left), std::move(right));
  }
  return sum(node, std::move(left), std::move(right), op == "-");
}

// ---- shared

bool ExpressionChecker::needs_expectation(const Node& node) const {
  if (node.broken) return false;
  const auto all_need = [&](const Node& parent, size_t from) {
    for (size_t i = from;; ++i) {
      const Node* operand = tree().expression(parent, i);
      if (operand == nullptr) return true;
      if (!needs_expectation(*operand)) return false;
    }
  };
  switch (node.kind) {
    case NodeKind::literal: {
      const std::string_view word = tree().token_text(node.first_token);
      return word != "yes" && word != "no";
    }
    case NodeKind::name: {
      const std::string_view name = c.text(c.name_token(node));
      for (const Local& local : c.locals) {
        if (local.name == name) return false;
      }
      return c.values.find(name) == c.values.end() && c.types.find(name) == c.types.end();
    }
    case NodeKind::paren:
    case NodeKind::rounded:
    case NodeKind::set_literal:
      return all_need(node, 0);
    case NodeKind::unary:
      return operator_of(tree(), node) != "not" && all_need(node, 0);
    case NodeKind::binary: {
      const std::string_view op = operator_of(tree(), node);
      return (op == "+" || op == "-" || op == "*" || op == "/" || op == "&") && all_need(node, 0);
    }
    case NodeKind::if_expr:
    case NodeKind::if_hex:
      return all_need(node, 1);
    case NodeKind::let_expr:
      return needs_expectation(*tree().expression(node, 1));
    case NodeKind::match_expr: {
      for (const Node* arm : tree().children(node, NodeKind::match_arm)) {
        const auto nodes = tree().child_nodes(*arm);
        if (!nodes.empty() && !needs_expectation(*nodes.back())) return false;
      }
      return true;
    }
    case NodeKind::call: {
      const std::string_view name = c.text(c.name_token(node));
      if (!takes_type_of_arguments(name)) return false;
      const Node* args = tree().child(node, NodeKind::args);
      return args != nullptr && all_need(*args, 0);
    }
    case NodeKind::odds:
      return true;
    default:
      return false;
  }
}

std::pair<ExprPtr, ExprPtr> ExpressionChecker::pair(const Node& left, const Node& right,
                                                    const Expected& expected) {
  std::vector<ExprPtr> both;
  both.resize(2);
  const bool right_first = !expected.type && needs_expectation(left) && !needs_expectation(right);
  const Node* nodes[2] = {&left, &right};
  const size_t first = right_first ? 1 : 0;
  both[first] = check(*nodes[first], expected);
  Expected hint = expected;
  if (!hint.type && both[first]) hint = Expected(both[first]->type);
  if (!hint.type && needs_expectation(*nodes[1 - first]))
    return {};  // it would complain for want of the other
  both[1 - first] = check(*nodes[1 - first], hint);
  return {std::move(both[0]), std::move(both[1])};
}

bool ExpressionChecker::branches(const std::vector<const Node*>& nodes, const Expected& expected,
                                 std::vector<ExprPtr>& into) {
  into.clear();
  into.resize(nodes.size());
  Expected hint = expected;
  size_t first = 0;
  if (!hint.type) {
    while (first + 1 < nodes.size() && needs_expectation(*nodes[first])) ++first;
    if (needs_expectation(*nodes[first])) first = 0;
    into[first] = check(*nodes[first], hint);
    if (into[first]) hint = Expected(into[first]->type);
    if (!into[first]) return false;
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (expected.type || i != first) into[i] = check(*nodes[i], hint);
  }
  return unify_all(nodes, into);
}

bool ExpressionChecker::unify_all(const std::vector<const Node*>& nodes, std::vector<ExprPtr>& exprs) {
  if (std::any_of(exprs.begin(), exprs.end(), [](const ExprPtr& e) { return !e; })) return false;
  // Twice: the second time everything meets the type that the first one reached.
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 1; i < exprs.size(); ++i) {
      if (!unify(*nodes[0], *nodes[i], exprs[0], exprs[i])) return false;
    }
  }
  return true;
}

bool ExpressionChecker::unify(const Node& left_node, const Node& right_node, ExprPtr& left, ExprPtr& right) {
  if (left->type.tag == TypeTag::number && right->type.tag == TypeTag::number)
    return align(right_node, left, right);
  if (left->type == right->type) return true;
  const auto rank = [](const Type& type) {
    switch (type.tag) {
      case TypeTag::maybe:
        return 1;
      case TypeTag::set:
        return 2;
      default:
        return 0;
    }
  };
  const auto convertible = [&](const Type& from, const Type& to) {
    if (from == hex_type && to.tag == TypeTag::location) return true;
    const bool kinds = from.of == to.of && (from.tag == TypeTag::entity || from.tag == TypeTag::maybe) &&
                       (to.tag == TypeTag::maybe || to.tag == TypeTag::set);
    return kinds && rank(from) < rank(to) && !(from.tag == TypeTag::entity && to.tag == TypeTag::set);
  };
  if (convertible(left->type, right->type)) {
    left = c.coerce(std::move(left), right->type, left_node);
    return left != nullptr;
  }
  if (convertible(right->type, left->type)) {
    right = c.coerce(std::move(right), left->type, right_node);
    return right != nullptr;
  }
  c.mismatch(right_node, right->type,
             c.type_text(left->type) + ", as in \"" + tree().node_text(left_node).substr(0, 40) + "\"");
  return false;
}

ExprPtr ExpressionChecker::with_interval(const Node& node, ExprPtr expr,
                                         const std::optional<Interval>& interval) {
  if (!expr) return nullptr;
  if (!interval) {
    c.error("E0404", node, "this number can outgrow 62 bits")
        .notes.push_back({{}, "put a `clamp` or a `within` around what it is made of"});
    return nullptr;
  }
  expr->interval = *interval;
  return expr;
}

}  // namespace casebook::language
