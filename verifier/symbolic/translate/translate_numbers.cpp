// SPDX-License-Identifier: Apache-2.0
// Translation: Booleans, numbers, lists. Beside reference/evaluate_numbers.cpp.
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Expr;
using language::Favour;
using language::ListKind;
using language::Rounding;
using language::Type;

// a / b rounded to a whole number; b above 0.
SymbolicValue Translator::rounded_quotient(const SymbolicValue& a, Ref b, Rounding rounding) {
  switch (rounding) {
    case Rounding::down:
      return whole(formula_.divide(a.number, b), a.never);
    case Rounding::up:
      return whole(formula_.negate(formula_.divide(formula_.negate(a.number), b)), a.never);
    case Rounding::nearest: {
      const Ref two = formula_.number(2);
      return whole(
          formula_.divide(formula_.add(formula_.multiply(a.number, two), b), formula_.multiply(b, two)),
          a.never);
    }
  }
  return {};
}

SymbolicValue Translator::op_choose_if(const Expr& expr, const SymbolicPosition& position) {
  const Ref condition = number(expr, 0, position);
  branch(condition, expr.args[1]->place, language::none, "then");
  branch(formula_.not_(condition), expr.args[2]->place, language::none, "else");
  if (condition == yes) return evaluate(*expr.args[1], position);
  if (condition == no) return evaluate(*expr.args[2], position);
  SymbolicValue then;
  {
    const Under when(*this, condition);
    then = evaluate(*expr.args[1], position);
  }
  const Under when(*this, formula_.not_(condition));
  return choose(condition, then, evaluate(*expr.args[2], position));
}

SymbolicValue Translator::op_all_of(const Expr& expr, const SymbolicPosition& position) {
  Under so_far(*this, yes);
  std::vector<Ref> all;
  for (const auto& arg : expr.args) {
    const Ref one = evaluate(*arg, position).number;
    all.push_back(one);
    branch(one, arg->place, language::none, "holds");
    branch(formula_.not_(one), arg->place, language::none, "does not hold");
    if (one == no) return truth(no);
    so_far.also(one);
  }
  return truth(formula_.and_(std::move(all)));
}

SymbolicValue Translator::op_any_of(const Expr& expr, const SymbolicPosition& position) {
  Under so_far(*this, yes);
  std::vector<Ref> any;
  for (const auto& arg : expr.args) {
    const Ref one = evaluate(*arg, position).number;
    any.push_back(one);
    branch(one, arg->place, language::none, "holds");
    branch(formula_.not_(one), arg->place, language::none, "does not hold");
    if (one == yes) return truth(yes);
    so_far.also(formula_.not_(one));
  }
  return truth(formula_.or_(std::move(any)));
}

SymbolicValue Translator::op_not_(const Expr& expr, const SymbolicPosition& position) {
  return truth(formula_.not_(number(expr, 0, position)));
}

SymbolicValue Translator::op_implies(const Expr& expr, const SymbolicPosition& position) {
  const Ref premise = number(expr, 0, position);
  branch(premise, expr.place, language::none, "premise holds");
  branch(formula_.not_(premise), expr.place, language::none, "premise does not hold");
  if (premise == no) return truth(yes);
  const Under when(*this, premise);
  return truth(formula_.implies(premise, number(expr, 1, position)));
}

SymbolicValue Translator::op_equal(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue a = evaluate(*expr.args[0], position);
  return truth(same(expr.args[0]->type, a, evaluate(*expr.args[1], position)));
}

namespace {

bool is_hex(const Expr& expr) {
  return expr.type.tag != language::TypeTag::number && expr.type.of == language::kind_hex;
}

}  // namespace

SymbolicValue Translator::op_less(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  if (is_hex(*expr.args[0])) {
    a = whole(positions_.codes().index(formula_, a.number));
    b = whole(positions_.codes().index(formula_, b.number));
  }
  return truth(formula_.not_(less_or_equal(b, a)));
}

SymbolicValue Translator::op_less_equal(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  if (is_hex(*expr.args[0])) {
    a = whole(positions_.codes().index(formula_, a.number));
    b = whole(positions_.codes().index(formula_, b.number));
  }
  return truth(less_or_equal(a, b));
}

