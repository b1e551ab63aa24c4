// SPDX-License-Identifier: Apache-2.0
// State that lives for one run of a procedure may be used only while the procedure runs.
#include <algorithm>
#include <map>
#include <set>

#include "engine/base/nearest.h"
#include "engine/language/lower/control.h"
#include "engine/program/flow_graph.h"
#include "engine/program/reads_writes.h"

namespace casebook::language {
namespace {

/// Who can run while who does not.
class Running {
 public:
  explicit Running(const Program& program) : program_(program), graph_(call_graph(program)) {
    std::vector<bool> called(graph_.size(), false);
    for (const std::vector<ProcedureId>& callees : graph_) {
      for (const ProcedureId id : callees) called[static_cast<size_t>(id)] = true;
    }
    for (size_t id = 0; id < graph_.size(); ++id) {
      if (!called[id]) roots_.push_back(static_cast<ProcedureId>(id));
    }
  }

  /// The calls that lead from a beginning of play to `inner` past `outer`; empty when `outer` always runs
  /// then.
  std::vector<ProcedureId> way_without(ProcedureId inner, ProcedureId outer) const {
    if (inner == outer) return {};
    std::map<ProcedureId, ProcedureId> from;  // who called it first
    std::vector<ProcedureId> open;
    for (const ProcedureId root : roots_) {
      if (root == outer) continue;
      from[root] = none;
      open.push_back(root);
    }
    for (size_t i = 0; i < open.size(); ++i) {
      for (const ProcedureId to : graph_[static_cast<size_t>(open[i])]) {
        if (to != outer && from.try_emplace(to, open[i]).second) open.push_back(to);
      }
    }
    std::vector<ProcedureId> way;
    for (ProcedureId at = from.contains(inner) ? inner : none; at != none; at = from[at]) way.push_back(at);
    std::reverse(way.begin(), way.end());
    return way;
  }

  std::string text(const std::vector<ProcedureId>& way) const {
    std::string text;
    for (const ProcedureId id : way) text += (text.empty() ? "" : " -> ") + program_.procedures[id].name;
    return text;
  }

 private:
  const Program& program_;
  std::vector<std::vector<ProcedureId>> graph_;
  std::vector<ProcedureId> roots_;
};

void report(Checker& checker, const Place& place, const State& state, const std::string& why) {
  const Program& program = checker.program;
  const std::string& owner = program.procedures[state.procedure].name;
  Diagnostic& diagnostic = checker.diagnostics.error(
      "E0506", program.range_of(place),
      "this needs \"" + state.name + "\", which lives only while \"" + owner + "\" runs");
  diagnostic.notes.push_back({program.range_of(state.place), "declared here, in \"" + owner + "\""});
  diagnostic.notes.push_back({{}, why});
  diagnostic.notes.push_back({{}, "declare it outside procedures, as state of the game"});
}

}  // namespace

void check_lifetimes(Checker& checker) {
  const Program& program = checker.program;
  const Running running(program);
  ReadsWrites access(program);
  const auto used = [](const Access& one) {
    std::set<StateId> states = one.reads.states;
    states.insert(one.writes.states.begin(), one.writes.states.end());
    return states;
  };
  for (size_t id = 0; id < program.procedures.size(); ++id) {
    const Procedure& procedure = program.procedures[id];
    std::set<StateId> told;
    for (StepId at = std::max<int32_t>(procedure.entry, 0); at < procedure.end; ++at) {
      const FlowStep& step = program.flow[at];
      Access one = access.step(step);
      if (step.op == FlowOp::call && step.ref != none) {  // its own state at entry is its own affair
        for (const StateId own : program.procedures[step.ref].states) one.writes.states.erase(own);
      }
      for (const StateId state_id : used(one)) {
        const State& state = program.states[state_id];
        if (state.procedure == none || state.hidden || told.contains(state_id)) continue;
        if (step.op == FlowOp::call && state.procedure == step.ref)
          continue;  // read by what another state of it begins with
        const std::vector<ProcedureId> way =
            running.way_without(static_cast<ProcedureId>(id), state.procedure);
        if (way.empty()) continue;
        told.insert(state_id);
        report(checker, step.place, state, "without it, play gets here by " + running.text(way));
      }
    }
  }
  for (const Invariant& invariant : program.invariants) {
    if (!invariant.expr) continue;
    for (const StateId state_id : used(access.of(*invariant.expr))) {
      const State& state = program.states[state_id];
      if (state.procedure == none) continue;
      const bool lives =
          invariant.procedure != none && running.way_without(invariant.procedure, state.procedure).empty();
      if (!lives)
        report(checker, invariant.place, state, "this invariant is asked also when it does not run");
    }
  }
}

}  // namespace casebook::language
