// SPDX-License-Identifier: Apache-2.0
#pragma once

// All parts of an item, and all items of a program, listed once. Who looks at every expression, every cited
// case or everything that is named asks here; a part that is added here is seen by all of them.
//
//   anatomy(definition, [&](const Line& line, const Expr& expr) { ... });
//
// A visitor takes any of these, and is asked for no others; `Visitor` makes one of several lambdas:
//
//   (const Line&)          a line that cites a case, before its parts
//   (const Line&, Expr&)   an expression at the top of a line; what is below it is for walk.h
//   (const Line&, Stmt&)   a statement, likewise
//   (ItemId)               an item that the line names itself, not by an expression: an action offered, a
//                          procedure called
//
// Parts that are missing (null) are skipped. A tree that is const is visited as const. The order is that of
// the text.

#include <concepts>
#include <type_traits>

#include "engine/program/item_ref.h"
#include "engine/program/program.h"

namespace casebook::language {

enum class LineSort : uint8_t {
  item,  // of the item itself
  exception,
  adjustment,
  entry,      // of an effect
  parameter,  // of an action
  require,    // of an action, or of an alternative
  ensure,
  waiver,  // has the name of the requirement that it lifts
  preference,
  step,  // of flow
  site,
  alternative,
  sample,  // of a claim: what it sets up and what it expects
};

/// A line of an item, with the case it cites itself.
struct Line {
  LineSort sort;
  CaseId label;
  const std::string& name;  // empty: it has none
  const Place& place;
};

template <class... Visits>
struct Visitor : Visits... {
  using Visits::operator()...;
};
template <class... Visits>
Visitor(Visits...) -> Visitor<Visits...>;

template <class T, class Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

/// Speaks to the visitor, for one line.
template <class Visit>
class OfLine {
 public:
  OfLine(Visit& visit, LineSort sort, CaseId label, const std::string& name, const Place& place)
      : visit_(visit), line_{sort, label, name, place} {
    if constexpr (std::invocable<Visit&, const Line&>) visit_(line_);
  }
  template <class Part>
  const OfLine& part(Part& owned) const {
    if constexpr (std::invocable<Visit&, const Line&, decltype(*owned)>) {
      if (owned) visit_(line_, *owned);
    }
    return *this;
  }
  template <class Parts>
  const OfLine& parts(Parts& all) const {
    for (auto& one : all) part(one);
    return *this;
  }
  const OfLine& names(ItemSort sort, Id id) const {
    if constexpr (std::invocable<Visit&, ItemId>) {
      if (id != none) visit_(ItemId{sort, id});
    }
    return *this;
  }

