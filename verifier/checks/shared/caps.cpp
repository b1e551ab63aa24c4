// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/caps.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <map>
#include <utility>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"

namespace casebook::checks {

using namespace language::ids;
using language::Expr;
using language::ExprPtr;
using language::Interval;
using language::ItemId;
using language::Line;
using language::ListEntry;
using language::make_expr;
using language::none;
using language::Op;
using language::Program;
using language::State;
using language::Stmt;
using language::Visitor;

namespace {

/// The same number, or a fault where it is beyond the bound. `never` is beyond every upper one.
ExprPtr guarded(ExprPtr value, bool upper, int64_t bound, CaseId label) {
  const Interval known = value->interval;
  ExprPtr checked = make_expr(Op::check_range, value->type, value->place, std::move(value));
  checked->value = upper ? std::min(known.low, bound) : bound;
  checked->value2 = upper ? bound : std::max(known.high, bound);
  checked->interval = {std::clamp(known.low, checked->value, checked->value2),
                       std::clamp(known.high, checked->value, checked->value2), !upper && known.may_be_never};
  checked->label = label;
  return checked;
}

/// Goes through a program of its own; the cap that is wanted is altered at the end, when nothing goes
/// through the program any more.
class Finder {
 public:
  explicit Finder(Program& program) : p_(program) {}

  std::vector<Cap> run(size_t wanted) {
    each_item(p_, [&](ItemId id, auto& item) {
      using T = std::remove_cvref_t<decltype(item)>;
      if (!is_of_play(id.sort)) return;
      if constexpr (std::same_as<T, State>) {
        if (item.hidden) return;
      }
      item_ = id, name_ = item.name;
      anatomy_in(p_, item,
                 Visitor{[&](const Line& line, Expr& expr) { look(expr, cited(line, item.label)); },
                         [&](const Line& line, Stmt& stmt) {
                           each_expression(stmt, [&](Expr& expr) { look(expr, cited(line, item.label)); });
                         }});
    });
    if (wanted < found_.size()) alter(found_[wanted], *where_[wanted]);
    return std::move(found_);
  }

 private:
  static CaseId cited(const Line& line, CaseId of_item) { return line.label == none ? of_item : line.label; }

  void look(Expr& e, CaseId label) {
    if ((e.op == Op::minimum || e.op == Op::maximum) && e.args.size() == 2) {
      for (const size_t side : {size_t{0}, size_t{1}}) {
        if (e.args[side]->op != Op::constant || e.args[1 - side]->op == Op::constant) continue;
        add(e, label, *e.args[1 - side], *e.args[side], e.op == Op::minimum, false);
      }
    }
    if (e.list) {
      for (const bool upper : {false, true}) {
        const ExprPtr& bound = upper ? e.list->high : e.list->low;
        if (bound && bound->op == Op::constant) add(e, label, without_bounds(e), *bound, upper, true);
      }
    }
    if (e.list) {
      for (ListEntry& entry : e.list->entries) {
        const CaseId of = entry.label == none ? label : entry.label;
        if (entry.per) expressions_of(*entry.per, [&](Expr& part) { look(part, of); });
        if (entry.when) look(*entry.when, of);
        if (entry.value) look(*entry.value, of);
      }
      return;
    }
    expressions_of(e, [&](Expr& part) { look(part, label); });
  }

  static Expr without_bounds(const Expr& list) {
    Expr free(list);
    free.list->low.reset(), free.list->high.reset();
    return free;
  }

  void add(Expr& at, CaseId label, const Expr& value, const Expr& bound, bool upper, bool of_list) {
    Cap& one = found_.emplace_back();
    one.number = found_.size() - 1;
    one.item = item_, one.name = name_, one.label = label, one.place = at.place;
    one.upper = upper, one.of_list = of_list;
    one.value = ExprPtr(value), one.bound = ExprPtr(bound);
    const Interval& known = value.interval;
    one.by_range = !of_list && known.low <= known.high && !(upper && known.may_be_never) &&
                   (upper ? known.high <= bound.value : known.low >= bound.value);
    where_.push_back(&at);
  }

  static ExprPtr& bound_of(Expr& list, bool upper) { return upper ? list.list->high : list.list->low; }

  static void alter(const Cap& cap, Expr& at) {
    if (!cap.of_list) {
      ExprPtr& value = at.args[at.args[0]->op == Op::constant ? 1 : 0];
      value = guarded(std::move(value), cap.upper, cap.bound->value, cap.label);
      return;
    }
    // The list within the other bound alone.
    constexpr int64_t no_bound = INT32_MAX - 1;
    Interval known = at.interval;
    ExprPtr& bound = bound_of(at, cap.upper);
    bound->value = cap.upper ? no_bound : -no_bound;
    bound->interval = {bound->value, bound->value, false};
    (cap.upper ? known.high : known.low) = bound->value;
    ExprPtr list{std::move(at)};
    list->interval = known;
    at = std::move(*guarded(std::move(list), cap.upper, cap.bound->value, cap.label));
  }

  Program& p_;
  ItemId item_;
  std::string name_;
  std::vector<Cap> found_;
  std::vector<Expr*> where_;
};

}  // namespace

std::string Cap::subject() const {
  const std::string which = nth > 1 ? fmt::format("#{}", nth) : std::string();
  if (of_list) return fmt::format("{} bound of {}{}", upper ? "upper" : "lower", name, which);
  return fmt::format("{} in {}{}", upper ? "cap" : "lower cap", name, which);
}
std::string Cap::headline() const {
  if (of_list) return fmt::format("The {} bound of {}", upper ? "upper" : "lower", name);
  return fmt::format("The {} cap in {}", upper ? "upper" : "lower", name);
}

std::vector<Cap> caps_of(const Program& program) {
  Program copy(program);
  std::vector<Cap> all = Finder(copy).run(SIZE_MAX);
  std::map<std::pair<ItemId, std::string>, size_t> like;
  for (Cap& one : all) one.nth = ++like[{one.item, one.subject()}];
  return all;
}

std::shared_ptr<const Program> faulting(const Program& program, const Cap& cap) {
  auto copy = std::make_shared<Program>(program);
  Finder(*copy).run(cap.number);
  return copy;
}

}  // namespace casebook::checks
