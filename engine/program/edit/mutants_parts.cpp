// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/mutants_parts.h"

#include <algorithm>
#include <functional>

#include "engine/program/edit/alter.h"
#include "engine/program/expression.h"

namespace casebook::language {
namespace {

/// What an expression belongs to.
struct Owner {
  CaseId label = none;
  std::string name;
  /// What mutants of whole lines alter there already: its value one step on or negated.
  bool whole = false;
};

/// By hand: a condition is negated and a value is not, which `anatomy` does not tell apart.
class Parts {
 public:
  Parts(Program& program, int32_t wanted) : p_(program), wanted_(wanted) {}

  std::vector<Mutant> run() {
    for (Table& table : p_.tables) cells(table);
    for (Definition& definition : p_.definitions) one(definition);
    for (Field& field : p_.fields) {
      const Owner owner{field.label, field.name};
      for (ExprPtr* expr : {&field.goal, &field.through, &field.across, &field.step}) parts(*expr, owner);
    }
    for (Effect& effect : p_.effects) one(effect);
    for (Action& action : p_.actions) one(action);
    for (const Procedure& procedure : p_.procedures) {
      if (&procedure - p_.procedures.data() != p_.settle) one(procedure);
    }
    if (chosen_) {
      chosen_();
      guard_indices(p_);
      guard_numbers(p_);
      fit_counters(p_);
    }
    return std::move(found_);
  }

 private:
  void offer(const Owner& owner, const Place& place, std::string what, std::function<void()> change) {
    if (owner.label == none) return;
    Mutant mutant;
    mutant.number = static_cast<int32_t>(found_.size());
    mutant.grain = Grain::expression;
    mutant.labels = {owner.label};
    mutant.name = owner.name;
    mutant.what = std::move(what);
    mutant.place = place;
    if (mutant.number == wanted_) chosen_ = std::move(change);
    found_.push_back(std::move(mutant));
  }

  void cells(Table& table) {
    const auto all = written_cells(p_, table);
    const auto known = cells_of_lines(all.size());
    for (size_t number = 0; number < all.size(); ++number) {
      if (std::find(known.begin(), known.end(), number) != known.end()) continue;
      const std::vector<size_t>& indices = all[number];
      offer({table.label, table.name}, table.cell_places[indices.front()],
            "table: another value in cell " + std::to_string(number + 1), [this, &table, indices] {
              for (const size_t i : indices) table.cells[i] = altered_cell(p_, table.type, table.cells[i]);
            });
    }
  }

  void one(Definition& definition) {
    parts(definition.body, {definition.label, definition.name, true});
    for (Exception& exception : definition.exceptions) {
      const Owner owner{exception.label, definition.name};
      negated(exception.when, "condition of an exception", owner);
      parts(exception.when, owner);
      parts(exception.value, owner);
    }
    for (Adjustment& adjustment : definition.adjustments) {
      const Owner owner{adjustment.label, definition.name};
      negated(adjustment.when, "condition of an adjustment", owner);
      parts(adjustment.when, owner);
      parts(adjustment.value, owner);
    }
  }
  void one(Effect& effect) {
    for (EffectEntry& entry : effect.entries) {
      const Owner owner{entry.label == none ? effect.label : entry.label,
                        effect.kind == EffectKind::plain ? effect.name : effect.name + "." + entry.name};
      negated(entry.when, "condition of an entry", owner);
      parts(entry.when, owner);
      if (entry.body) parts(*entry.body, owner);
    }
  }
  void one(Action& action) {
    const Owner owner{action.label, action.name};
    for (ActionParam& param : action.params) {
      parts(param.domain, owner);
      parts(param.where, owner);
    }
    parts(action.requires_, action.name);
    parts(action.ensures, action.name);
    for (Best& best : action.bests) {
      const Owner mine{best.label, action.name + "." + best.name};
      if (best.value) {
        offer(mine, best.place, "extreme: the least is the most, or the other way round",
              [&best] { best.least = !best.least; });
      }
      parts(best.value, mine);
    }
    if (action.body) parts(*action.body, owner);
  }
  void one(const Procedure& procedure) {
    const Owner owner{procedure.label, procedure.name};
    for (StepId i = procedure.entry; i < procedure.end; ++i) {
      FlowStep& step = p_.flow[i];
      const Owner mine{step.label == none ? procedure.label : step.label, procedure.name};
      if (step.op == FlowOp::branch) negated(step.expr, "condition of a step", mine);
      parts(step.expr, mine);
      // No text says how turns of a `repeat` are counted.
      const bool counts = step.stmt && step.stmt->op == StmtOp::let && step.stmt->ref != none &&
                          counts_turns(p_.vars[step.stmt->ref]);
      if (step.stmt && !counts) parts(*step.stmt, mine);
      for (ExprPtr& arg : step.args) parts(arg, mine);
    }
    for (Site& site : p_.sites) {
      if (site.procedure != &procedure - p_.procedures.data()) continue;
      const std::string name = procedure.name + ":" + std::to_string(site.ordinal);
      parts(site.condition, {site.label == none ? owner.label : site.label, name});
      parts(site.set, {site.label == none ? owner.label : site.label, name});
      for (Alternative& alternative : site.alternatives) {
        const std::string& action = p_.actions[alternative.action].name;
        parts(alternative.requires_, name + " " + action);
      }
    }
  }
  void parts(std::vector<Requirement>& list, const std::string& name) {
    for (Requirement& requirement : list) {
      parts(requirement.expr, {requirement.label, name + "." + requirement.name});
      for (Waiver& waiver : requirement.waivers) {
        const Owner owner{waiver.label, name + "." + requirement.name};
        negated(waiver.when, "condition of a waiver", owner);
        parts(waiver.when, owner);
      }
    }
  }
  void parts(Stmt& stmt, const Owner& around) {
    Owner owner = around;
    if (stmt.label != none) owner.label = stmt.label;
    if (stmt.op == StmtOp::branch) negated(stmt.value, "condition of a statement", owner);
    parts(stmt.value, owner);
    for (ExprPtr& arg : stmt.args) parts(arg, owner);
    if (stmt.binder) parts(*stmt.binder, owner);
    for (StmtPtr& inner : stmt.body) {
      if (inner) parts(*inner, owner);
    }
  }
  void parts(Binder& binder, const Owner& owner) {
    parts(binder.domain, owner);
    parts(binder.on, owner);
    if (!binder.where) return;
    offer(owner, binder.where->place, "filter dropped", [&binder] { binder.where = nullptr; });
    parts(*binder.where, owner);
  }
  void parts(ExprPtr& expr, const Owner& owner) {
    if (expr) parts(*expr, owner);
  }

