// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/binding/settle.h"

#include <algorithm>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::runtime {

using language::Binder;
using language::Expr;
using language::ExprPtr;
using namespace language::ids;
using language::ListBody;
using language::ListEntry;
using language::ListKind;
using language::Op;
using language::Owned;
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
    language::expressions_of(expr, [this](Expr& part) { fold(part); });
    drop_filters(expr);
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
  static void drop_filters(Expr& expr) {
    const auto drop = [](Owned<Binder>& binder) {
      if (binder && is(binder->where, true)) binder->where.reset();
    };
    drop(expr.binder);
    if (!expr.list) return;
    for (ListEntry& entry : expr.list->entries) drop(entry.per);
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

/// Exceptions or adjustments; `order` is which of the same list each is over, or after.
template <class Line>
void drop_settled(std::vector<Line>& list, std::vector<int32_t> Line::*order) {
  std::vector<int32_t> now(list.size(), language::none);
  std::vector<Line> kept;
  for (size_t i = 0; i < list.size(); ++i) {
    if (is(list[i].when, false)) continue;
    now[i] = static_cast<int32_t>(kept.size());
    kept.push_back(std::move(list[i]));
  }
  for (Line& one : kept) {
    std::erase_if(one.*order, [&](int32_t id) { return now[static_cast<size_t>(id)] == language::none; });
    for (int32_t& id : one.*order) id = now[static_cast<size_t>(id)];
  }
  list = std::move(kept);
}

void blank(Expr& expr) {
  language::change(expr, [](Expr& part) {
    part.label = language::none;
    if (!part.list) return;
    for (ListEntry& entry : part.list->entries) entry.name.clear();
  });
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
  blank(*copied);
  return copied;
}

language::Program settled_program(const Scenario& scenario) {
  language::Program program = *scenario.program;
  Folder folder(scenario);
  language::each_expression(program, [&](Expr& expr) {
    folder.fold(expr);
    blank(expr);
  });
  for (language::Case& one : program.cases) one.label.clear();
  language::anatomy(program, [](const language::Line&, language::Stmt& stmt) { settle(stmt); });
  for (language::Definition& one : program.definitions) {
    drop_settled(one.exceptions, &language::Exception::over);
    drop_settled(one.adjustments, &language::Adjustment::after);
  }
  for (language::Effect& effect : program.effects) {
    std::erase_if(effect.entries, [](const language::EffectEntry& entry) { return is(entry.when, false); });
    for (language::EffectEntry& entry : effect.entries) {
      entry.name.clear();
      if (is(entry.when, true)) entry.when.reset();
    }
  }
  for (language::Action& action : program.actions) {
    drop_settled(action.requires_);
    drop_settled(action.ensures);
  }
  for (language::FlowStep& step : program.flow) step.label = language::none;
  for (language::Site& site : program.sites) {
    for (language::Alternative& alternative : site.alternatives) {
      alternative.label = language::none;
      drop_settled(alternative.requires_);
    }
  }
  return program;
}

}  // namespace casebook::runtime
