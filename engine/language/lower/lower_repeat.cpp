// SPDX-License-Identifier: Apache-2.0
// `repeat [at most n times] [decreasing E]` block `until E`, and `stop`.
//
//        let repeat:1 = 0, limit:1 = n                at most
// head:  branch repeat:1 < limit:1 else exit          at most
//        let last:1 = E                               decreasing
//        ...
//        branch not UNTIL else exit                   until
//        branch last:1 <= E else on; fault; on:       decreasing: asked only if there is another turn
//        let repeat:1 = repeat:1 + 1                  at most
//        jump head
// exit:  clear
#include "engine/base/limits.h"
#include "engine/language/lower/flow_lowering.h"

namespace casebook::language {

void FlowLowering::lower_repeat(const Node& node) {
  const Node* body = tree().child(node, NodeKind::block);
  if (body == nullptr) return;
  const bool at_most = tree().has_word(node, "most"), decreasing = tree().has_word(node, "decreasing"),
             until = tree().has_word(node, "until");
  size_t next = 0;
  const Node* most_node = at_most ? tree().expression(node, next++) : nullptr;
  const Node* falls_node = decreasing ? tree().expression(node, next++) : nullptr;
  const Node* until_node = until ? tree().expression(node, next++) : nullptr;

  const size_t size = depth();
  const StepId since = here();
  const std::string ordinal = std::to_string(++repeats_);
  const Place place = checker_.place_of(node);
  const auto read = [&](VarId var) { return make_variable(var, (*checker_.vars)[var], place); };

  VarId turns = none;
  StepId limit_test = none;
  if (most_node != nullptr) {
    ExprPtr most = checker_.check_as(*most_node, number_type);
    const int64_t highest = most ? std::max<int64_t>(most->interval.high, 0) : 0;
    const bool fixed = most && most->op == Op::constant;
    turns = hidden("repeat:" + ordinal, number_type, Interval{0, highest, false}, node);
    run_let(node, turns, make_constant(number_type, 0, place));
    ExprPtr bound;
    if (fixed || !most) {
      bound = std::move(most);
    } else {
      const VarId limit = hidden("limit:" + ordinal, number_type, most->interval, *most_node);
      run_let(*most_node, limit, std::move(most));
      bound = read(limit);
    }
    ExprPtr more = bound ? make_expr(Op::less, boolean_type, place, read(turns), std::move(bound)) : nullptr;
    limit_test = branch(node, std::move(more));
  }
  const StepId head = limit_test != none ? limit_test : here();

  VarId last = none;
  if (falls_node != nullptr) {
    if (ExprPtr value = checker_.check_storable(*falls_node); value && value->type.tag == TypeTag::number) {
      last = hidden("last:" + ordinal, value->type, value->interval, *falls_node);
      run_let(*falls_node, last, std::move(value));
    } else if (value) {
      checker_.mismatch(*falls_node, value->type, "a number, which must fall from turn to turn");
    }
  }

  loops_.push_back({depth(), undisturbed_, {}});
  block(*body);
  std::vector<StepId> exits;
  if (until_node != nullptr) {
    exits.push_back(branch(*until_node, make_not(checker_.check_boolean(*until_node)), true));
  }
  if (last != none) {
    // Checked a second time for Vars of its own; the first time reported what there is to report.
    if (ExprPtr value = checker_.check_storable(*falls_node)) {
      const StepId falls =
          branch(*falls_node, make_expr(Op::less_equal, boolean_type, place, read(last), std::move(value)));
      const StepId fault = emit(FlowOp::fault, *falls_node);
      step(fault).text =
          "\"" + tree().node_text(*falls_node) + "\" did not fall from one turn of the repeat to the next";
      step(falls).target = here();
    }
  }
  if (turns != none) {
    ExprPtr more = make_expr(Op::add, number_type, place, read(turns), make_constant(number_type, 1, place));
    more->interval = {1, (*checker_.vars)[turns].interval.high, false};
    run_let(node, turns, std::move(more));
  }
  jump(node, head);
  for (const StepId exit : loops_.back().exits) step(exit).target = here();
  for (const StepId exit : exits) step(exit).target = here();
  if (limit_test != none) step(limit_test).target = here();
  loops_.pop_back();
  close(node, size, since);
}

void FlowLowering::lower_stop(const Node& node) {
  if (loops_.empty()) {
    checker_.error("E0505", node, "there is no `repeat` around this `stop`").expected =
        "a repeat in this very procedure";
    return;
  }
  Loop& loop = loops_.back();
  change_undisturbed(node, loop.undisturbed - undisturbed_);
  clear(node, std::vector<VarId>(scope_.begin() + static_cast<std::ptrdiff_t>(loop.scope), scope_.end()));
  const StepId out = jump(node);
  checker_.lowering->written[static_cast<size_t>(out)] = true;
  loop.exits.push_back(out);
}

}  // namespace casebook::language
