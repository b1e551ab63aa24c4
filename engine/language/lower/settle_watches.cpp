// SPDX-License-Identifier: Apache-2.0
// Which settlements can matter.
//
// Dirty: something that a watch reads may have been written since things were last settled. Play begins
// dirty. A settle step that is never dirty goes, and a jump that brings no dirt to one goes past it. Dirt is
// followed through the flow of each procedure, callees summed up first, as two answers: whether it ends dirty
// when it begins clean, and when it begins dirty. Procedures may run where watches are looked at (sighted)
// and where they are not: within `undisturbed` or a settlement (blind). A settle step cleans unless its
// procedure may be blind, and goes if it is never sighted.
#include <array>
#include <optional>
#include <set>

#include "engine/language/lower/control.h"
#include "engine/program/flow_graph.h"
#include "engine/program/reads_writes.h"

namespace casebook::language {
namespace {

class SettlementLiveness {
 public:
  explicit SettlementLiveness(Program& program) : program_(program), access_(program), graph_(program) {
    for (size_t id = 0; id < program.watches.size(); ++id)
      watched_.add(access_.watch(static_cast<WatchId>(id)));
    ends_.resize(program.procedures.size());
    entered_.resize(program.procedures.size());
    blind_.resize(program.procedures.size(), false);
    sighted_.resize(program.procedures.size(), false);
    needed_.resize(program.flow.size(), false);
  }

  void work() {
    find_blind_and_sighted();
    entered_[static_cast<size_t>(program_.game)].set(true);
    // Callers before callees: each is entered as its callers are where they call it.
    for (const ProcedureId id : callers_first()) {
      for (const bool dirty : {false, true}) {
        if (entered_[static_cast<size_t>(id)].as(dirty)) run(id, dirty, true);
      }
    }
    for (size_t at = 0; at < program_.flow.size(); ++at) {
      FlowStep& step = program_.flow[at];
      const auto pass = [&](StepId& target) {
        const bool brings = dirty_edges_.contains({static_cast<StepId>(at), target});
        if (target != none && program_.flow[target].op == FlowOp::settle && !brings) ++target;
      };
      if (step.op == FlowOp::jump || step.op == FlowOp::branch) pass(step.target);
      if (step.op != FlowOp::choose && step.op != FlowOp::draw) continue;
      Site& site = program_.sites[step.ref];
      pass(site.or_else);
      for (Alternative& one : site.alternatives) pass(one.target);
    }
    std::vector<bool> gone(program_.flow.size(), false);
    for (size_t at = 0; at < gone.size(); ++at)
      gone[at] = program_.flow[at].op == FlowOp::settle && !needed_[at];
    remove_steps(program_, gone);
  }

 private:
  struct Entered {
    bool clean = false, dirty = false;
    void set(bool d) { (d ? dirty : clean) = true; }
    bool as(bool d) const { return d ? dirty : clean; }
  };

  std::vector<ProcedureId> callers_first() const {
    const std::vector<std::vector<ProcedureId>> calls = call_graph(program_);
    std::vector<ProcedureId> order;
    std::vector<bool> seen(calls.size(), false);
    const auto visit = [&](const auto& self, ProcedureId id) -> void {
      if (seen[static_cast<size_t>(id)]) return;
      seen[static_cast<size_t>(id)] = true;
      for (const ProcedureId to : calls[static_cast<size_t>(id)]) self(self, to);
      order.insert(order.begin(), id);
    };
    for (size_t id = 0; id < calls.size(); ++id) visit(visit, static_cast<ProcedureId>(id));
    return order;
  }

  /// How deep in `undisturbed` each step of a procedure stands, counted from its entry.
  std::vector<int> depths(const Procedure& procedure) const {
    std::vector<int> depth(program_.flow.size(), 0);
    std::vector<bool> seen(program_.flow.size(), false);
    std::vector<StepId> open = {procedure.entry};
    seen[static_cast<size_t>(procedure.entry)] = true;
    while (!open.empty()) {
      const StepId at = open.back();
      open.pop_back();
      const FlowStep& step = program_.flow[at];
      const int after = depth[static_cast<size_t>(at)] + (step.op == FlowOp::undisturbed ? step.value : 0);
      for (const StepId to : graph_.successors(at, true)) {
        if (seen[static_cast<size_t>(to)]) continue;
        seen[static_cast<size_t>(to)] = true;
        depth[static_cast<size_t>(to)] = after;
        open.push_back(to);
      }
    }
    return depth;
  }

