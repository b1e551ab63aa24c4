// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/widen.h"

#include <algorithm>
#include <optional>

#include "engine/program/anatomy.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

/// As many members as a kind can have: of a sum over some of them.
constexpr int64_t most_members = 4096;
/// A number that still grows after so many passes is one that the game feeds back; it gets its whole measure.
constexpr int most_passes = 6;

class Widening {
 public:
  explicit Widening(Program& program) : p_(program) {}

  bool pass(bool whole_measures) {
    changed_ = false;
    whole_measures_ = whole_measures;
    anatomy(p_,
            Visitor{[&](const Line&, Expr& expr) { go(expr); }, [&](const Line&, Stmt& stmt) { go(stmt); }});
    return changed_;
  }

 private:
  static bool is_number(const Expr& expr) { return expr.type.tag == TypeTag::number; }

  bool grow(Interval& interval, const Type& type, const std::optional<Interval>& to) {
    if (!to) return false;
    Interval grown = unite(interval, *to);
    if (grown == interval) return false;
    if (whole_measures_ && type.tag == TypeTag::number) {
      const Measure& measure = p_.measures[type.of];
      grown = unite(grown, {measure.low * type.fine, measure.high * type.fine, measure.or_never});
    }
    interval = grown;
    changed_ = true;
    return true;
  }

  void go(Stmt& stmt) {
    for (ExprPtr& arg : stmt.args) go(arg);
    go(stmt.value);
    if (stmt.binder) go(*stmt.binder);
    if (stmt.op == StmtOp::let && stmt.ref != none && stmt.value && is_number(*stmt.value)) {
      Var& var = p_.vars[stmt.ref];
      grow(var.interval, var.type, stmt.value->interval);
    }
    for (StmtPtr& inner : stmt.body) {
      if (inner) go(*inner);
    }
  }
  bool go(ExprPtr& expr) { return expr && go(*expr); }

  bool go(Binder& binder) {
    bool changed = go(binder.domain);
    if (binder.domain && binder.domain->op == Op::range && binder.var != none && changed) {
      const auto& ends = binder.domain->args;
      Var& var = p_.vars[binder.var];
      grow(var.interval, var.type, Interval{ends[0]->interval.low, ends[1]->interval.high, false});
    }
    changed = go(binder.on) || changed;
    return go(binder.where) || changed;
  }

  /// Whether a number right below may now be what it could not be before.
  bool go(Expr& expr) {
    bool below = false;
    if (expr.binder) below = go(*expr.binder);
    for (ExprPtr& arg : expr.args) {
      below = go(arg) || below;
      if (expr.op == Op::let && &arg == &expr.args.front() && is_number(*arg)) {
        Var& var = p_.vars[expr.ref];
        grow(var.interval, var.type, arg->interval);
      }
    }
    if (expr.list) {
      for (ListEntry& entry : expr.list->entries) {
        if (entry.per) go(*entry.per);
        go(entry.when);
        below = go(entry.value) || below;
      }
      below = go(expr.list->low) || below;
      below = go(expr.list->high) || below;
    }
    if (!is_number(expr)) return below && expr.op == Op::range;
    return grow(expr.interval, expr.type, value_of(expr, below));
  }

  /// What it can be; nothing where what is known stands.
  std::optional<Interval> value_of(const Expr& expr, bool below) const {
    const auto of = [&](size_t i) { return expr.args[i]->interval; };
    switch (expr.op) {
      case Op::variable:
        return p_.vars[expr.ref].interval;
      case Op::call:
        return of_definition(p_.definitions[expr.ref]);
      case Op::choose_if:
      case Op::if_hex:
        return unite(of(1), of(2));
      case Op::let:
        return of(1);
      case Op::add:
        return add(of(0), of(1));
      case Op::subtract:
        return subtract(of(0), of(1));
      case Op::negate:
        return negate(of(0));
      case Op::multiply:
        return multiply(of(0), of(1));
      case Op::rescale:
        return scale(of(0), expr.value);
      case Op::round:
        return round(of(0), expr.value, expr.value2, expr.rounding);
      case Op::divide_round:
        return below ? divide_round(of(0), of(1), expr.value2, expr.rounding) : std::nullopt;
      case Op::odds:
        return below ? std::optional(unite(odds(of(0), of(1), expr.favour), of(2))) : std::nullopt;
      case Op::minimum:
      case Op::maximum: {
        Interval all = of(0);
        for (size_t i = 1; i < expr.args.size(); ++i)
          all = expr.op == Op::minimum ? minimum(all, of(i)) : maximum(all, of(i));
        return all;
      }
      case Op::check_range:
        return cut(of(0), expr.value, expr.value2, expr.interval.may_be_never);
      case Op::total:
        return below ? sum_of_up_to(of(0), most_members) : std::nullopt;
      case Op::least:
      case Op::most:
        return unite(of(0), of(1));
      case Op::list:
        return below ? of_list(*expr.list) : std::nullopt;
      default:
        return std::nullopt;
    }
  }

  std::optional<Interval> of_definition(const Definition& definition) const {
    if (definition.type.tag != TypeTag::number || !definition.body) return std::nullopt;
    Interval all = definition.body->interval;
    for (const Exception& one : definition.exceptions) all = unite(all, one.value->interval);
    for (const Adjustment& one : definition.adjustments) all = unite(all, one.value->interval);
    const Measure& measure = p_.measures[definition.type.of];
    return cut(all, measure.low, measure.high, all.may_be_never);
  }

  static std::optional<Interval> of_list(const ListBody& body) {
    std::optional<Interval> whole;
    for (const ListEntry& entry : body.entries) {
      std::optional<Interval> part = entry.value->interval;
      if (body.kind == ListKind::sum_of) {
        if (entry.per)
          part = sum_of_up_to(*part, most_members);
        else if (entry.when)
          part = unite(*part, Interval{0, 0, false});
        whole = !whole ? part : part ? add(*whole, *part) : std::nullopt;
      } else {
        whole = whole ? unite(*whole, *part) : part;
      }
      if (!whole) return std::nullopt;
    }
    if (whole && body.low) whole = maximum(body.low->interval, minimum(*whole, body.high->interval));
    return whole;
  }

  Program& p_;
  bool changed_ = false, whole_measures_ = false;
};

}  // namespace

void widen_intervals(Program& program) {
  Widening widening(program);
  for (int pass = 0; pass < most_passes; ++pass)
    if (!widening.pass(false)) return;
  // Within their measures everything comes to rest; what has none stops at the bounds of intervals.
  for (int pass = 0; pass < most_passes && widening.pass(true); ++pass) {
  }
}

}  // namespace casebook::language
