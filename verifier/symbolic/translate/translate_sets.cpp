// SPDX-License-Identifier: Apache-2.0
// Translation: binders, quantifiers and sets. Beside reference/evaluate_sets.cpp.
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Binder;
using language::Expr;
using language::Op;
using language::TypeTag;

void Translator::each_member(const Binder& binder, const SymbolicPosition& position, const EachMember& body) {
  each_candidate(binder, position, [&](Ref in, const SymbolicValue& member) {
    if (!binder.where) return body(in, member);
    const Ref where = evaluate(*binder.where, position).number;
    const Ref both = formula_.and_(in, where);
    if (both == no) return yes;
    const Under meets(*this, where);
    return body(both, member);
  });
}

void Translator::each_candidate(const Binder& binder, const SymbolicPosition& position,
                                const EachMember& body) {
  std::vector<std::pair<Ref, SymbolicValue>> members;
  KindId kind = language::none;
  if (binder.domain->op == Op::range) {
    const Ref low = number(*binder.domain, 0, position), high = number(*binder.domain, 1, position);
    const int64_t from = formula_.node(low).low, to = formula_.node(high).high;
    if (to - from > limits_.expanded)
      throw Untranslated("a range of " + std::to_string(to - from) + " values", language::none);
    const bool boolean = formula_.node(low).boolean;
    for (int64_t value = from; value <= to; ++value) {
      const Ref one = formula_.number(value);
      const Ref inside =
          boolean ? yes : formula_.and_(formula_.less_equal(low, one), formula_.less_equal(one, high));
      members.emplace_back(inside, boolean ? truth(Formula::truth(value != 0)) : whole(one));
    }
  } else {
    const SymbolicValue domain = evaluate(*binder.domain, position);
    kind = binder.domain->type.of;
    if (binder.domain->type.tag == TypeTag::maybe) {
      const Ref some = formula_.less_equal(formula_.number(0), domain.number);
      const int64_t most = std::max<int64_t>(0, formula_.node(domain.number).high);
      members.emplace_back(some, whole(formula_.narrow(domain.number, 0, most)));
    } else {
      for (size_t i = 0; i < domain.items.size(); ++i)
        if (domain.items[i] != no)
          members.emplace_back(domain.items[i],
                               member_value({TypeTag::entity, kind, 1}, static_cast<int64_t>(i)));
    }
  }
  SymbolicValue wanted_hex;
  if (binder.on) wanted_hex = evaluate(*binder.on, position);
  const int64_t first_box = positions_.codes().first_box();
  Under so_far(*this, yes);
  for (const auto& [inside, member] : members) {
    Ref in = inside;
    if (in == no) continue;
    variable(binder.var) = member;
    if (binder.on || binder.at != language::none) {
      const Ref place = read(SlotOf::place, kind, {member.number}, position).number;
      in = formula_.and_(in, formula_.less(place, formula_.number(first_box)));
      if (binder.on) in = formula_.and_(in, formula_.equal(place, wanted_hex.number));
      if (in == no) continue;
      if (binder.at != language::none)
        variable(binder.at) = whole(formula_.narrow(place, 0, std::max<int64_t>(0, first_box - 1)));
    }
    Ref go_on = yes;
    {
      const Under is_member(*this, in);
      go_on = body(in, member);
    }
    if (go_on == no) return;
    so_far.also(go_on);
  }
}

SymbolicValue Translator::op_exists(const Expr& expr, const SymbolicPosition& position) {
  std::vector<Ref> found;
  each_member(*expr.binder, position, [&](Ref in, const SymbolicValue&) {
    found.push_back(formula_.and_(in, evaluate(*expr.args[0], position).number));
    return formula_.not_(found.back());
  });
  const Ref exists = formula_.or_(std::move(found));
  branch(exists, expr.place, language::none, "some");
  branch(formula_.not_(exists), expr.place, language::none, "none");
  return truth(exists);
}

SymbolicValue Translator::op_for_all(const Expr& expr, const SymbolicPosition& position) {
  std::vector<Ref> all;
  each_member(*expr.binder, position, [&](Ref in, const SymbolicValue&) {
    all.push_back(formula_.implies(in, evaluate(*expr.args[0], position).number));
    return all.back();
  });
  const Ref holds = formula_.and_(std::move(all));
  branch(holds, expr.place, language::none, "all");
  branch(formula_.not_(holds), expr.place, language::none, "not all");
  return truth(holds);
}

