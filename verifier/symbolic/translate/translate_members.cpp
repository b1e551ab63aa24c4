// SPDX-License-Identifier: Apache-2.0
// Translation: whether one member is in a set, without writing the set out; and what can not fault.
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Binder;
using language::Expr;
using language::ListKind;
using language::Op;
using language::TypeTag;

Ref Translator::in_items(const std::vector<Ref>& items, KindId kind, Ref code) {
  return lookup(code, {TypeTag::entity, kind, 1},
                [&](int64_t member) {
                  return truth(static_cast<size_t>(member) < items.size() ? items[static_cast<size_t>(member)]
                                                                          : no);
                })
      .number;
}

// As the sets are made, with the one member in the place of all. Precondition: the set cannot fault.
Ref Translator::contained(const Expr& set, const SymbolicValue& member, const SymbolicPosition& position) {
  const auto part = [&](size_t i) { return contained(*set.args[i], member, position); };
  const bool known = formula_.is_constant(member.number);
  switch (set.op) {
    case Op::all_members:
      return yes;
    case Op::neighbours:
      return positions_.codes().adjacent(formula_, number(set, 0, position), member.number);
    case Op::hexes_within: {
      const Ref away = positions_.codes().distance(formula_, number(set, 0, position), member.number);
      const SymbolicValue most = evaluate(*set.args[1], position);
      return formula_.or_(most.never, formula_.less_equal(away, most.number));
    }
    case Op::unite:
      return formula_.or_(part(0), part(1));
    case Op::subtract_sets:
      return formula_.and_(part(0), formula_.not_(part(1)));
    case Op::intersect:
      return formula_.and_(part(0), part(1));
    case Op::set_from_maybe:
      return formula_.equal(number(set, 0, position), member.number);
    case Op::set_of: {
      std::vector<Ref> any;
      for (size_t i = 0; i < set.args.size(); ++i)
        any.push_back(formula_.equal(number(set, i, position), member.number));
      return formula_.or_(std::move(any));
    }
    case Op::choose_if: {
      const Ref condition = number(set, 0, position);
      if (condition == yes) return part(1);
      if (condition == no) return part(2);
      const Ref then = part(1), other = part(2);
      return formula_.choose(condition, then, other);
    }
    case Op::let: {
      SymbolicValue value = evaluate(*set.args[0], position);
      variable(set.ref) = std::move(value);
      return part(1);
    }
    case Op::call: {
      const language::Definition& definition = program_.definitions[set.ref];
      if (known || !definition.exceptions.empty() || !definition.adjustments.empty()) break;
      std::vector<SymbolicValue> values;
      for (const auto& arg : set.args) values.push_back(evaluate(*arg, position));
      for (size_t i = 0; i < values.size(); ++i) variable(definition.params[i]) = std::move(values[i]);
      return contained(*definition.body, member, position);
    }
    case Op::filter: {
      if (!set.args.empty()) break;
      const Binder& binder = *set.binder;
      Ref in = binder.domain->type.tag == TypeTag::maybe
                   ? formula_.equal(evaluate(*binder.domain, position).number, member.number)
                   : contained(*binder.domain, member, position);
      variable(binder.var) = member;
      if (in == no) return no;
      if (binder.on || binder.at != language::none) {
        const int64_t first_box = positions_.codes().first_box();
        const Ref place = read(SlotOf::place, binder.domain->type.of, {member.number}, position).number;
        in = formula_.and_(in, formula_.less(place, formula_.number(first_box)));
        if (in == no) return no;
        if (binder.on) in = formula_.and_(in, formula_.equal(place, evaluate(*binder.on, position).number));
        if (binder.at != language::none)
          variable(binder.at) = whole(formula_.narrow(place, 0, std::max<int64_t>(0, first_box - 1)));
      }
      if (binder.where) in = formula_.and_(in, evaluate(*binder.where, position).number);
      return in;
    }
    case Op::image: {
      if (known) break;
      std::vector<Ref> any;
      each_member(*set.binder, position, [&](Ref in, const SymbolicValue&) {
        const Ref image = evaluate(*set.args[0], position).number;
        any.push_back(formula_.and_(in, formula_.equal(image, member.number)));
        return yes;
      });
      return formula_.or_(std::move(any));
    }
    default:
      break;
  }
  return in_items(evaluate(set, position).items, set.type.of, member.number);
}

// ---- what can not fault; in doubt it may

