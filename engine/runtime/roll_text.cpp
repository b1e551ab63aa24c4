// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/roll_text.h"

#include <algorithm>

#include "engine/language/walk.h"
#include "engine/runtime/control.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Expr;
using language::ExprPtr;
using language::FlowStep;
using language::Op;
using language::Program;
using language::Site;
using language::Stmt;
using language::StmtOp;

namespace {

/// The look-ups that the step evaluates itself, before it has written anything.
std::vector<const Expr*> look_ups(const FlowStep& step) {
  std::vector<const Expr*> found;
  const auto visit = [&](const Expr& expr) {
    if (expr.op == Op::table) found.push_back(&expr);
  };
  const auto part = [&](const ExprPtr& expr) {
    if (expr) language::walk(*expr, visit);
  };
  part(step.expr);
  for (const ExprPtr& arg : step.args) part(arg);
  const Stmt* first = step.stmt.get();
  while (first != nullptr && first->op == StmtOp::block)
    first = first->body.empty() ? nullptr : first->body.front().get();
  if (first != nullptr) {
    for (const ExprPtr& arg : first->args) part(arg);
    part(first->value);
  }
  return found;
}

/// Whether a key has a die in it, and nothing but dice and what the position holds.
bool is_keyed_by(const Program& program, const Expr& look_up, const std::vector<Id>& dice) {
  bool rolled = false, known = true;
  for (const ExprPtr& key : look_up.args) {
    language::walk(*key, [&](const Expr& expr) {
      if (expr.op != Op::variable) return;
      const bool is_die = std::find(dice.begin(), dice.end(), expr.ref) != dice.end();
      rolled = rolled || is_die;
      known = known && (is_die || program.vars[static_cast<size_t>(expr.ref)].procedure != language::none);
    });
  }
  return rolled && known;
}

}  // namespace

std::string look_ups_text(const Scenario& scenario, const Position& before, const ChanceOutcome& outcome) {
  const Program& program = *scenario.program;
  const Control control = control_of(scenario, before);
  if (control.site < 0) return {};
  const Site& site = program.sites[static_cast<size_t>(control.site)];
  if (site.kind != language::SiteKind::roll) return {};
  Evaluator evaluator(scenario.shared_from_this());
  Position rolled = before;
  for (size_t i = 0; i < site.vars.size(); ++i) {
    const language::Var& die = program.vars[static_cast<size_t>(site.vars[i])];
    evaluator.variable(site.vars[i]) = outcome.values[i];
    if (die.procedure != language::none)
      evaluator.write(scenario.layout.vars[static_cast<size_t>(site.vars[i])], die.type, rolled, 0,
                      outcome.values[i]);
  }
  std::vector<std::string> told;
  for (const Expr* look_up : look_ups(program.flow[static_cast<size_t>(site.flow) + 1])) {
    if (!is_keyed_by(program, *look_up, site.vars)) continue;
    try {
      const Value value = evaluator.evaluate(*look_up, rolled);
      std::string text = expression_text(evaluator, *look_up, rolled) + " = " +
                         value_text(scenario, look_up->type, value) + " [" +
                         program.label_text(program.tables[static_cast<size_t>(look_up->ref)].label) + "]";
      if (std::find(told.begin(), told.end(), text) == told.end()) told.push_back(std::move(text));
    } catch (const Fault&) {
      // The step itself tells of it.
    }
  }
  std::string all;
  for (const std::string& text : told) all += (all.empty() ? "" : ", ") + text;
  return all;
}

}  // namespace casebook::runtime
