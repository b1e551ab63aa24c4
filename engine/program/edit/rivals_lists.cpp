// SPDX-License-Identifier: Apache-2.0
// Rivals of lists of which several lines apply at once, and of prices.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/base/text.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/rivals_parts.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

class OfLists : RivalFinder {
 public:
  using RivalFinder::RivalFinder;

  void run() {
    for (Definition& definition : p_.definitions)
      if (definition.body) lists(*definition.body, definition.name, definition.label);
  }

 private:
  // ---- a price that is paid where it saves

  static bool is_same_call(const Expr& a, const Expr& b) {
    return a.op == Op::call && b.op == Op::call && a.ref == b.ref;
  }
  /// `trail_cost(a, b) < ground(a, b)`, asked where `trail_cost(a, b)` is paid.
  static Expr* saves(Expr& when, const Expr& price) {
    Expr* found = nullptr;
    change(when, [&](Expr& one) {
      if (found == nullptr && (one.op == Op::less || one.op == Op::less_equal) &&
          is_same_call(*one.args[0], price))
        found = &one;
    });
    return found;
  }
  void dearer(ListEntry& entry, const std::string& item, CaseId around) {
    if (!entry.when || !entry.value || is_supplied(entry.place)) return;
    Expr* asked = saves(*entry.when, *entry.value);
    if (asked == nullptr && entry.when->op == Op::call) {
      Definition& called = p_.definitions[DefinitionId(entry.when->ref)];
      if (called.body) asked = saves(*called.body, *entry.value);
    }
    if (asked == nullptr || asks(*asked)) return;
    offer(RivalSort::dearer, item, entry.label == none ? around : entry.label, entry.place,
          fmt::format("Must the price of {} be paid also where it is not the lower one?",
                      with_blanks(entry.name)),
          "no", "yes", [asked] { *asked = std::move(*make_constant(boolean_type, 1, asked->place)); });
  }

  // ---- several lines at once

  void lists(Expr& top, const std::string& item, CaseId around) {
    change(top, [&](Expr& expr) {
      if (expr.op == Op::list) list(expr, item, around);
      const bool extreme = expr.op == Op::most || expr.op == Op::least;
      if (!extreme || !expr.binder || expr.binder->at != none || asks(expr)) return;
      // Of one thing that has several sorts: a set that a given has.
      if (!expr.binder->domain || expr.binder->domain->op != Op::given) return;
      offer(RivalSort::adds_up, item, around, expr.place,
            fmt::format("If several kinds of {} apply at once, do they add up?",
                        with_blanks(p_.givens[GivenId(expr.binder->domain->ref)].name)),
            expr.op == Op::most ? "no, the most counts" : "no, the least counts", "yes", [this, &expr] {
              const Place place = expr.place;
              const Type type = expr.type;
              ExprPtr some = clone_fresh(p_, expr), otherwise = clone_fresh(p_, *expr.args[1]);
              some->op = Op::exists;
              some->type = boolean_type;
              some->args.clear();
              some->args.push_back(make_constant(boolean_type, 1, place));
              ExprPtr all(std::move(expr));
              const Interval interval = all->interval;
              all->op = Op::total;
              all->args.pop_back();
              ExprPtr made = make_expr(Op::choose_if, type, place, std::move(some), std::move(all),
                                       std::move(otherwise));
              made->interval = interval;
              expr = std::move(*made);
            });
    });
  }

  void list(Expr& expr, const std::string& item, CaseId around) {
    ListBody& body = *expr.list;
    const auto conditional = std::count_if(body.entries.begin(), body.entries.end(),
                                           [](const ListEntry& one) { return bool(one.when); });
    if ((body.kind == ListKind::most_of || body.kind == ListKind::least_of) && conditional >= 2 &&
        !asks(expr)) {
      std::string lines;
      for (const ListEntry& one : body.entries)
        if (one.when) lines += (lines.empty() ? "" : ", ") + with_blanks(one.name);
      offer(RivalSort::adds_up, item, around, expr.place,
            fmt::format("If several of these apply at once ({}), do they add up?", lines),

            body.kind == ListKind::most_of ? "no, the most counts" : "no, the least counts", "yes",
            [&body] { body.kind = ListKind::sum_of; });
    }
    if (body.kind != ListKind::first_of || body.entries.size() < 2) return;
    for (ListEntry& entry : body.entries) dearer(entry, item, around);
    const Expr& last = *body.entries.back().value;
    if (body.entries.back().when || last.op != Op::add || last.args[1]->op != Op::call) return;
    const Definition& extra = p_.definitions[DefinitionId(last.args[1]->ref)];
    const Expr* price = extra.body.get();
    while (price != nullptr && price->op == Op::check_range) price = price->args[0].get();
    if (price == nullptr || price->op != Op::choose_if || price->args[2]->op != Op::constant ||
        price->args[2]->value != 0)
      return;
    std::vector<size_t> cheaper;
    std::string names;
    for (size_t i = 0; i + 1 < body.entries.size(); ++i) {
      const ListEntry& entry = body.entries[i];
      const bool never = entry.value->op == Op::constant && entry.value->value == never_value;
      if (never || !entry.when || entry.value->type != last.type || asks(*entry.value) ||
          is_supplied(entry.place))
        continue;
      cheaper.push_back(i);
      names += (names.empty() ? "" : " or ") + with_blanks(entry.name);
    }
    if (cheaper.empty()) return;
    const CaseId label = around;
    offer(RivalSort::cheaper, item, label, body.entries[cheaper.front()].place,
          fmt::format("Must the price of {} be paid where {} alone would be cheaper?", names,
                      body.entries.back().name),
          "yes", "no, the lower price is paid", [this, &body, cheaper] {
            for (const size_t i : cheaper) {
              ExprPtr& value = body.entries[i].value;
              const Place place = value->place;
              const Type type = value->type;
              const Interval interval = body.entries.back().value->interval;
              value = make_expr(Op::minimum, type, place, std::move(value),
                                clone_fresh(p_, *body.entries.back().value));
              value->interval = interval;
            }
          });
    offer(RivalSort::surcharge, item, label, body.entries[cheaper.front()].place,
          fmt::format("Is the {} also paid with the price of {}?", with_blanks(extra.name), names), "no",
          "yes", [this, &body, cheaper] {
            for (const size_t i : cheaper) {
              const Expr& by = *body.entries.back().value;
              ExprPtr& value = body.entries[i].value;
              const Place place = value->place;
              const Type type = value->type;
              const Interval interval = by.interval;
              ExprPtr more = clone_fresh(p_, *by.args[1]);
              value = make_expr(Op::add, type, place, std::move(value), std::move(more));
              value->interval = interval;
            }
          });
  }
};

}  // namespace

void find_rivals_of_lists(Program& program, std::vector<FoundRival>& found) {
  find_with<OfLists>(program, found);
}

}  // namespace casebook::language