bool Translator::may_fault(const Binder& binder) {
  return may_fault(*binder.domain) || (binder.on && may_fault(*binder.on)) ||
         (binder.where && may_fault(*binder.where));
}

bool Translator::may_fault_definition(DefinitionId id) {
  const auto [known, fresh] = may_fault_.emplace(id, 0);
  if (!fresh) return known->second != 1;
  const language::Definition& definition = program_.definitions[id];
  bool may =
      may_fault(*definition.body) || definition.exceptions.size() > 1 || definition.adjustments.size() > 1;
  for (const auto& one : definition.exceptions) may = may || may_fault(*one.when) || may_fault(*one.value);
  for (const auto& one : definition.adjustments) may = may || may_fault(*one.when) || may_fault(*one.value);
  may_fault_[id] = may ? 2 : 1;
  return may;
}

bool Translator::may_fault(const Expr& expr) {
  for (const auto& arg : expr.args)
    if (may_fault(*arg)) return true;
  if (expr.binder && may_fault(*expr.binder)) return true;
  switch (expr.op) {
    case Op::named_entity:
      return !scenario_.find(expr.type.of, expr.text);
    case Op::divide_round:
    case Op::legal:
    case Op::field_at:
      return true;
    case Op::check_range: {
      const language::Interval& of = expr.args[0]->interval;
      return of.low < expr.value || of.high > expr.value2 || (of.may_be_never && !expr.interval.may_be_never);
    }
    case Op::table: {
      const language::Table& table = program_.tables[expr.ref];
      if (std::find(table.cells.begin(), table.cells.end(), language::silent_value) != table.cells.end())
        return true;
      for (size_t i = 0; i < expr.args.size(); ++i) {
        const Expr& arg = *expr.args[i];
        if (arg.type.tag != TypeTag::number) continue;
        if (arg.interval.may_be_never || arg.interval.low < table.low[i] ||
            arg.interval.high >= table.low[i] + table.size[i])
          return true;
      }
      return false;
    }
    case Op::call:
      return may_fault_definition(expr.ref);
    case Op::list: {
      bool sure = false;  // some entry always applies
      for (const auto& entry : expr.list->entries) {
        sure = sure || (!entry.per && !entry.when);
        if (may_fault(*entry.value) || (entry.when && may_fault(*entry.when)) ||
            (entry.per && may_fault(*entry.per)))
          return true;
      }
      if (expr.list->low && (may_fault(*expr.list->low) || may_fault(*expr.list->high))) return true;
      const bool wants_one = expr.list->kind == ListKind::first_of || expr.list->kind == ListKind::most_of ||
                             expr.list->kind == ListKind::least_of;
      return wants_one && !sure;
    }
    // Without a default the compiler asks whether a new operation can fault.
    case Op::constant:
    case Op::named_place:
    case Op::box:
    case Op::variable:
    case Op::option_value:
    case Op::reading_value:
    case Op::given:
    case Op::given_between:
    case Op::state:
    case Op::state_between:
    case Op::place_of:
    case Op::on_map:
    case Op::as_location:
    case Op::as_maybe:
    case Op::if_hex:
    case Op::let:
    case Op::choose_if:
    case Op::all_of:
    case Op::any_of:
    case Op::not_:
    case Op::implies:
    case Op::equal:
    case Op::less:
    case Op::less_equal:
    case Op::add:
    case Op::subtract:
    case Op::negate:
    case Op::multiply:
    case Op::rescale:
    case Op::round:
    case Op::odds:
    case Op::minimum:
    case Op::maximum:
    case Op::exists:
    case Op::for_all:
    case Op::count:
    case Op::total:
    case Op::least:
    case Op::most:
    case Op::all_members:
    case Op::range:
    case Op::set_of:
    case Op::filter:
    case Op::image:
    case Op::unite:
    case Op::subtract_sets:
    case Op::intersect:
    case Op::set_from_maybe:
    case Op::contains:
    case Op::contains_location:
    case Op::subset:
    case Op::is_empty:
    case Op::adjacent:
    case Op::neighbours:
    case Op::distance:
    case Op::hexes_within:
    case Op::on_edge:
    case Op::hexsides:
    case Op::ends:
    case Op::other_side:
    case Op::path_start:
    case Op::path_end:
    case Op::path_length:
    case Op::path_contains:
    case Op::before:
      break;
  }
  return false;
}

}  // namespace casebook::symbolic