SymbolicValue Translator::op_count(const Expr& expr, const SymbolicPosition& position) {
  std::vector<Ref> members;
  each_member(*expr.binder, position, [&](Ref in, const SymbolicValue&) {
    members.push_back(in);
    return yes;
  });
  return whole(formula_.count(std::move(members)));
}

SymbolicValue Translator::op_total(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue sum = whole(formula_.number(0));
  each_member(*expr.binder, position, [&](Ref in, const SymbolicValue&) {
    sum = plus(sum, choose(in, evaluate(*expr.args[0], position), whole(formula_.number(0))));
    return yes;
  });
  return sum;
}

SymbolicValue Translator::op_least(const Expr& expr, const SymbolicPosition& position) {
  Ref any = no;
  SymbolicValue best;
  each_member(*expr.binder, position, [&](Ref in, const SymbolicValue&) {
    const SymbolicValue value = evaluate(*expr.args[0], position);
    best = any == no ? value : choose(in, choose(any, smaller(best, value), value), best);
    any = formula_.or_(any, in);
    return yes;
  });
  branch(any, expr.place, language::none, "some");
  branch(formula_.not_(any), expr.args[1]->place, language::none, "or else");
  if (any == yes) return best;
  const Under when(*this, formula_.not_(any));
  const SymbolicValue otherwise = evaluate(*expr.args[1], position);
  return any == no ? otherwise : choose(any, best, otherwise);
}

SymbolicValue Translator::op_most(const Expr& expr, const SymbolicPosition& position) {
  Ref any = no;
  SymbolicValue best;
  each_member(*expr.binder, position, [&](Ref in, const SymbolicValue&) {
    const SymbolicValue value = evaluate(*expr.args[0], position);
    best = any == no ? value : choose(in, choose(any, larger(best, value), value), best);
    any = formula_.or_(any, in);
    return yes;
  });
  branch(any, expr.place, language::none, "some");
  branch(formula_.not_(any), expr.args[1]->place, language::none, "or else");
  if (any == yes) return best;
  const Under when(*this, formula_.not_(any));
  const SymbolicValue otherwise = evaluate(*expr.args[1], position);
  return any == no ? otherwise : choose(any, best, otherwise);
}

SymbolicValue Translator::op_all_members(const Expr& expr, const SymbolicPosition&) {
  SymbolicValue all;
  all.items.assign(static_cast<size_t>(scenario_.size(expr.type.of)), yes);
  return all;
}

SymbolicValue Translator::op_range(const Expr&, const SymbolicPosition&) {
  return {};
}  // only a binder or a parameter reads a range

SymbolicValue Translator::op_set_of(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue set;
  set.items.assign(static_cast<size_t>(scenario_.size(expr.type.of)), no);
  for (const auto& arg : expr.args) {
    const Ref member = evaluate(*arg, position).number;  // a maybe that has none is -1, and no member
    for (size_t i = 0; i < set.items.size(); ++i) {
      const int64_t code = positions_.codes().of_member(expr.type.of, static_cast<int64_t>(i));
      set.items[i] = formula_.or_(set.items[i], formula_.equal(member, formula_.number(code)));
    }
  }
  return set;
}

SymbolicValue Translator::op_filter(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue kept;
  kept.items.assign(static_cast<size_t>(scenario_.size(expr.type.of)), no);
  std::vector<std::pair<SymbolicValue, Ref>> members;
  std::vector<SymbolicValue> values;
  each_member(*expr.binder, position, [&](Ref in, const SymbolicValue& member) {
    members.emplace_back(member, in);
    if (!expr.args.empty()) values.push_back(evaluate(*expr.args[0], position));
    return yes;
  });
  if (!expr.args.empty() && !members.empty()) {
    Ref any = no;
    SymbolicValue best;
    for (size_t i = 0; i < members.size(); ++i) {
      if (i == 0) {
        best = values[i];
      } else {
        const SymbolicValue better = expr.value == 0 ? smaller(best, values[i]) : larger(best, values[i]);
        best = choose(members[i].second, choose(any, better, values[i]), best);
      }
      any = formula_.or_(any, members[i].second);
    }
    for (size_t i = 0; i < members.size(); ++i)
      members[i].second = formula_.and_(members[i].second, same(expr.args[0]->type, values[i], best));
  }
  for (const auto& [member, in] : members) {
    for (size_t i = 0; i < kept.items.size(); ++i) {
      const int64_t code = positions_.codes().of_member(expr.type.of, static_cast<int64_t>(i));
      const Ref this_one = formula_.equal(member.number, formula_.number(code));
      kept.items[i] = formula_.or_(kept.items[i], formula_.and_(in, this_one));
    }
  }
  return kept;
}

