// SPDX-License-Identifier: Apache-2.0
// What can be reached, and whether every turn of a loop passes a site.
#include "engine/language/lower/control.h"
#include "engine/program/flow_graph.h"

namespace casebook::language {
namespace {

const FlowStep& step_of(const Program& program, StepId at) {
  return program.flow[at];
}

/// The first line of each stretch that nothing leads to.
void check_unreachable(Checker& checker, const FlowGraph& graph, const Procedure& procedure) {
  const Program& program = checker.program;
  bool told = false;
  for (StepId at = procedure.entry; at < procedure.end; ++at) {
    if (!checker.lowering->written[static_cast<size_t>(at)]) continue;
    if (graph.reachable()[static_cast<size_t>(at)]) {
      told = false;
    } else if (!told) {
      told = true;
      checker.diagnostics
          .error("E0510", program.range_of(step_of(program, at).place), "this is never reached")
          .notes.push_back({{},
                            "everything before it leaves: by `stop`, `end game`, a repeat without an end, or "
                            "a procedure that never returns"});
    }
  }
}

/// A jump back, from which its own target and then itself can come again without a site between.
void check_turns(Checker& checker, const FlowGraph& graph, const Procedure& procedure) {
  const Program& program = checker.program;
  StepId told = none;
  for (StepId at = procedure.entry; at < procedure.end; ++at) {
    const FlowStep& step = step_of(program, at);
    if (step.op != FlowOp::jump || step.target > at || step.target <= told ||
        !graph.reachable()[static_cast<size_t>(at)])
      continue;
    if (!graph.after(at, false)[static_cast<size_t>(at)]) continue;
    Diagnostic& diagnostic =
        checker.diagnostics.error("E0504", program.range_of(step.place),
                                  "a turn of this repeat can pass without a choose, a roll or a draw");
    diagnostic.expected = "one of them on every way through the turn";
    diagnostic.notes.push_back({{}, "the `or else` of a choose or draw passes none; let it `stop`"});
    told = at;  // a repeat around it would only say it again
  }
}

}  // namespace

void check_ways(Checker& checker) {
  const Program& program = checker.program;
  const FlowGraph graph(program);
  for (size_t id = 0; id < program.procedures.size(); ++id) {
    const Procedure& procedure = program.procedures[id];
    if (procedure.entry < 0 || procedure.end <= procedure.entry) continue;
    check_unreachable(checker, graph, procedure);
    check_turns(checker, graph, procedure);
    for (StepId at = procedure.entry; at < procedure.end; ++at) {
      const FlowStep& step = step_of(program, at);
      if (step.op != FlowOp::fault || !step.text.empty() || !graph.reachable()[static_cast<size_t>(at)])
        continue;
      checker.diagnostics
          .error("E0515", program.range_of(step.place),
                 "after this `or else` there is nothing drawn to go on with")
          .expected = "`stop` or `end game` at the end of it";
    }
    if (static_cast<ProcedureId>(id) == program.game && graph.returns(program.game)) {
      checker.diagnostics
          .error("E0511", program.range_of(procedure.place),
                 "the game can come to the end of this procedure undecided")
          .expected = "`end game` on every way through it";
    }
  }
}

}  // namespace casebook::language
