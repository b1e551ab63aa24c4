// SPDX-License-Identifier: Apache-2.0
#include "engine/program/flow_graph.h"

#include <algorithm>

namespace casebook::language {

FlowGraph::FlowGraph(const Program& program)
    : program_(program), facts_(program.procedures.size()), reachable_(program.flow.size(), false) {
  for (size_t id = 0; id < program.procedures.size(); ++id) look(static_cast<ProcedureId>(id));
}

/// Callees first, so that their facts are known where they are called.
void FlowGraph::look(ProcedureId procedure) {
  Facts& facts = facts_[procedure];
  if (facts.known) return;
  facts.known = true;
  const Procedure& item = program_.procedures[procedure];
  if (item.entry < 0 || item.end <= item.entry) return;
  for (StepId at = item.entry; at < item.end; ++at) {
    const FlowStep& step = program_.flow[at];
    if (step.op == FlowOp::call && step.ref != none) look(step.ref);
  }
  const auto leave = static_cast<size_t>(item.end - 1);
  std::vector<bool> seen = after(item.entry, true);
  seen[static_cast<size_t>(item.entry)] = true;
  for (StepId at = item.entry; at < item.end; ++at)
    reachable_[static_cast<size_t>(at)] = seen[static_cast<size_t>(at)];
  facts.returns = seen[leave];
  facts.without_site = after(item.entry, false)[leave] || item.entry == item.end - 1;
}

std::vector<StepId> FlowGraph::successors(StepId at, bool past_sites) const {
  const FlowStep& step = program_.flow[at];
  const auto site = [&]() -> const Site& { return program_.sites[step.ref]; };
  std::vector<StepId> next;
  switch (step.op) {
    case FlowOp::jump:
      next.push_back(step.target);
      break;
    case FlowOp::branch:
      next = {at + 1, step.target};
      break;
    case FlowOp::call:
      if (step.ref == none || (past_sites ? returns(step.ref) : returns_without_site(step.ref)))
        next.push_back(at + 1);
      break;
    case FlowOp::leave:
    case FlowOp::end_game:
    case FlowOp::fault:
      break;
    case FlowOp::choose:
      for (const Alternative& one : site().alternatives) {
        if (past_sites) next.push_back(one.target);
      }
      if (site().or_else != none) next.push_back(site().or_else);
      break;
    case FlowOp::roll:
    case FlowOp::draw:
      if (past_sites) next.push_back(at + 1);
      if (site().or_else != none) next.push_back(site().or_else);
      break;
    default:
      next.push_back(at + 1);
      break;
  }
  std::erase_if(next, [&](StepId to) { return to < 0 || static_cast<size_t>(to) >= program_.flow.size(); });
  return next;
}

std::vector<bool> FlowGraph::after(StepId from, bool past_sites) const {
  std::vector<bool> seen(program_.flow.size(), false);
  std::vector<StepId> open = successors(from, past_sites);
  while (!open.empty()) {
    const StepId at = open.back();
    open.pop_back();
    if (seen[static_cast<size_t>(at)]) continue;
    seen[static_cast<size_t>(at)] = true;
    for (const StepId to : successors(at, past_sites)) open.push_back(to);
  }
  return seen;
}

std::vector<std::vector<ProcedureId>> call_graph(const Program& program) {
  std::vector<std::vector<ProcedureId>> graph(program.procedures.size());
  for (size_t id = 0; id < graph.size(); ++id) {
    const Procedure& item = program.procedures[id];
    for (StepId at = std::max<int32_t>(item.entry, 0); at < item.end; ++at) {
      const FlowStep& step = program.flow[at];
      if (step.op != FlowOp::call || step.ref == none) continue;
      if (std::find(graph[id].begin(), graph[id].end(), step.ref) == graph[id].end())
        graph[id].push_back(step.ref);
    }
  }
  return graph;
}

namespace {

enum class Colour : unsigned char { white, grey, black };

bool visit(const std::vector<std::vector<ProcedureId>>& graph, ProcedureId at, std::vector<Colour>& colours,
           std::vector<ProcedureId>& way) {
  colours[static_cast<size_t>(at)] = Colour::grey;
  way.push_back(at);
  for (const ProcedureId to : graph[static_cast<size_t>(at)]) {
    if (colours[static_cast<size_t>(to)] == Colour::grey) {
      way.erase(way.begin(), std::find(way.begin(), way.end(), to));
      return true;
    }
    if (colours[static_cast<size_t>(to)] == Colour::white && visit(graph, to, colours, way)) return true;
  }
  way.pop_back();
  colours[static_cast<size_t>(at)] = Colour::black;
  return false;
}

}  // namespace

std::vector<ProcedureId> find_circle(const std::vector<std::vector<ProcedureId>>& graph) {
  std::vector<Colour> colours(graph.size(), Colour::white);
  std::vector<ProcedureId> way;
  for (size_t id = 0; id < graph.size(); ++id) {
    if (colours[id] == Colour::white && visit(graph, static_cast<ProcedureId>(id), colours, way)) return way;
  }
  return {};
}

}  // namespace casebook::language