  void negated(ExprPtr& expr, const std::string& what, const Owner& owner) {
    if (!expr || (expr->op == Op::constant && expr->text.empty() && expr->place.end <= expr->place.begin))
      return;
    Expr& one = *expr;
    if (is_compared(one.op)) return;  // as a comparison
    offer(owner, one.place, what + " negated", [this, &one] { alter(p_, one); });
  }
  static bool is_compared(Op op) { return op == Op::equal || op == Op::less || op == Op::less_equal; }

  void parts(Expr& expr, const Owner& owner) {
    node(expr, owner);
    Owner below = owner;
    below.whole = false;
    if (expr.list) {
      for (ListEntry& entry : expr.list->entries) {
        Owner mine{entry.label == none ? owner.label : entry.label, owner.name + "." + entry.name};
        if (entry.when) negated(entry.when, "condition of an entry", mine);
        parts(entry.when, mine);
        if (entry.per) parts(*entry.per, mine);
        mine.whole = !entry.when && !entry.per;
        parts(entry.value, mine);
      }
      parts(expr.list->low, below);
      parts(expr.list->high, below);
    }
    if (expr.binder) parts(*expr.binder, below);
    for (ExprPtr& arg : expr.args) parts(arg, below);
  }

  void swapped(Expr& expr, const Owner& owner, std::string what, Op to) {
    offer(owner, expr.place, std::move(what), [&expr, to] { expr.op = to; });
  }
  void node(Expr& expr, const Owner& owner) {
    switch (expr.op) {
      case Op::constant: {
        if (owner.whole || expr.value == never_value) return;
        const std::string words = alteration(p_, expr);
        if (!words.empty())
          offer(owner, expr.place, "constant: " + words, [this, &expr] { alter(p_, expr); });
        return;
      }
      case Op::less:
        return swapped(expr, owner, "comparison: equal is enough", Op::less_equal);
      case Op::less_equal:
        return swapped(expr, owner, "comparison: equal is not enough", Op::less);
      case Op::equal:
        if (!owner.whole) offer(owner, expr.place, "comparison: negated", [this, &expr] { alter(p_, expr); });
        return;
      case Op::all_of:
        return swapped(expr, owner, "connective: or instead of and", Op::any_of);
      case Op::any_of:
        return swapped(expr, owner, "connective: and instead of or", Op::all_of);
      case Op::exists:
        return swapped(expr, owner, "quantifier: all instead of one", Op::for_all);
      case Op::for_all:
        return swapped(expr, owner, "quantifier: one instead of all", Op::exists);
      case Op::choose_if:
        if (!is_compared(expr.args[0]->op))
          offer(owner, expr.args[0]->place, "condition of an if negated",
                [this, &expr] { alter(p_, *expr.args[0]); });
        return;
      case Op::minimum:
        return swapped(expr, owner, "extreme: the greater instead of the lesser", Op::maximum);
      case Op::maximum:
        return swapped(expr, owner, "extreme: the lesser instead of the greater", Op::minimum);
      case Op::least:
        return swapped(expr, owner, "extreme: the most instead of the least", Op::most);
      case Op::most:
        return swapped(expr, owner, "extreme: the least instead of the most", Op::least);
      case Op::round:
      case Op::divide_round:
        offer(owner, expr.place, expr.rounding == Rounding::up ? "rounding: down" : "rounding: up",
              [&expr] { expr.rounding = expr.rounding == Rounding::up ? Rounding::down : Rounding::up; });
        return;
      case Op::add:
        if (!expr.args[1]->interval.may_be_never)
          swapped(expr, owner, "arithmetic: minus instead of plus", Op::subtract);
        return;
      case Op::subtract:
        return swapped(expr, owner, "arithmetic: plus instead of minus", Op::add);
      default:
        return;
    }
  }

  Program& p_;
  int32_t wanted_;
  std::function<void()> chosen_;
  std::vector<Mutant> found_;
};

}  // namespace

std::vector<Mutant> alter_part(Program& program, int32_t wanted) {
  return Parts(program, wanted).run();
}

}  // namespace casebook::language
