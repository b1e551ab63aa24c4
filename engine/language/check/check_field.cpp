// SPDX-License-Identifier: Apache-2.0
// Fields over hexes: `reach` and `least cost`.
#include "engine/language/check/checker.h"
#include "engine/program/intervals.h"

namespace casebook::language {

void Checker::check_field(const Declaration& d, FieldId id) {
  if (d.node->broken) return;
  const SyntaxTree& tree = *at.tree;
  const Node* body = tree.child(*d.node, NodeKind::reach);
  const bool cost = body == nullptr;
  if (cost) body = tree.child(*d.node, NodeKind::least_cost);
  if (body == nullptr) return;
  if (const uint32_t over = name_token(*d.node, 1); over != SyntaxTree::npos && text(over) != "hex") {
    error_at("E0340", over, "fields are over hexes").expected = "over hex";
  }
  const Scope scope(*this);
  const std::vector<VarId> params = program.fields[id].params;
  const Type type = program.fields[id].type;
  name_params(*d.node, params);
  size_t name = 0, expr = 0;
  const auto part = [&](VarId& first, VarId* second, auto check) -> ExprPtr {
    const Scope inner(*this);
    first = declare_var(name_token(*body, name++), hex_type, {});
    if (second != nullptr) *second = declare_var(name_token(*body, name++), hex_type, {});
    const Node* node = tree.expression(*body, expr++);
    return node != nullptr ? check(*node) : nullptr;
  };
  const auto boolean = [&](const Node& node) { return check_boolean(node); };
  VarId goal_var = none, through_var = none, from_var = none, to_var = none;
  ExprPtr goal = part(goal_var, nullptr, boolean);
  ExprPtr through, across, step;
  if (tree.has_word(*body, "through")) through = part(through_var, nullptr, boolean);
  if (tree.has_word(*body, "across")) across = part(from_var, &to_var, boolean);
  if (cost) {
    step = part(from_var, &to_var, [&](const Node& node) -> ExprPtr {
      ExprPtr value = check_as(node, type);
      if (!value || only_never(value->interval) || value->interval.low >= 1) return value;
      Diagnostic& diagnostic = error("E0341", node,
                                     "a step may cost " + number_text(type, value->interval.low) +
                                         ", and the least cost is then not one number");
      diagnostic.expected = "steps that cost at least " + number_text(type, 1);
      diagnostic.suggestion = "max(" + number_text(type, 1) + ", " + tree.node_text(node).substr(0, 60) + ")";
      return nullptr;
    });
  }
  Field& field = program.fields[id];
  field.goal_var = goal_var;
  field.through_var = through_var;
  field.from_var = from_var;
  field.to_var = to_var;
  field.goal = std::move(goal);
  field.through = std::move(through);
  field.across = std::move(across);
  field.step = std::move(step);
}

}  // namespace casebook::language
