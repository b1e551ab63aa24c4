// SPDX-License-Identifier: Apache-2.0
// Statements of procedures, without loops and sites.
#include "engine/language/lower/flow_lowering.h"

namespace casebook::language {

void FlowLowering::statement(const Node& node) {
  switch (node.kind) {
    case NodeKind::labelled:
      return lower_labelled(node);
    case NodeKind::block:
      return block(node);
    case NodeKind::if_stmt:
      return lower_if(node);
    case NodeKind::match_stmt:
      return lower_match(node);
    case NodeKind::call_stmt:
      return lower_call(node);
    case NodeKind::repeat:
      return lower_repeat(node);
    case NodeKind::stop:
      return lower_stop(node);
    case NodeKind::choose:
      return lower_choose(node);
    case NodeKind::roll:
      return lower_roll(node);
    case NodeKind::draw:
      return lower_draw(node);
    case NodeKind::attempt:
      return lower_attempt(node);
    case NodeKind::undisturbed:
      return lower_undisturbed(node);
    case NodeKind::end_game:
      return lower_end_game(node);
    case NodeKind::state_decl:
      checker_.error("E0514", node, "the state of a procedure stands before everything else in it");
      return;
    default:
      return;
  }
}

void FlowLowering::lower_labelled(const Node& node) {
  const std::vector<const Node*> inner = statements_of(tree(), node);
  if (inner.empty()) return;
  // Not Here: only the label is of this line, while names it declares stay (a labelled roll).
  const CaseId label = checker_.at.label;
  cite(checker_, tree().child(node, NodeKind::label));
  statement(*inner.front());
  checker_.at.label = label;
}

void FlowLowering::lower_if(const Node& node) {
  const Node* condition = tree().expression(node);
  const std::vector<const Node*> blocks = tree().children(node, NodeKind::block);
  if (condition == nullptr || blocks.empty()) return;
  const StepId test = branch(node, checker_.check_boolean(*condition), true);
  block(*blocks[0]);
  if (blocks.size() < 2) {
    step(test).target = here();
    return;
  }
  const StepId over = jump(node);
  step(test).target = here();
  block(*blocks[1]);
  step(over).target = here();
}

/// The value is asked for once, kept until an arm is found, and gone when the arm begins.
void FlowLowering::lower_match(const Node& node) {
  std::optional<MatchPlan> plan = checker_.check_match(node);
  if (!plan) {
    for (const Node* arm : tree().children(node, NodeKind::match_arm)) {
      if (const Node* body = tree().child(*arm, NodeKind::block)) block(*body);
    }
    return;
  }
  Var& var = (*checker_.vars)[plan->var];
  var.procedure = procedure_;
  var.name = "match:" + std::to_string(++matches_);
  const VarId id = plan->var;
  const StepId let = here();
  run_let(node, id, std::move(plan->value));
  checker_.lowering->written[static_cast<size_t>(let)] = true;
  std::vector<StepId> ends;
  for (MatchArm& arm : plan->arms) {
    StepId test = none;
    if (arm.condition) test = branch(*arm.node, std::move(arm.condition));
    clear(*arm.node, {id});
    if (const Node* body = tree().child(*arm.node, NodeKind::block)) block(*body);
    if (test == none) break;
    ends.push_back(jump(*arm.node));
    step(test).target = here();
  }
  for (const StepId end : ends) step(end).target = here();
}

void FlowLowering::lower_call(const Node& node) {
  const Symbol* symbol =
      checker_.find(checker_.doings, checker_.name_token(node), {SymbolKind::procedure}, "procedure");
  if (symbol == nullptr) return;
  const ProcedureId callee = symbol->id;
  const Procedure& procedure = checker_.program.procedures[callee];
  std::vector<ExprPtr> args;
  const bool well = checker_.check_arguments(
      node, tree().child(node, NodeKind::args), checker_.param_types(procedure.params),
      "the procedure \"" + procedure.name + "\"", args, checker_.param_names(procedure.params));
  if (callee == checker_.program.game) {
    checker_.error("E0503", node, "\"game\" is where play begins; nothing calls it");
    return;
  }
  const StepId at = emit(FlowOp::call, node, true);
  step(at).ref = callee;
  step(at).vars = scope_;
  if (well) step(at).args = std::move(args);
}

void FlowLowering::lower_attempt(const Node& node) {
  const Symbol* symbol = find_action(checker_, checker_.name_token(node));
  if (symbol == nullptr) return;
  const Action& action = checker_.program.actions[symbol->id];
  std::vector<ExprPtr> args;
  const Id id = symbol->id;
  std::vector<std::string> names;
  for (const ActionParam& param : action.params) names.push_back(param.name);
  if (!checker_.check_arguments(node, tree().child(node, NodeKind::args),
                                param_types(action, checker_.program), "the action \"" + action.name + "\"",
                                args, names)) {
    return;
  }
  const StepId at = emit(FlowOp::attempt, node, true);
  step(at).ref = id;
  step(at).args = std::move(args);
  settle(node);
}

void FlowLowering::lower_undisturbed(const Node& node) {
  const Node* inner = tree().child(node, NodeKind::block);
  if (inner == nullptr) return;
  if (is_straight(checker_, *inner))
    return block(*inner);  // nothing is looked at within straight text anyway
  change_undisturbed(node, 1);
  ++undisturbed_;
  block(*inner);
  --undisturbed_;
  change_undisturbed(node, -1);
}

void FlowLowering::lower_end_game(const Node& node) {
  ExprPtr winner;
  if (!check_winner(checker_, node, winner)) return;
  const StepId at = emit(FlowOp::end_game, node, true);
  step(at).expr = std::move(winner);
}

}  // namespace casebook::language
