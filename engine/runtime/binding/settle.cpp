// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/binding/settle.h"

#include <algorithm>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"

namespace casebook::runtime {

using language::Expr;
using language::ExprPtr;
using namespace language::ids;
using language::ListBody;
using language::ListEntry;
using language::ListKind;
using language::Op;
using language::TypeTag;

namespace {

bool is_constant(const ExprPtr& expr) {
  return expr && expr->op == Op::constant;
}
bool is(const ExprPtr& expr, bool value) {
  return is_constant(expr) && expr->type.tag == TypeTag::boolean && (expr->value != 0) == value;
}

class Folder {
 public:
  explicit Folder(const Scenario& scenario) : scenario_(scenario) {}

  void fold(Expr& expr) {
    each_part(expr);
    switch (expr.op) {
      case Op::option_value:
        become(expr, scenario_.options[expr.ref]);
        break;
      case Op::reading_value:
        become(expr, scenario_.readings[expr.ref]);
        break;
      case Op::equal:
        if (is_constant(expr.args[0]) && is_constant(expr.args[1]) &&
            expr.args[0]->type == expr.args[1]->type)
          become(expr, expr.args[0]->value == expr.args[1]->value ? 1 : 0);
        break;
      case Op::not_:
        if (is_constant(expr.args[0])) become(expr, expr.args[0]->value == 0 ? 1 : 0);
        break;
      case Op::all_of:
        join(expr, true);
        break;
      case Op::any_of:
        join(expr, false);
        break;
      case Op::implies:
        if (is(expr.args[0], false) || is(expr.args[1], true))
          become(expr, 1);
        else if (is(expr.args[0], true))
          replace(expr, expr.args[1]);
        break;
      case Op::choose_if:
        if (is_constant(expr.args[0])) replace(expr, expr.args[expr.args[0]->value != 0 ? 1 : 2]);
        break;
      case Op::list:
        fold_list(*expr.list);
        break;
      case Op::check_range:  // where it stands depends on what is known of numbers, not on what is said
        replace(expr, expr.args[0]);
        break;
      default:
        break;
    }
  }

 private:
  static void become(Expr& expr, int64_t value) {
    expr.op = Op::constant;
    expr.value = value;
    expr.args.clear();
  }
  static void replace(Expr& expr, ExprPtr& by) {
    ExprPtr kept = std::move(by);
    expr = std::move(*kept);
  }
  void each_part(Expr& expr) {
    const auto part = [this](ExprPtr& one) {
      if (one) fold(*one);
    };
    const auto binder = [&](language::Binder& one) {
      part(one.domain);
      part(one.on);
      part(one.where);
      if (is(one.where, true)) one.where.reset();
    };
    for (ExprPtr& arg : expr.args) part(arg);
    if (expr.binder) binder(*expr.binder);
    if (!expr.list) return;
    for (ListEntry& entry : expr.list->entries) {
      if (entry.per) binder(*entry.per);
      part(entry.value);
      part(entry.when);
    }
    part(expr.list->low);
    part(expr.list->high);
  }
  /// `neutral`: what changes nothing, yes of `and`.
  static void join(Expr& expr, bool neutral) {
    std::erase_if(expr.args, [&](const ExprPtr& arg) { return is(arg, neutral); });
    const bool decided = std::any_of(expr.args.begin(), expr.args.end(),
                                     [&](const ExprPtr& arg) { return is(arg, !neutral); });
    if (decided || expr.args.empty())
      become(expr, decided != neutral ? 1 : 0);
    else if (expr.args.size() == 1)
      replace(expr, expr.args[0]);
  }
  static void fold_list(ListBody& list) {
    std::vector<ListEntry> kept;
    for (ListEntry& entry : list.entries) {
      if (is(entry.when, false)) continue;
      if (is(entry.when, true) && !entry.per) entry.when.reset();
      if (list.kind == ListKind::all_of && is(entry.value, true)) continue;
      if (list.kind == ListKind::any_of && is(entry.value, false)) continue;
      const bool last = list.kind == ListKind::first_of && !entry.when && !entry.per;
      kept.push_back(std::move(entry));
      if (last) break;
    }
    list.entries = std::move(kept);
  }