  void find_blind_and_sighted() {
    blind_[static_cast<size_t>(program_.settle)] = true;
    sighted_[static_cast<size_t>(program_.game)] = true;
    for (const ProcedureId id : callers_first()) {
      const Procedure& procedure = program_.procedures[id];
      const std::vector<int> depth = depths(procedure);
      for (StepId at = procedure.entry; at < procedure.end; ++at) {
        const FlowStep& step = program_.flow[at];
        if (step.op != FlowOp::call) continue;
        const bool disturbed = depth[static_cast<size_t>(at)] == 0;
        if (blind_[static_cast<size_t>(id)] || !disturbed) blind_[static_cast<size_t>(step.ref)] = true;
        if (sighted_[static_cast<size_t>(id)] && disturbed) sighted_[static_cast<size_t>(step.ref)] = true;
      }
    }
  }

  bool matters(const Access& access) const { return access.writes.meets(watched_); }

  /// Whether it can end dirty. `note`: marks settle steps that are needed, and how the procedures it calls
  /// are entered.
  bool run(ProcedureId id, bool dirty, bool note) {
    std::optional<bool>& known = ends_[static_cast<size_t>(id)][dirty ? 1 : 0];
    if (known && !note) return *known;
    const Procedure& procedure = program_.procedures[id];
    const std::vector<int> depth = depths(procedure);
    const bool blind = blind_[static_cast<size_t>(id)];
    // 0: not reached, 1: clean, 2: maybe dirty; a step is looked at again when it gets dirtier.
    std::vector<int> before(program_.flow.size(), 0);
    std::vector<StepId> open = {procedure.entry};
    before[static_cast<size_t>(procedure.entry)] = dirty ? 2 : 1;
    bool end = false;
    const auto reach = [&](StepId from, StepId to, bool d) {
      if (note && d) dirty_edges_.emplace(from, to);
      int& at = before[static_cast<size_t>(to)];
      if (at >= (d ? 2 : 1)) return;
      at = d ? 2 : 1;
      open.push_back(to);
    };
    while (!open.empty()) {
      const StepId at = open.back();
      open.pop_back();
      const FlowStep& step = program_.flow[at];
      const bool now = before[static_cast<size_t>(at)] == 2;
      bool then = now;
      switch (step.op) {
        case FlowOp::choose: {
          const Site& site = program_.sites[step.ref];
          for (const Alternative& one : site.alternatives)
            reach(at, one.target, now || matters(access_.action(one.action)));
          if (site.or_else != none) reach(at, site.or_else, now);
          continue;
        }
        case FlowOp::settle:
          if (depth[static_cast<size_t>(at)] > 0 || !sighted_[static_cast<size_t>(id)])
            break;  // nothing is ever looked at here
          if (note && now) needed_[static_cast<size_t>(at)] = true;
          then = now && blind;
          break;
        case FlowOp::call: {
          const bool enters = now || matters(access_.step(step));
          if (note) entered_[static_cast<size_t>(step.ref)].set(enters);
          then = run(step.ref, enters, false);
          break;
        }
        case FlowOp::leave:
          end = end || now || matters(access_.step(step));
          continue;
        default:
          then = now || matters(access_.step(step));
          break;
      }
      for (const StepId to : graph_.successors(at, true)) reach(at, to, then);
    }
    known = end;
    return end;
  }

  Program& program_;
  ReadsWrites access_;
  FlowGraph graph_;
  Cells watched_;
  std::vector<std::array<std::optional<bool>, 2>> ends_;
  std::vector<Entered> entered_;
  std::vector<bool> blind_, sighted_, needed_;
  std::set<std::pair<StepId, StepId>> dirty_edges_;  // from a step to the next one
};

}  // namespace

void leave_out_settlements(Program& program) {
  if (program.settle != none && program.game != none) SettlementLiveness(program).work();
}

}  // namespace casebook::language