SymbolicValue Translator::op_image(const Expr& expr, const SymbolicPosition& position) {
  std::vector<std::vector<Ref>> any(static_cast<size_t>(scenario_.size(expr.type.of)));
  each_member(*expr.binder, position, [&](Ref in, const SymbolicValue&) {
    const Ref member = evaluate(*expr.args[0], position).number;
    for (size_t i = 0; i < any.size(); ++i) {
      const int64_t code = positions_.codes().of_member(expr.type.of, static_cast<int64_t>(i));
      any[i].push_back(formula_.and_(in, formula_.equal(member, formula_.number(code))));
    }
    return yes;
  });
  SymbolicValue set;
  for (auto& one : any) set.items.push_back(formula_.or_(std::move(one)));
  return set;
}

SymbolicValue Translator::joined(const SymbolicValue& a, const SymbolicValue& b,
                                 const std::function<Ref(Ref, Ref)>& of) {
  SymbolicValue set;
  for (size_t i = 0; i < std::max(a.items.size(), b.items.size()); ++i)
    set.items.push_back(of(i < a.items.size() ? a.items[i] : no, i < b.items.size() ? b.items[i] : no));
  return set;
}

SymbolicValue Translator::op_unite(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  return joined(a, b, [&](Ref x, Ref y) { return formula_.or_(x, y); });
}

SymbolicValue Translator::op_subtract_sets(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  return joined(a, b, [&](Ref x, Ref y) { return formula_.and_(x, formula_.not_(y)); });
}

SymbolicValue Translator::op_intersect(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  return joined(a, b, [&](Ref x, Ref y) { return formula_.and_(x, y); });
}

SymbolicValue Translator::op_set_from_maybe(const Expr& expr, const SymbolicPosition& position) {
  const Ref member = number(expr, 0, position);
  SymbolicValue set;
  for (int64_t i = 0; i < scenario_.size(expr.type.of); ++i)
    set.items.push_back(
        formula_.equal(member, formula_.number(positions_.codes().of_member(expr.type.of, i))));
  return set;
}

SymbolicValue Translator::op_contains(const Expr& expr, const SymbolicPosition& position) {
  // The set comes first, and so do its faults, which asking for one member leaves out only where it has none.
  if (!may_fault(*expr.args[0])) {
    const SymbolicValue member = evaluate(*expr.args[1], position);
    return truth(contained(*expr.args[0], member, position));
  }
  const SymbolicValue set = evaluate(*expr.args[0], position);
  return truth(in_items(set.items, expr.args[0]->type.of, number(expr, 1, position)));
}

SymbolicValue Translator::op_contains_location(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue set = evaluate(*expr.args[0], position);
  const Ref location = number(expr, 1, position);
  const int64_t first_box = positions_.codes().first_box();
  const Ref hex = formula_.less(location, formula_.number(first_box));
  if (hex == no) return truth(no);
  const Ref code = formula_.narrow(location, 0, std::max<int64_t>(0, first_box - 1));
  return truth(formula_.and_(hex, in_items(set.items, language::kind_hex, code)));
}

SymbolicValue Translator::op_subset(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  return truth(formula_.and_(joined(a, b, [&](Ref x, Ref y) { return formula_.implies(x, y); }).items));
}

SymbolicValue Translator::op_is_empty(const Expr& expr, const SymbolicPosition& position) {
  return truth(formula_.not_(formula_.or_(evaluate(*expr.args[0], position).items)));
}

}  // namespace casebook::symbolic