  const Scenario& scenario_;
};

void drop_settled(std::vector<language::Requirement>& list) {
  for (language::Requirement& one : list) {
    std::erase_if(one.waivers, [](const language::Waiver& waiver) { return is(waiver.when, false); });
  }
  std::erase_if(list, [](const language::Requirement& one) { return is(one.expr, true); });
}

void drop_settled(language::Definition& definition) {
  std::vector<int32_t> now(definition.exceptions.size(), language::none);
  std::vector<language::Exception> kept;
  for (size_t i = 0; i < definition.exceptions.size(); ++i) {
    if (is(definition.exceptions[i].when, false)) continue;
    now[i] = static_cast<int32_t>(kept.size());
    kept.push_back(std::move(definition.exceptions[i]));
  }
  for (language::Exception& one : kept) {
    std::vector<int32_t> over;
    for (const int32_t id : one.over) {
      if (now[static_cast<size_t>(id)] != language::none) over.push_back(now[static_cast<size_t>(id)]);
    }
    one.over = std::move(over);
  }
  definition.exceptions = std::move(kept);
  std::vector<int32_t> of(definition.adjustments.size(), language::none);
  std::vector<language::Adjustment> adjustments;
  for (size_t i = 0; i < definition.adjustments.size(); ++i) {
    if (is(definition.adjustments[i].when, false)) continue;
    of[i] = static_cast<int32_t>(adjustments.size());
    adjustments.push_back(std::move(definition.adjustments[i]));
  }
  for (language::Adjustment& one : adjustments) {
    std::vector<int32_t> after;
    for (const int32_t id : one.after) {
      if (of[static_cast<size_t>(id)] != language::none) after.push_back(of[static_cast<size_t>(id)]);
    }
    one.after = std::move(after);
  }
  definition.adjustments = std::move(adjustments);
}

void blank(Expr& expr) {
  expr.label = language::none;
  if (expr.list) {
    for (ListEntry& entry : expr.list->entries) entry.name.clear();
  }
}

/// Of a branch that a switch decides, the part that is left.
void settle(language::Stmt& stmt) {
  stmt.label = language::none;
  for (language::StmtPtr& part : stmt.body) {
    if (part) settle(*part);
  }
  if (stmt.op != language::StmtOp::branch || !is_constant(stmt.value)) return;
  const size_t way = stmt.value->value != 0 ? 0 : 1;
  language::StmtPtr kept = way < stmt.body.size() ? std::move(stmt.body[way]) : nullptr;
  stmt.op = language::StmtOp::block;
  stmt.value.reset();
  stmt.body.clear();
  if (kept) stmt.body.push_back(std::move(kept));
}

void blank_all(Expr& expr) {
  const std::function<void(Expr&)> each = [&](Expr& part) {
    blank(part);
    for (ExprPtr& arg : part.args) {
      if (arg) each(*arg);
    }
    const auto of_binder = [&](language::Binder& binder) {
      for (ExprPtr* one : {&binder.domain, &binder.on, &binder.where}) {
        if (*one) each(**one);
      }
    };
    if (part.binder) of_binder(*part.binder);
    if (!part.list) return;
    for (ListEntry& entry : part.list->entries) {
      if (entry.per) of_binder(*entry.per);
      if (entry.value) each(*entry.value);
      if (entry.when) each(*entry.when);
    }
    if (part.list->low) each(*part.list->low);
    if (part.list->high) each(*part.list->high);
  };
  each(expr);
}

}  // namespace

std::optional<int64_t> known_by_switches(const Expr& expr, const OptionValues& options,
                                         const ReadingValues& readings, const ValueOfCall& call) {
  const auto of = [&](size_t i) { return known_by_switches(*expr.args[i], options, readings, call); };
  switch (expr.op) {
    case Op::constant:
      return expr.value;
    case Op::option_value:
      return options[expr.ref] != 0 ? 1 : 0;
    case Op::reading_value:
      return readings[expr.ref];
    case Op::call:
      return call ? call(expr) : std::nullopt;
    case Op::not_: {
      const auto one = of(0);
      return one ? std::optional<int64_t>(*one == 0 ? 1 : 0) : std::nullopt;
    }
    case Op::all_of:
    case Op::any_of: {
      const int64_t stops = expr.op == Op::any_of ? 1 : 0;
      bool is_known = true;
      for (size_t i = 0; i < expr.args.size(); ++i) {
        const auto one = of(i);
        if (one == stops) return stops;
        is_known = is_known && one.has_value();
      }
      return is_known ? std::optional<int64_t>(1 - stops) : std::nullopt;
    }
    case Op::implies: {
      const auto premise = of(0), then = of(1);
      if (premise == 0 || then == 1) return 1;
      return premise == 1 ? then : std::nullopt;
    }
    case Op::choose_if: {
      const auto which = of(0);
      return which ? of(*which != 0 ? 1 : 2) : std::nullopt;
    }
    case Op::equal: {
      const auto a = of(0), b = of(1);
      if (!a || !b || expr.args[0]->type != expr.args[1]->type) return std::nullopt;
      return *a == *b ? 1 : 0;
    }
    default:
      return std::nullopt;
  }
}

language::ExprPtr settled_expression(const Scenario& scenario, const Expr& expr) {
  ExprPtr copied = language::ExprPtr(expr);
  Folder(scenario).fold(*copied);
  blank_all(*copied);
  return copied;
}

language::Program settled_program(const Scenario& scenario) {
  language::Program program = *scenario.program;
  Folder folder(scenario);
  language::each_expression(program, [&](Expr& expr) {
    folder.fold(expr);
    blank_all(expr);
  });
  for (language::Case& one : program.cases) one.label.clear();
  for (language::Definition& one : program.definitions) drop_settled(one);
  for (language::Effect& effect : program.effects) {
    std::erase_if(effect.entries, [](const language::EffectEntry& entry) { return is(entry.when, false); });
    for (language::EffectEntry& entry : effect.entries) {
      entry.name.clear();
      if (is(entry.when, true)) entry.when.reset();
      if (entry.body) settle(*entry.body);
    }
  }
  for (language::Action& action : program.actions) {
    drop_settled(action.requires_);
    drop_settled(action.ensures);
    if (action.body) settle(*action.body);
  }
  for (language::FlowStep& step : program.flow) {
    step.label = language::none;
    if (step.stmt) settle(*step.stmt);
  }
  for (language::Site& site : program.sites) {
    for (language::Alternative& alternative : site.alternatives) {
      alternative.label = language::none;
      drop_settled(alternative.requires_);
    }
  }
  return program;
}

}  // namespace casebook::runtime
