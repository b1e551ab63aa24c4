// SPDX-License-Identifier: Apache-2.0
// Each procedure has at most one run alive, also when a `whenever` interrupts one and runs procedures itself.
#include <algorithm>
#include <optional>

#include "engine/language/lower/control.h"
#include "engine/program/flow_graph.h"

namespace casebook::language {
namespace {

/// What `from` calls, directly and through others, itself first.
std::vector<ProcedureId> with_callees(const std::vector<std::vector<ProcedureId>>& calls, ProcedureId from) {
  std::vector<ProcedureId> all = {from};
  for (size_t i = 0; i < all.size(); ++i) {
    for (const ProcedureId to : calls[static_cast<size_t>(all[i])]) {
      if (std::find(all.begin(), all.end(), to) == all.end()) all.push_back(to);
    }
  }
  return all;
}

/// Where it, or what it calls, can be interrupted.
std::optional<StepId> interruption(const Program& program, const std::vector<std::vector<ProcedureId>>& calls,
                                   ProcedureId procedure) {
  for (const ProcedureId id : with_callees(calls, procedure)) {
    const Procedure& item = program.procedures[id];
    for (StepId at = item.entry; at < item.end; ++at) {
      if (program.flow[at].op == FlowOp::settle) return at;
    }
  }
  return std::nullopt;
}

}  // namespace

void check_interrupted(Checker& checker) {
  const Program& program = checker.program;
  if (program.settle == none) return;
  const std::vector<std::vector<ProcedureId>> calls = call_graph(program);
  const std::vector<ProcedureId> played =
      program.game != none ? with_callees(calls, program.game) : std::vector<ProcedureId>();
  for (const ProcedureId id : with_callees(calls, program.settle)) {
    if (id == program.settle || std::find(played.begin(), played.end(), id) == played.end()) continue;
    const std::optional<StepId> at = interruption(program, calls, id);
    if (!at) continue;
    const Procedure& procedure = program.procedures[id];
    Diagnostic& diagnostic = checker.diagnostics.error(
        "E0524", program.range_of(procedure.place),
        "\"" + procedure.name + "\" can be interrupted by a `whenever` that runs it again");
    diagnostic.notes.push_back(
        {program.range_of(program.flow[*at].place), "things are settled before or after this"});
    diagnostic.notes.push_back({{}, "put `undisturbed` around what it does"});
    return;
  }
}

}  // namespace casebook::language
