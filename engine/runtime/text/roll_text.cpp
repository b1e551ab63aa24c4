// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/roll_text.h"

#include <algorithm>

#include "engine/program/walk.h"
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
std::vector<const Expr*> tables_of(const FlowStep& step) {
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

/// `column `: what a table is indexed by, before the value.
std::string kind_of_key(const Program& program, const language::Type& type) {
  if (type.of == language::none) return {};
  if (type.tag == language::TypeTag::number) return program.measures[type.of].name + " ";
  if (type.tag == language::TypeTag::entity) return program.kinds[type.of].name + " ";
  return {};
}

bool has_a_die(const Expr& key, const std::vector<VarId>& dice) {
  bool found = false;
  language::walk(key, [&](const Expr& expr) {
    found = found || (expr.op == Op::variable && std::find(dice.begin(), dice.end(), expr.ref) != dice.end());
  });
  return found;
}

/// Whether a key has a die in it, and nothing but dice and what the position holds.
bool is_keyed_by(const Program& program, const Expr& look_up, const std::vector<VarId>& dice) {
  bool rolled = false, known = true;
  for (const ExprPtr& key : look_up.args) {
    language::walk(*key, [&](const Expr& expr) {
      if (expr.op != Op::variable) return;
      const bool is_die = std::find(dice.begin(), dice.end(), expr.ref) != dice.end();
      rolled = rolled || is_die;
      known = known && (is_die || program.vars[expr.ref].procedure != language::none);
    });
  }
  return rolled && known;
}

}  // namespace

std::vector<LookUp> look_ups(const Scenario& scenario, const Position& before, const ChanceOutcome& outcome) {
  const Program& program = *scenario.program;
  const Control control = control_of(scenario, before);
  if (control.site < 0) return {};
  const Site& site = program.sites[control.site];
  if (site.kind != language::SiteKind::roll) return {};
  Evaluator evaluator(scenario.shared_from_this());
  Position rolled = before;
  for (size_t i = 0; i < site.vars.size(); ++i) {
    const language::Var& die = program.vars[site.vars[i]];
    evaluator.variable(site.vars[i]) = outcome.values[i];
    if (die.procedure != language::none)
      evaluator.write(scenario.layout.vars[site.vars[i]], die.type, rolled, 0, outcome.values[i]);
  }
  std::vector<LookUp> told;
  for (const Expr* look_up : tables_of(program.flow[static_cast<size_t>(site.flow) + 1])) {
    if (!is_keyed_by(program, *look_up, site.vars)) continue;
    try {
      const language::Table& table = program.tables[look_up->ref];
      LookUp one;
      one.table = table.name;
      one.label = program.label_text(table.label);
      one.result = value_text(scenario, look_up->type, evaluator.evaluate(*look_up, rolled));
      for (size_t k = 0; k < look_up->args.size(); ++k) {
        const Expr& key = *look_up->args[k];
        if (!has_a_die(key, site.vars))
          one.where.push_back(kind_of_key(program, table.index[k]) +
                              value_text(scenario, key.type, evaluator.evaluate(key, rolled)));
      }
      one.text = expression_text(evaluator, *look_up, rolled) + " = " + one.result + " [" + one.label + "]";
      if (std::find(told.begin(), told.end(), one) == told.end()) told.push_back(std::move(one));
    } catch (const Fault&) {
      // The step itself tells of it.
    }
  }
  return told;
}

std::string look_ups_text(const Scenario& scenario, const Position& before, const ChanceOutcome& outcome) {
  std::string all;
  for (const LookUp& one : look_ups(scenario, before, outcome)) all += (all.empty() ? "" : ", ") + one.text;
  return all;
}

}  // namespace casebook::runtime
