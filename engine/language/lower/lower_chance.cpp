// SPDX-License-Identifier: Apache-2.0
// `roll` and `draw`.
#include "engine/base/limits.h"
#include "engine/language/lower/flow_lowering.h"

namespace casebook::language {

/// settle; roll. The dice are in scope for the rest of the block.
void FlowLowering::lower_roll(const Node& node) {
  settle(node);
  const Node* type_node = tree().child(node, NodeKind::type);
  if (type_node == nullptr) return;
  const std::optional<Type> type = checker_.check_type(*type_node);
  bool well = type.has_value();
  if (type && type->tag != TypeTag::number) {
    checker_.mismatch(*type_node, *type, "a measure: the values of the die are those of its range");
    well = false;
  }
  std::vector<uint32_t> dice;
  for (size_t n = 0; checker_.name_token(node, n) != SyntaxTree::npos; ++n)
    dice.push_back(checker_.name_token(node, n));
  if (dice.size() > limits::dice) {
    checker_.error_at("E0518", dice[limits::dice], "one roll has at most four dice")
        .notes.push_back({{}, "write another `roll` for the rest"});
    dice.resize(limits::dice);
  }
  const Interval faces = well ? checker_.interval_of(*type) : Interval{0, 1, false};
  if (well && faces.may_be_never) {
    checker_.error("E0518", *type_node, "a die that may show \"never\" cannot be rolled");
  }
  int64_t outcomes = 1;
  for (size_t i = 0; i < dice.size() && outcomes <= limits::roll_outcomes; ++i)
    outcomes *= faces.high - faces.low + 1;
  if (well && outcomes > limits::roll_outcomes) {
    checker_.error("E0518", node,
                   "a roll has at most " + std::to_string(limits::roll_outcomes) + " outcomes");
  }
  const SiteId id = new_site(SiteKind::roll, node);
  std::vector<VarId> vars;
  for (const uint32_t name : dice) {
    if (!well) {
      checker_.declare_unknown(name);
      continue;
    }
    vars.push_back(checker_.declare_var(name, *type, faces, true));
    open(vars.back());
  }
  site(id).vars = std::move(vars);
  if (const Node* given = tree().expression(node)) {
    ExprPtr condition = checker_.check_boolean(*given);
    site(id).condition = std::move(condition);
  }
}

/// settle; draw; [jump on; or-else; on:]. The or-else has nothing drawn to go on with, so it must leave:
/// check_flow sees to it.
void FlowLowering::lower_draw(const Node& node) {
  settle(node);
  const Node* from = tree().expression(node);
  if (from == nullptr) return;
  ExprPtr set = checker_.check_set(*from);
  const SiteId id = new_site(SiteKind::draw, node);
  const bool well = set != nullptr;
  const Type member = well ? entity_type(set->type.of) : boolean_type;
  site(id).set = std::move(set);
  if (const Node* or_else = tree().child(node, NodeKind::or_else)) {
    const StepId over = jump(node);
    site(id).or_else = here();
    if (const Node* body = tree().child(*or_else, NodeKind::block)) block(*body);
    emit(FlowOp::fault, *or_else);  // E0515 when it can be reached
    step(over).target = here();
  }
  if (!well) return checker_.declare_unknown(checker_.name_token(node));
  const VarId var = checker_.declare_var(checker_.name_token(node), member, {}, true);
  open(var);
  site(id).vars = {var};
}

}  // namespace casebook::language