 private:
  Visit& visit_;
  Line line_;
};

inline const std::string unnamed_line;

/// The line of the item itself.
template <class T, class Visit>
requires std::derived_from<T, Item> OfLine<Visit> line_of(T& item, Visit& visit) {
  return {visit, LineSort::item, item.label, item.name, item.place};
}
template <class T>
concept WithoutParts = Is<T, Kind> || Is<T, Measure> || Is<T, Box> || Is<T, MapPlace> || Is<T, Option> ||
    Is<T, Reading> || Is<T, Table> || Is<T, Procedure>;
template <WithoutParts T, class Visit>
void anatomy(T& item, Visit&& visit) {
  line_of(item, visit);
}

template <Is<Given> T, class Visit>
void anatomy(T& given, Visit&& visit) {
  line_of(given, visit).part(given.fallback);
}

template <Is<State> T, class Visit>
void anatomy(T& state, Visit&& visit) {
  line_of(state, visit).part(state.initial);
}

template <Is<Definition> T, class Visit>
void anatomy(T& definition, Visit&& visit) {
  line_of(definition, visit).part(definition.body);
  for (auto& one : definition.exceptions)
    OfLine(visit, LineSort::exception, one.label, unnamed_line, one.place).part(one.when).part(one.value);
  for (auto& one : definition.adjustments)
    OfLine(visit, LineSort::adjustment, one.label, unnamed_line, one.place).part(one.when).part(one.value);
}

template <Is<Field> T, class Visit>
void anatomy(T& field, Visit&& visit) {
  line_of(field, visit).part(field.goal).part(field.through).part(field.across).part(field.step);
}

template <Is<Effect> T, class Visit>
void anatomy(T& effect, Visit&& visit) {
  line_of(effect, visit);
  for (auto& one : effect.entries)
    OfLine(visit, LineSort::entry, one.label, one.name, one.place).part(one.when).part(one.body);
}

template <class List, class Visit>
void anatomy_of_requirements(LineSort sort, List& list, Visit& visit) {
  for (auto& one : list) {
    OfLine(visit, sort, one.label, one.name, one.place).part(one.expr);
    for (auto& waiver : one.waivers)
      OfLine(visit, LineSort::waiver, waiver.label, one.name, waiver.place).part(waiver.when);
  }
}

/// What decides whether it is lawful, without what it does.
template <Is<Action> T, class Visit>
void anatomy_of_guard(T& action, Visit&& visit) {
  for (auto& one : action.params)
    OfLine(visit, LineSort::parameter, action.label, one.name, action.place).part(one.domain).part(one.where);
  anatomy_of_requirements(LineSort::require, action.requires_, visit);
  anatomy_of_requirements(LineSort::ensure, action.ensures, visit);
  for (auto& one : action.bests)
    OfLine(visit, LineSort::preference, one.label, one.name, one.place).part(one.value);
}
template <Is<Action> T, class Visit>
void anatomy(T& action, Visit&& visit) {
  const auto itself = line_of(action, visit);
  anatomy_of_guard(action, visit);
  itself.part(action.body);
}

/// One step without its site.
template <Is<FlowStep> T, class Visit>
void anatomy(T& step, Visit&& visit) {
  const auto line = OfLine(visit, LineSort::step, step.label, unnamed_line, step.place);
  line.part(step.expr).parts(step.args).part(step.stmt);
  if (step.op == FlowOp::call) line.names(ItemSort::procedure, step.ref);
  if (step.op == FlowOp::attempt) line.names(ItemSort::action, step.ref);
}

template <Is<Alternative> T, class Visit>
void anatomy(T& alternative, Visit&& visit) {
  const auto line = OfLine(visit, LineSort::alternative, alternative.label, unnamed_line, alternative.place);
  line.names(ItemSort::action, alternative.action);
  for (auto& arg : alternative.args) line.part(arg.value);
  anatomy_of_requirements(LineSort::require, alternative.requires_, visit);
}

/// Who chooses, or what chance brings, without the alternatives.
template <Is<Site> T, class Visit>
void anatomy_of_question(T& site, const Place& place, Visit&& visit) {
  OfLine(visit, LineSort::site, site.label, unnamed_line, place)
      .part(site.by)
      .part(site.condition)
      .part(site.set);
}

/// The site that a step of flow asks at, or null.
template <Is<Program> T>
auto site_of(T& program, const FlowStep& step) {
  const bool asks = step.op == FlowOp::choose || step.op == FlowOp::roll || step.op == FlowOp::draw;
  return asks ? &program.sites[step.ref] : nullptr;
}

/// One step, and the site that it asks at with all alternatives.
template <Is<Program> P, Is<FlowStep> T, class Visit>
void anatomy(P& program, T& step, Visit&& visit) {
  anatomy(step, visit);
  auto* const site = site_of(program, step);
  if (site == nullptr) return;
  anatomy_of_question(*site, step.place, visit);
  for (auto& one : site->alternatives) anatomy(one, visit);
}

/// A procedure with its steps.
template <Is<Program> P, Is<Procedure> T, class Visit>
void anatomy(P& program, T& procedure, Visit&& visit) {
  line_of(procedure, visit);
  for (StepId at = procedure.entry; at >= 0 && at < procedure.end; ++at)
    anatomy(program, program.flow[at], visit);
}

template <Is<Watch> T, class Visit>
void anatomy(T& watch, Visit&& visit) {
  line_of(watch, visit).part(watch.by).part(watch.first).names(ItemSort::action, watch.action);
}

template <Is<Invariant> T, class Visit>
void anatomy(T& invariant, Visit&& visit) {
  line_of(invariant, visit).part(invariant.expr);
}

template <Is<View> T, class Visit>
void anatomy(T& view, Visit&& visit) {
  line_of(view, visit).part(view.expr).part(view.from).names(ItemSort::action, view.action);
}

template <Is<Claim> T, class Visit>
void anatomy(T& claim, Visit&& visit) {
  line_of(claim, visit).parts(claim.args).names(ItemSort::procedure, claim.procedure);
  for (auto& fill : claim.fills)
    OfLine(visit, LineSort::sample, claim.label, unnamed_line, claim.place).parts(fill.args).part(fill.value);
  for (auto& one : claim.lines)
    OfLine(visit, LineSort::sample, claim.label, unnamed_line, one.place).part(one.expr);
}

/// Every item, in the order of the program: `visit(ItemId, item)`.
template <Is<Program> T, class Visit>
void each_item(T& program, Visit&& visit) {
  const auto all = [&visit](ItemSort sort, auto& items) {
    for (size_t i = 0; i < items.size(); ++i) visit(ItemId{sort, static_cast<Id>(i)}, items[i]);
  };
  all(ItemSort::kind, program.kinds);
  all(ItemSort::measure, program.measures);
  all(ItemSort::box, program.boxes);
  all(ItemSort::place, program.places);
  all(ItemSort::given, program.givens);
  all(ItemSort::state, program.states);
  all(ItemSort::option, program.options);
  all(ItemSort::reading, program.readings);
  all(ItemSort::table, program.tables);
  all(ItemSort::definition, program.definitions);
  all(ItemSort::field, program.fields);
  all(ItemSort::effect, program.effects);
  all(ItemSort::action, program.actions);
  all(ItemSort::procedure, program.procedures);
  all(ItemSort::watch, program.watches);
  all(ItemSort::invariant, program.invariants);
  all(ItemSort::view, program.views);
  all(ItemSort::claim, program.claims);
}

/// Whether play is made of such items; the others say what ought to be, or what is shown.
inline bool is_of_play(ItemSort sort) {
  return sort != ItemSort::invariant && sort != ItemSort::view && sort != ItemSort::claim;
}

/// An item of that program, of a procedure with its steps.
template <Is<Program> P, class T, class Visit>
void anatomy_in(P& program, T& item, Visit&& visit) {
  if constexpr (Is<T, Procedure>) {
    anatomy(program, item, visit);
  } else {
    anatomy(item, visit);
  }
}

template <Is<Program> T, class Visit>
void anatomy(T& program, Visit&& visit) {
  each_item(program, [&](ItemId, auto& item) { anatomy(item, visit); });
  for (auto& step : program.flow) anatomy(program, step, visit);
}

/// The expressions right below a binder, an expression or a statement; of a statement without the statements
/// below it.
template <Is<Binder> T, class Visit>
void expressions_of(T& binder, const Visit& visit) {
  for (auto* one : {&binder.domain, &binder.on, &binder.where}) {
    if (*one) visit(**one);
  }
}
template <Is<Expr> T, class Visit>
void expressions_of(T& expr, const Visit& visit) {
  const auto part = [&](auto& one) {
    if (one) visit(*one);
  };
  if (expr.binder) expressions_of(*expr.binder, visit);
  for (auto& arg : expr.args) part(arg);
  if (!expr.list) return;
  for (auto& entry : expr.list->entries) {
    if (entry.per) expressions_of(*entry.per, visit);
    part(entry.when), part(entry.value);
  }
  part(expr.list->low), part(expr.list->high);
}
template <Is<Stmt> T, class Visit>
void expressions_of(T& stmt, const Visit& visit) {
  const auto part = [&](auto& one) {
    if (one) visit(*one);
  };
  if (stmt.binder) expressions_of(*stmt.binder, visit);
  for (auto& arg : stmt.args) part(arg);
  part(stmt.value);
}

/// Every expression at the top of something in that tree: a program, an item, a step; in statements too.
template <Is<Stmt> T, class Visit>
void each_expression(T& stmt, const Visit& visit) {
  expressions_of(stmt, visit);
  for (auto& inner : stmt.body) {
    if (inner) each_expression(*inner, visit);
  }
}
template <Is<Expr> T, class Visit>
void each_expression(T& expr, const Visit& visit) {
  visit(expr);
}
template <class Tree, class Visit>
void each_expression(Tree& tree, const Visit& visit) {
  anatomy(tree, [&](const Line&, auto& part) { each_expression(part, visit); });
}

/// The same of an item of that program, of a procedure with its steps.
template <Is<Program> P, class T, class Visit>
void each_expression_in(P& program, T& item, const Visit& visit) {
  anatomy_in(program, item, [&](const Line&, auto& part) { each_expression(part, visit); });
}

}  // namespace casebook::language
