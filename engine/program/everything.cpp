// SPDX-License-Identifier: Apache-2.0
#include "engine/program/everything.h"

namespace casebook::language {
namespace {

using Change = std::function<void(Expr&)>;

void one(ExprPtr& expr, const Change& change) {
  if (expr) change(*expr);
}

void all(std::vector<ExprPtr>& exprs, const Change& change) {
  for (ExprPtr& expr : exprs) one(expr, change);
}

void binder(Binder& b, const Change& change) {
  one(b.domain, change);
  one(b.on, change);
  one(b.where, change);
}

void requirements(std::vector<Requirement>& list, const Change& change) {
  for (Requirement& r : list) {
    one(r.expr, change);
    for (Waiver& w : r.waivers) one(w.when, change);
  }
}

void site(Site& s, const Change& change) {
  one(s.by, change);
  for (Alternative& a : s.alternatives) {
    for (AlternativeArg& arg : a.args) one(arg.value, change);
    requirements(a.requires_, change);
  }
  one(s.condition, change);
  one(s.set, change);
}

}  // namespace

void each_expression(Stmt& stmt, const Change& change) {
  all(stmt.args, change);
  one(stmt.value, change);
  if (stmt.binder) binder(*stmt.binder, change);
  for (StmtPtr& inner : stmt.body) {
    if (inner) each_expression(*inner, change);
  }
}

void each_expression(Action& action, const Change& change) {
  for (ActionParam& p : action.params) {
    one(p.domain, change);
    one(p.where, change);
  }
  requirements(action.requires_, change);
  requirements(action.ensures, change);
  for (Best& b : action.bests) one(b.value, change);
  if (action.body) each_expression(*action.body, change);
}

void each_expression(Program& program, const Change& change) {
  for (Given& g : program.givens) one(g.fallback, change);
  for (State& s : program.states) one(s.initial, change);
  for (Definition& d : program.definitions) {
    one(d.body, change);
    for (Exception& e : d.exceptions) {
      one(e.when, change);
      one(e.value, change);
    }
    for (Adjustment& a : d.adjustments) {
      one(a.when, change);
      one(a.value, change);
    }
  }
  for (Field& f : program.fields) {
    one(f.goal, change);
    one(f.through, change);
    one(f.across, change);
    one(f.step, change);
  }
  for (Effect& e : program.effects) {
    for (EffectEntry& entry : e.entries) {
      one(entry.when, change);
      if (entry.body) each_expression(*entry.body, change);
    }
  }
  for (Action& a : program.actions) each_expression(a, change);
  for (FlowStep& step : program.flow) {
    one(step.expr, change);
    all(step.args, change);
    if (step.stmt) each_expression(*step.stmt, change);
  }
  for (Site& s : program.sites) site(s, change);
  for (Watch& w : program.watches) {
    one(w.by, change);
    one(w.first, change);
  }
  for (Invariant& i : program.invariants) one(i.expr, change);
  for (View& v : program.views) {
    one(v.expr, change);
    one(v.from, change);
  }
  for (Claim& c : program.claims) {
    all(c.args, change);
    for (ClaimFill& fill : c.fills) {
      all(fill.args, change);
      one(fill.value, change);
    }
    for (ClaimLine& line : c.lines) one(line.expr, change);
  }
}

}  // namespace casebook::language
