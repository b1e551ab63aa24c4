// SPDX-License-Identifier: Apache-2.0
// Flow without steps that do nothing.
#include <algorithm>

#include "engine/language/lower/control.h"
#include "engine/program/flow_graph.h"

namespace casebook::language {
namespace {

/// Calls `visit` with every number of a step that something else goes to.
template <class Visit>
void each_target(Program& program, const Visit& visit) {
  for (FlowStep& step : program.flow) visit(step.target);
  for (Site& site : program.sites) {
    visit(site.or_else);
    for (Alternative& one : site.alternatives) visit(one.target);
  }
}

bool does_nothing(const Stmt& stmt) {
  return stmt.op == StmtOp::block && std::all_of(stmt.body.begin(), stmt.body.end(), [](const StmtPtr& one) {
           return !one || does_nothing(*one);
         });
}

/// Two clears one after the other become one, unless something leads to the second alone.
void join_clears(Program& program) {
  std::vector<bool> led_to(program.flow.size() + 1, false);
  each_target(program, [&](const StepId& step) {
    if (step != none) led_to[static_cast<size_t>(step)] = true;
  });
  for (size_t at = 0; at + 1 < program.flow.size(); ++at) {
    FlowStep& step = program.flow[at];
    FlowStep& next = program.flow[at + 1];
    if (step.op != FlowOp::clear || next.op != FlowOp::clear || led_to[at + 1]) continue;
    next.vars.insert(next.vars.end(), step.vars.begin(), step.vars.end());
    step.vars.clear();
  }
}

}  // namespace

void remove_steps(Program& program, const std::vector<bool>& gone) {
  std::vector<StepId> now(program.flow.size() + 1, 0);
  for (size_t at = 0; at < gone.size(); ++at) now[at + 1] = now[at] + (gone[at] ? 0 : 1);
  const auto renumber = [&](StepId& step) {
    if (step != none) step = now[static_cast<size_t>(step)];
  };
  each_target(program, renumber);
  // A site whose step is never reached is not a site.
  std::vector<SiteId> site_now(program.sites.size(), none);
  std::vector<Site> sites;
  for (size_t id = 0; id < program.sites.size(); ++id) {
    Site& site = program.sites[id];
    if (gone[static_cast<size_t>(site.flow)]) continue;
    renumber(site.flow);
    site_now[id] = static_cast<SiteId>(sites.size());
    sites.push_back(std::move(site));
  }
  program.sites = std::move(sites);
  for (Procedure& procedure : program.procedures) {
    renumber(procedure.entry);
    renumber(procedure.end);
  }
  std::vector<FlowStep> flow;
  for (size_t at = 0; at < gone.size(); ++at) {
    if (gone[at]) continue;
    FlowStep& step = program.flow[at];
    if (step.op == FlowOp::choose || step.op == FlowOp::roll || step.op == FlowOp::draw)
      step.ref = site_now[static_cast<size_t>(step.ref)];
    flow.push_back(std::move(step));
  }
  program.flow = std::move(flow);
}

void tidy_flow(Program& program) {
  for (bool changed = true; changed;) {
    changed = false;
    const auto end_of_jumps = [&](StepId step) {
      for (size_t n = 0; step != none && n < program.flow.size(); ++n) {
        const FlowStep& at = program.flow[step];
        if (at.op != FlowOp::jump || at.target == step) break;
        step = at.target;
      }
      return step;
    };
    each_target(program, [&](StepId& step) { step = end_of_jumps(step); });
    join_clears(program);
    const FlowGraph graph(program);
    std::vector<bool> gone(program.flow.size(), false);
    for (size_t at = 0; at < gone.size(); ++at) {
      const FlowStep& step = program.flow[at];
      const bool leave = step.op == FlowOp::leave;  // stays, so that every procedure ends with one
      const bool idle = (step.op == FlowOp::clear && step.vars.empty()) ||
                        (step.op == FlowOp::run && step.stmt && does_nothing(*step.stmt)) ||
                        (step.op == FlowOp::jump && step.target == static_cast<StepId>(at) + 1);
      gone[at] = !leave && (idle || !graph.reachable()[at]);
      changed = changed || gone[at];
    }
    if (changed) remove_steps(program, gone);
  }
}

}  // namespace casebook::language