SymbolicValue Translator::op_add(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue sum = whole(formula_.number(0));
  for (const auto& arg : expr.args) sum = plus(sum, evaluate(*arg, position));
  return sum;
}

SymbolicValue Translator::op_subtract(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  return whole(formula_.subtract(a.number, b.number), a.never);
}

SymbolicValue Translator::op_negate(const Expr& expr, const SymbolicPosition& position) {
  return whole(formula_.negate(number(expr, 0, position)));
}

SymbolicValue Translator::op_multiply(const Expr& expr, const SymbolicPosition& position) {
  const Ref a = number(expr, 0, position);
  return whole(formula_.multiply(a, number(expr, 1, position)));
}

SymbolicValue Translator::op_rescale(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue value = evaluate(*expr.args[0], position);
  return whole(formula_.multiply(value.number, formula_.number(expr.value)), value.never);
}

SymbolicValue Translator::op_round(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue value = evaluate(*expr.args[0], position);
  const SymbolicValue quotient = rounded_quotient(value, formula_.number(expr.value), expr.rounding);
  return whole(formula_.multiply(quotient.number, formula_.number(expr.value2)), value.never);
}

SymbolicValue Translator::op_divide_round(const Expr& expr, const SymbolicPosition& position) {
  const Ref a = number(expr, 0, position), b = number(expr, 1, position);
  fault(formula_.equal(b, formula_.number(0)), expr.label);
  // Whatever its sign, what is divided by is above 0.
  const Ref below = formula_.less(b, formula_.number(0));
  const Ref top = formula_.choose(below, formula_.negate(a), a);
  const Node& bottom_node = formula_.node(b);
  const int64_t most = std::max<int64_t>({1, bottom_node.high, -bottom_node.low});
  const Ref bottom = formula_.narrow(formula_.choose(below, formula_.negate(b), b), 1, most);
  const Ref step = formula_.number(expr.value2);
  const SymbolicValue quotient = rounded_quotient(whole(top), formula_.multiply(bottom, step), expr.rounding);
  return whole(formula_.multiply(quotient.number, step));
}

SymbolicValue Translator::op_odds(const Expr& expr, const SymbolicPosition& position) {
  const Ref attacker = number(expr, 0, position), defender = number(expr, 1, position);
  const Ref zero = formula_.number(0), one = formula_.number(1);
  const Ref nothing = formula_.or_(formula_.less_equal(attacker, zero), formula_.less_equal(defender, zero));
  branch(nothing, expr.args[2]->place, language::none, "or else");
  branch(formula_.and_(formula_.not_(nothing), formula_.less_equal(defender, attacker)), expr.place,
         language::none, "attacker at least equal");
  branch(formula_.and_(formula_.not_(nothing), formula_.less(attacker, defender)), expr.place, language::none,
         "attacker weaker");
  SymbolicValue otherwise;
  if (nothing != no) {
    const Under when(*this, nothing);
    otherwise = evaluate(*expr.args[2], position);
    if (nothing == yes) return otherwise;
  }
  const bool for_defender = expr.favour == Favour::defender;
  const auto positive = [&](Ref x) {
    return formula_.narrow(x, 1, std::max<int64_t>(1, formula_.node(x).high));
  };
  const Ref a = positive(attacker), d = positive(defender);
  const Ref up = formula_.subtract(
      rounded_quotient(whole(a), d, for_defender ? Rounding::down : Rounding::up).number, one);
  const Ref down = formula_.subtract(
      one, rounded_quotient(whole(d), a, for_defender ? Rounding::up : Rounding::down).number);
  const SymbolicValue odds = whole(formula_.choose(formula_.less_equal(defender, attacker), up, down));
  return choose(nothing, otherwise, odds);
}

SymbolicValue Translator::op_minimum(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue best = evaluate(*expr.args[0], position);
  for (size_t i = 1; i < expr.args.size(); ++i) best = smaller(best, evaluate(*expr.args[i], position));
  return best;
}

SymbolicValue Translator::op_maximum(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue best = evaluate(*expr.args[0], position);
  for (size_t i = 1; i < expr.args.size(); ++i) best = larger(best, evaluate(*expr.args[i], position));
  return best;
}

