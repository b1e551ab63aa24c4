// SPDX-License-Identifier: Apache-2.0
#include "engine/program/walk.h"

#include <map>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"

namespace casebook::language {
namespace {

template <class ExprT, class Visit>
void walk_expr(ExprT& expr, const Visit& visit) {
  visit(expr);
  expressions_of(expr, [&visit](auto& part) { walk_expr(part, visit); });
}

}  // namespace

void walk(const Expr& expr, const std::function<void(const Expr&)>& visit) {
  walk_expr(expr, visit);
}
void change(Expr& expr, const std::function<void(Expr&)>& visit) {
  walk_expr(expr, visit);
}
bool mentions(const Requirement& requirement, VarId var) {
  bool found = false;
  const auto visit = [&](const Expr& expr) { found = found || (expr.op == Op::variable && expr.ref == var); };
  walk(*requirement.expr, visit);
  for (const Waiver& waiver : requirement.waivers) walk(*waiver.when, visit);
  return found;
}
void walk(const Binder& binder, const std::function<void(const Expr&)>& visit) {
  expressions_of(binder, [&visit](const Expr& part) { walk_expr(part, visit); });
}

void walk(const Stmt& stmt, const std::function<void(const Stmt&)>& visit,
          const std::function<void(const Expr&)>& visit_expr) {
  visit(stmt);
  expressions_of(stmt, [&](const Expr& part) { walk_expr(part, visit_expr); });
  for (const StmtPtr& part : stmt.body) {
    if (part) walk(*part, visit, visit_expr);
  }
}

void walk(const Program& program, const FlowStep& step, const std::function<void(const Expr&)>& visit) {
  anatomy(program, step,
          Visitor{[&](const Line&, const Expr& expr) { walk(expr, visit); },
                  [&](const Line&, const Stmt& stmt) {
                    walk(
                        stmt, [](const Stmt&) {}, visit);
                  }});
}

std::pair<int32_t, int32_t> block_of(const Program& program, const Watch& watch) {
  std::pair<int32_t, int32_t> steps{0, 0};
  if (program.settle == none) return steps;
  // What the compiler adds around the block has the place of the whole `whenever`.
  const Procedure& settle = program.procedures[program.settle];
  for (StepId at = settle.entry; at < settle.end; ++at) {
    const Place& place = program.flow[at].place;
    const bool inside =
        place.file == watch.place.file && place.begin > watch.place.begin && place.begin < watch.place.end;
    if (!inside) continue;
    if (steps.second == 0) steps.first = at;
    steps.second = at + 1;
  }
  return steps;
}

ExprPtr clone_fresh(Program& program, const Expr& expr, const std::vector<std::pair<VarId, VarId>>& renamed) {
  ExprPtr copy(expr);
  std::map<VarId, VarId> names(renamed.begin(), renamed.end());
  const auto fresh = [&](auto& var) {
    if (var == none) return;
    const VarId id = static_cast<VarId>(program.vars.size());
    program.vars.push_back(Var(program.vars[var]));
    names[var] = id;
    var = id;
  };
  change(*copy, [&](Expr& part) {  // a binder comes before whatever may name its variables
    if (part.op == Op::let || part.op == Op::if_hex) fresh(part.ref);
    if (part.binder) {
      fresh(part.binder->var);
      fresh(part.binder->at);
    }
    if (part.list) {
      for (ListEntry& entry : part.list->entries) {
        if (!entry.per) continue;
        fresh(entry.per->var);
        fresh(entry.per->at);
      }
    }
    if (part.op != Op::variable) return;
    if (const auto found = names.find(part.ref); found != names.end()) part.ref = found->second;
  });
  return copy;
}

}  // namespace casebook::language
