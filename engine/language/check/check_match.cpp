// SPDX-License-Identifier: Apache-2.0
// `match`: its arms are complete over the kind, or the last says `others`.
#include <set>

#include "engine/base/limits.h"
#include "engine/language/check/expression_checker.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

/// Numbers are counted one by one up to this many.
constexpr int64_t countable = 4096;

}  // namespace

std::optional<MatchPlan> Checker::check_match(const Node& node) {
  const SyntaxTree& tree = *at.tree;
  if (tree.expression(node) == nullptr) return std::nullopt;  // the parser has said so
  const Node& value_node = *tree.expression(node);
  const auto arms = tree.children(node, NodeKind::match_arm);
  ExprPtr value = check_expression(value_node);
  if (!value || arms.empty()) return std::nullopt;
  const Type type = value->type;
  if (type.tag == TypeTag::set || type.tag == TypeTag::path) {
    mismatch(value_node, type, "a member, a number, a Boolean or a location");
    return std::nullopt;
  }
  if (arms.size() > limits::arms) {
    error("E0409", *arms[limits::arms],
          "a match has at most " + std::to_string(limits::arms) + " arms (limit \"arms\")")
        .suggestion = "a table";
    return std::nullopt;
  }
  MatchPlan plan;
  plan.var = make_var("", type, value->interval, value_node);
  bool fine = true, countable_arms = true;
  const MatchArm* others = nullptr;
  std::set<int64_t> seen;
  plan.arms.reserve(arms.size());
  for (const Node* arm : arms) {
    const auto nodes = tree.child_nodes(*arm);
    if (nodes.empty() || arm->broken) {
      fine = false;
      continue;
    }
    if (others != nullptr) {
      error("E0314", *arm, "nothing comes here: \"others\" has taken all that is left");
      fine = false;
    }
    MatchArm made;
    made.node = arm;
    if (tree.has_word(*arm, "others")) {
      plan.arms.push_back(std::move(made));
      others = &plan.arms.back();
      continue;
    }
    std::vector<ExprPtr> tests;
    for (size_t i = 0; i + 1 < nodes.size(); ++i) {
      ExpressionChecker expressions(*this);
      ExprPtr key = check_expression(*nodes[i], Expected(type));
      if (key && type.tag != TypeTag::number) key = coerce(std::move(key), type, *nodes[i]);
      ExprPtr left = make_variable(plan.var, (*vars)[plan.var], place_of(*nodes[i]));
      if (!key || !expressions.unify(value_node, *nodes[i], left, key)) {
        fine = false;
        continue;
      }
      const bool constant =
          key->op == Op::constant || (key->op == Op::as_maybe && key->args[0]->op == Op::constant);
      const int64_t number = constant && key->op == Op::as_maybe ? key->args[0]->value : key->value;
      if (!constant || (type.tag == TypeTag::number && key->type.fine != 1)) {
        countable_arms = false;
      } else if (!seen.insert(number).second) {
        error("E0314", *nodes[i], "this value has an arm already");
        fine = false;
      }
      tests.push_back(
          make_expr(Op::equal, boolean_type, place_of(*nodes[i]), std::move(left), std::move(key)));
    }
    if (tests.size() == 1) {
      made.condition = std::move(tests.front());
    } else {
      made.condition = make_expr(Op::any_of, boolean_type, place_of(*arm));
      made.condition->args = std::move(tests);
    }
    plan.arms.push_back(std::move(made));
  }
  if (!fine) return std::nullopt;

  // What is left?
  std::vector<std::string> missing;
  bool known = countable_arms;
  const auto expect = [&](int64_t wanted, const std::string& name) {
    if (seen.count(wanted) == 0) missing.push_back(name);
  };
  switch (type.tag) {
    case TypeTag::boolean:
      expect(1, "yes");
      expect(0, "no");
      break;
    case TypeTag::maybe:
    case TypeTag::entity: {
      const Kind& kind = program.kinds[type.of];
      if (!kind.closed) known = false;
      if (type.tag == TypeTag::maybe) expect(-1, "none");
      for (size_t i = 0; i < kind.members.size(); ++i) expect(static_cast<int64_t>(i), kind.members[i]);
      break;
    }
    case TypeTag::number:
      if (type.fine != 1 || value->interval.high - value->interval.low >= countable) {
        known = false;
        break;
      }
      for (int64_t v = value->interval.low; v <= value->interval.high; ++v) expect(v, number_text(type, v));
      if (value->interval.may_be_never) expect(never_value, "never");
      break;
    default:
      known = false;
  }
  if (others == nullptr && (!known || !missing.empty())) {
    Diagnostic& diagnostic =
        error("E0313", node,
              known ? "this match has no arm for " + missing.front() +
                          (missing.size() > 1 ? " and " + std::to_string(missing.size() - 1) + " more" : "")
                    : "this match needs an arm for all other values");
    diagnostic.suggestion = "others: ...";
    return std::nullopt;
  }
  if (others != nullptr && known && missing.empty()) {
    warning("W0304", *others->node, "\"others\" never comes: every value has an arm");
  }
  plan.arms.back().condition = nullptr;
  plan.value = std::move(value);
  return plan;
}

}  // namespace casebook::language