SymbolicValue Translator::op_check_range(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue value = evaluate(*expr.args[0], position);
  const Ref below = formula_.less(value.number, formula_.number(expr.value));
  const Ref above = formula_.less(formula_.number(expr.value2), value.number);
  const Ref outside = formula_.and_(formula_.not_(value.never), formula_.or_(below, above));
  const Ref wrong_never = expr.interval.may_be_never ? no : value.never;
  fault(formula_.or_(outside, wrong_never), expr.label);
  // A number that is `never` may be anything, and must stay what it is beside it.
  const Ref kept = value.never == no
                       ? value.number
                       : formula_.choose(value.never, formula_.number(expr.value), value.number);
  return whole(formula_.narrow(kept, expr.value, expr.value2), expr.interval.may_be_never ? value.never : no);
}

SymbolicValue Translator::op_list(const Expr& expr, const SymbolicPosition& position) {
  return list_value(*expr.list, expr.type, position);
}

// Entries in their order. all_of, any_of and first_of stop as soon as the value is known.
SymbolicValue Translator::list_value(const language::ListBody& list, const Type& type,
                                     const SymbolicPosition& position) {
  SymbolicValue sum = whole(formula_.number(0)), extreme;
  Ref any = no;
  std::vector<std::pair<Ref, SymbolicValue>> firsts;
  std::vector<Ref> truths;
  Under so_far(*this, yes);
  // Under what condition the entries after it are asked.
  const auto take = [&](const language::ListEntry& entry, Ref member) -> Ref {
    Ref applies = member;
    if (entry.when) applies = formula_.and_(member, evaluate(*entry.when, position).number);
    branch(applies, entry.place, entry.label, "applies");
    if (entry.when || entry.per) branch(formula_.not_(applies), entry.place, entry.label, "does not apply");
    if (applies == no) return yes;
    const Under when(*this, applies);
    const SymbolicValue value = evaluate(*entry.value, position);
    switch (list.kind) {
      case ListKind::all_of:
        truths.push_back(formula_.implies(applies, value.number));
        return truths.back();
      case ListKind::any_of:
        truths.push_back(formula_.and_(applies, value.number));
        return formula_.not_(truths.back());
      case ListKind::first_of:
        firsts.emplace_back(applies, value);
        return formula_.not_(applies);
      case ListKind::sum_of:
        sum = plus(sum, choose(applies, value, whole(formula_.number(0))));
        return yes;
      case ListKind::most_of:
      case ListKind::least_of: {
        if (any == no) {
          extreme = value;
        } else {
          const bool most = list.kind == ListKind::most_of;
          const SymbolicValue better = most ? larger(extreme, value) : smaller(extreme, value);
          extreme = choose(applies, choose(any, better, value), extreme);
        }
        any = formula_.or_(any, applies);
        return yes;
      }
    }
    return yes;
  };
  for (const language::ListEntry& entry : list.entries) {
    Ref go_on = yes;
    if (entry.per) {
      std::vector<Ref> all;
      each_member(*entry.per, position, [&](Ref in, const SymbolicValue&) {
        all.push_back(take(entry, in));
        return all.back();
      });
      go_on = formula_.and_(std::move(all));
    } else {
      go_on = take(entry, yes);
    }
    if (go_on == no) break;
    so_far.also(go_on);
  }
  const CaseId last = list.entries.empty() ? language::none : list.entries.back().label;
  SymbolicValue result;
  switch (list.kind) {
    case ListKind::all_of:
      return truth(formula_.and_(std::move(truths)));
    case ListKind::any_of:
      return truth(formula_.or_(std::move(truths)));
    case ListKind::first_of: {
      std::vector<Ref> some;
      for (const auto& [applies, value] : firsts) some.push_back(applies);
      fault(formula_.not_(formula_.or_(std::move(some))), last);
      result = firsts.empty() ? positions_.constant(type, {}) : firsts.back().second;
      for (size_t i = firsts.size(); i-- > 0;) result = choose(firsts[i].first, firsts[i].second, result);
      break;
    }
    case ListKind::sum_of:
      result = sum;
      break;
    case ListKind::most_of:
    case ListKind::least_of:
      fault(formula_.not_(any), last);
      result = any == no ? whole(formula_.number(0)) : extreme;
      break;
  }
  if (list.low) {
    const SymbolicValue low = evaluate(*list.low, position), high = evaluate(*list.high, position);
    result = larger(low, smaller(high, result));
  }
  return result;
}

}  // namespace casebook::symbolic
