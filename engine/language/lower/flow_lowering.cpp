// SPDX-License-Identifier: Apache-2.0
// Steps, scopes and straight runs: what every construct of a procedure is lowered with.
#include "engine/language/lower/flow_lowering.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/program/walk.h"

namespace casebook::language {

FlowLowering::FlowLowering(Checker& checker, ProcedureId procedure)
    : checker_(checker), procedure_(procedure), watched_(!checker.program.watches.empty()) {
  if (!checker_.lowering) checker_.lowering = std::make_shared<Lowering>();
  checker_.at.procedure = procedure;
  checker_.program.procedures[procedure].entry = here();
}

StepId FlowLowering::emit(FlowOp op, const Node& node, bool written) {
  FlowStep step;
  step.op = op;
  step.label = checker_.at.label;
  step.place = checker_.place_of(node);
  checker_.program.flow.push_back(std::move(step));
  checker_.lowering->written.resize(checker_.program.flow.size());
  checker_.lowering->written.back() = written;
  return here() - 1;
}

StepId FlowLowering::branch(const Node& node, ExprPtr condition, bool written) {
  const StepId at = emit(FlowOp::branch, node, written);
  step(at).expr = std::move(condition);
  return at;
}

StepId FlowLowering::jump(const Node& node, StepId target) {
  const StepId at = emit(FlowOp::jump, node);
  step(at).target = target;
  return at;
}

void FlowLowering::run_let(const Node& node, VarId var, ExprPtr value) {
  const StepId at = emit(FlowOp::run, node);
  StmtPtr let = make_stmt(checker_, StmtOp::let, node);
  let->ref = var;
  let->value = std::move(value);
  step(at).stmt = std::move(let);
}

void FlowLowering::clear(const Node& node, std::vector<VarId> vars) {
  if (vars.empty()) return;
  const StepId at = emit(FlowOp::clear, node);
  step(at).vars = std::move(vars);
}

SiteId FlowLowering::new_site(SiteKind kind, const Node& node) {
  const FlowOp op = kind == SiteKind::choose ? FlowOp::choose
                    : kind == SiteKind::roll ? FlowOp::roll
                                             : FlowOp::draw;
  const StepId at = emit(op, node, true);
  const SiteId id = static_cast<SiteId>(checker_.program.sites.size());
  if (id == limits::sites) {
    checker_
        .error("E0512", node,
               "an edition has at most " + std::to_string(limits::sites) + " places to choose, roll or draw")
        .notes.push_back({{}, "the limit is called \"sites\""});
  }
  step(at).ref = id;
  Site site;
  site.kind = kind;
  site.procedure = procedure_;
  site.flow = at;
  site.ordinal = ++sites_;
  site.label = checker_.at.label;
  site.scope = scope_;
  checker_.program.sites.push_back(std::move(site));
  return id;
}

VarId FlowLowering::hidden(const std::string& name, const Type& type, const Interval& interval,
                           const Node& node) {
  const VarId var = checker_.make_var(name, type, interval, node, true);
  open(var);
  return var;
}

void FlowLowering::settle(const Node& node) {
  if (!watched_ || procedure_ == checker_.program.settle) return;
  const StepId at = emit(FlowOp::settle, node);
  step(at).vars = scope_;
}

void FlowLowering::change_undisturbed(const Node& node, int by) {
  if (!watched_ || by == 0) return;
  const StepId at = emit(FlowOp::undisturbed, node);
  step(at).value = by;
}

bool FlowLowering::is_read(VarId var, StepId since, StepId but) const {
  bool found = false;
  const Program& program = checker_.program;
  for (StepId at = since; at < here() && !found; ++at) {
    if (at == but) continue;
    walk(program, program.flow[at],
         [&](const Expr& expr) { found = found || (expr.op == Op::variable && expr.ref == var); });
  }
  return found;
}

void FlowLowering::close(const Node& node, size_t size, StepId since, bool clear_too) {
  // What is read only in the step that sets it need not be stored.
  for (size_t i = size; i < scope_.size(); ++i) {
    const VarId var = scope_[i];
    StepId setter = none;
    for (StepId at = since; at < here() && setter == none; ++at) {
      const FlowStep& one = step(at);
      if (one.op != FlowOp::run || !one.stmt) continue;
      walk(
          *one.stmt,
          [&](const Stmt& stmt) {
            if (stmt.op == StmtOp::let && stmt.ref == var) setter = at;
          },
          [](const Expr&) {});
    }
    if (setter != none && !is_read(var, since, setter)) make_scratch(var);
  }
  std::vector<VarId> gone;
  for (size_t i = size; i < scope_.size(); ++i) {
    if ((*checker_.vars)[scope_[i]].procedure != none) gone.push_back(scope_[i]);
  }
  scope_.resize(size);
  if (clear_too) clear(node, std::move(gone));
}

void FlowLowering::block(const Node& owner, const std::vector<const Node*>& list, bool clear_at_end) {
  const Scope names(checker_);
  const size_t size = scope_.size();
  const StepId since = here();
  statements(list);
  close(owner, size, since, clear_at_end);
}

void FlowLowering::block(const Node& block_node) {
  block(block_node, statements_of(tree(), block_node));
}

void FlowLowering::statements(const std::vector<const Node*>& list) {
  for (size_t i = 0; i < list.size();) {
    if (!is_straight(checker_, *list[i])) {
      statement(*list[i++]);
      continue;
    }
    // A run of straight lines is one step, but an `end game` within must end that step.
    size_t end = i;
    while (end < list.size() && is_straight(checker_, *list[end])) {
      if (may_end_game(checker_, *list[end++])) break;
    }
    straight(
        {list.begin() + static_cast<std::ptrdiff_t>(i), list.begin() + static_cast<std::ptrdiff_t>(end)});
    i = end;
  }
}

StmtPtr FlowLowering::one_straight(const Node& node) {
  if (node.kind == NodeKind::let_stmt) {
    StmtPtr stmt = check_let(checker_, node, true);
    if (stmt) open(stmt->ref);
    return stmt;
  }
  if (node.kind == NodeKind::labelled) {
    const std::vector<const Node*> inner = statements_of(tree(), node);
    if (inner.empty()) return nullptr;
    const Here here_too(checker_);
    cite(checker_, tree().child(node, NodeKind::label));
    return one_straight(*inner.front());
  }
  return check_statement(checker_, node);
}

void FlowLowering::straight(const std::vector<const Node*>& list) {
  std::vector<StmtPtr> done;
  for (const Node* node : list) {
    if (StmtPtr stmt = one_straight(*node)) done.push_back(std::move(stmt));
  }
  if (done.empty()) return;
  const StepId at = emit(FlowOp::run, *list.front(), true);
  if (done.size() == 1) {
    step(at).stmt = std::move(done.front());
    step(at).label = step(at).stmt->label;
    return;
  }
  StmtPtr whole = make_stmt(checker_, StmtOp::block, *list.front());
  whole->body = std::move(done);
  step(at).stmt = std::move(whole);
}

void FlowLowering::finish(const Node& node) {
  const StepId at = emit(FlowOp::leave, node);
  step(at).ref = procedure_;
  Program& program = checker_.program;
  Procedure& procedure = program.procedures[procedure_];
  procedure.end = here();
  procedure.vars = procedure.params;
  for (size_t var = 0; var < program.vars.size(); ++var) {
    const VarId id = static_cast<VarId>(var);
    if (program.vars[var].procedure != procedure_) continue;
    if (std::find(procedure.params.begin(), procedure.params.end(), id) == procedure.params.end())
      procedure.vars.push_back(id);
  }
  // Lists of what is in scope were written before it was known what is scratch.
  const auto drop_scratch = [&](std::vector<VarId>& vars) {
    std::erase_if(vars, [&](VarId var) { return program.vars[var].procedure == none; });
  };
  for (StepId i = procedure.entry; i < procedure.end; ++i) drop_scratch(step(i).vars);
  for (Site& one : program.sites) {
    if (one.procedure == procedure_) drop_scratch(one.scope);
  }
}

}  // namespace casebook::language
