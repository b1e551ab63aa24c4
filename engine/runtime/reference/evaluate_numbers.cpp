// SPDX-License-Identifier: Apache-2.0
// Evaluation: Booleans, numbers, lists.
#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/base/text.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Expr;
using language::Favour;
using language::ListKind;
using language::never_value;
using language::Rounding;
using language::Type;

namespace {

int64_t floor_divide(int64_t a, int64_t b) {  // b > 0
  const int64_t quotient = a / b;
  return a % b != 0 && a < 0 ? quotient - 1 : quotient;
}

// a / b rounded to a whole number; b > 0.
int64_t rounded_quotient(int64_t a, int64_t b, Rounding rounding) {
  switch (rounding) {
    case Rounding::down:
      return floor_divide(a, b);
    case Rounding::up:
      return -floor_divide(-a, b);
    case Rounding::nearest:
      return floor_divide(2 * a + b, 2 * b);
  }
  return 0;
}

}  // namespace

Value Evaluator::op_choose_if(const Expr& expr, const Position& position) {
  return evaluate(*expr.args[evaluate(*expr.args[0], position).yes() ? 1 : 2], position);
}

// The operand that settles it; while deriving, those before it decided nothing.
Value Evaluator::op_all_of(const Expr& expr, const Position& position) {
  const size_t before = told_lines();
  for (const auto& arg : expr.args) {
    const size_t since = told_lines();
    if (evaluate(*arg, position).yes()) continue;
    only_named(before, since);
    return 0;
  }
  return 1;
}

Value Evaluator::op_any_of(const Expr& expr, const Position& position) {
  const size_t before = told_lines();
  for (const auto& arg : expr.args) {
    const size_t since = told_lines();
    if (!evaluate(*arg, position).yes()) continue;
    only_named(before, since);
    return 1;
  }
  return 0;
}

Value Evaluator::op_not_(const Expr& expr, const Position& position) {
  return !evaluate(*expr.args[0], position).yes();
}

Value Evaluator::op_implies(const Expr& expr, const Position& position) {
  return !evaluate(*expr.args[0], position).yes() || evaluate(*expr.args[1], position).yes();
}

Value Evaluator::op_equal(const Expr& expr, const Position& position) {
  const Value a = evaluate(*expr.args[0], position);
  return a == evaluate(*expr.args[1], position);
}

Value Evaluator::op_less(const Expr& expr, const Position& position) {
  const int64_t a = number(expr, 0, position);
  return a < number(expr, 1, position);
}

Value Evaluator::op_less_equal(const Expr& expr, const Position& position) {
  const int64_t a = number(expr, 0, position);
  return a <= number(expr, 1, position);
}

Value Evaluator::op_add(const Expr& expr, const Position& position) {
  int64_t sum = 0;
  bool never = false;
  for (size_t i = 0; i < expr.args.size(); ++i) {
    const int64_t value = number(expr, i, position);
    if (value == never_value && expr.args[i]->interval.may_be_never)
      never = true;
    else
      sum += value;
  }
  return never ? never_value : sum;
}

Value Evaluator::op_subtract(const Expr& expr, const Position& position) {
  const int64_t a = number(expr, 0, position), b = number(expr, 1, position);
  return a == never_value && expr.args[0]->interval.may_be_never ? never_value : a - b;
}

Value Evaluator::op_negate(const Expr& expr, const Position& position) {
  return -number(expr, 0, position);
}

Value Evaluator::op_multiply(const Expr& expr, const Position& position) {
  const int64_t a = number(expr, 0, position);
  return a * number(expr, 1, position);
}

Value Evaluator::op_rescale(const Expr& expr, const Position& position) {
  const int64_t value = number(expr, 0, position);
  return value == never_value && expr.args[0]->interval.may_be_never ? never_value : value * expr.value;
}

Value Evaluator::op_round(const Expr& expr, const Position& position) {
  const int64_t value = number(expr, 0, position);
  if (value == never_value && expr.args[0]->interval.may_be_never) return never_value;
  return rounded_quotient(value, expr.value, expr.rounding) * expr.value2;
}

Value Evaluator::op_divide_round(const Expr& expr, const Position& position) {
  int64_t a = number(expr, 0, position), b = number(expr, 1, position);
  if (b == 0) throw Fault{expr.label, "division by zero"};
  // The checker has put both into units whose quotient is a number of steps of the result.
  if (b < 0) a = -a, b = -b;
  return rounded_quotient(a, b * expr.value2, expr.rounding) * expr.value2;
}

Value Evaluator::op_odds(const Expr& expr, const Position& position) {
  const int64_t attacker = number(expr, 0, position), defender = number(expr, 1, position);
  if (attacker <= 0 || defender <= 0) return evaluate(*expr.args[2], position);
  const bool for_defender = expr.favour == Favour::defender;
  if (attacker >= defender) {
    return rounded_quotient(attacker, defender, for_defender ? Rounding::down : Rounding::up) - 1;
  }
  return 1 - rounded_quotient(defender, attacker, for_defender ? Rounding::up : Rounding::down);
}

Value Evaluator::op_minimum(const Expr& expr, const Position& position) {
  int64_t best = number(expr, 0, position);
  for (size_t i = 1; i < expr.args.size(); ++i) best = std::min(best, number(expr, i, position));
  return best;
}

Value Evaluator::op_maximum(const Expr& expr, const Position& position) {
  int64_t best = number(expr, 0, position);
  for (size_t i = 1; i < expr.args.size(); ++i) best = std::max(best, number(expr, i, position));
  return best;
}

Value Evaluator::op_check_range(const Expr& expr, const Position& position) {
  const int64_t value = number(expr, 0, position);
  if (value == never_value && expr.args[0]->interval.may_be_never) {
    if (expr.interval.may_be_never) return value;
    throw Fault{expr.label, "never does not fit " + program_.measures[expr.type.of].name};
  }
  if (value < expr.value || value > expr.value2) {
    throw out_of_range(expr, value, position);
  }
  return value;
}

namespace {

/// ` (ground: -2, by 12.0)`: the entries of the list that a value rests on.
std::string entries_text(const Derivation& node) {
  std::string entries;
  for (const DerivationPtr& child : node.children) {
    if (child->role != DerivationRole::entry) continue;
    entries += entries.empty() ? "" : "; ";
    entries += child->text + (child->value.empty() ? "" : ": " + child->value);
    if (!child->label.empty() && child->label != child->text) entries += ", by " + child->label;
  }
  return entries.empty() ? entries : " (" + entries + ")";
}

}  // namespace

// `left(u) - cost(a, b) = -1 is outside the range of points, 0 to 40, with left(A) = 1 and cost(0101, 0102) =
// 2, at 04-movement.rules:37`; in words `the points must be from 0 to 40, and here the value is -1: left(A) is 1 and
// cost(0101, 0102) is 2`
Fault Evaluator::out_of_range(const Expr& expr, int64_t value, const Position& position) {
  const auto number_text = [&](int64_t one) { return scenario_->value_text(expr.type, one); };
  const Expr* quoted = expr.args[0].get();  // a bound that was taken away stands around what is left
  while (quoted->op == Op::rescale) quoted = quoted->args[0].get();
  const std::string written = source_text(*this, *quoted);
  std::string text = written == number_text(value) || written.empty() ? "" : written + " = ";
  text += number_text(value) + " is outside the range of " + program_.measures[expr.type.of].name + ", " +
          number_text(expr.value) + " to " + number_text(expr.value2);
  Derivation rests_on;
  const int depth = std::exchange(told_depth_, 0), most = std::exchange(most_depth_, 2);
  try {
    const TraceInto telling(*this, &rests_on);
    evaluate(*expr.args[0], position);
  } catch (const Fault&) {  // it was evaluated a moment ago
  }
  told_depth_ = depth;
  most_depth_ = most;
  std::vector<std::string> values, in_words;
  for (const DerivationPtr& child : rests_on.children) {
    const std::string one = child->text + " = " + child->value;
    if (values.size() == most_members_told || std::find(values.begin(), values.end(), one) != values.end())
      continue;
    values.push_back(one);
    in_words.push_back(child->text + " is " + child->value + entries_text(*child));
  }
  if (!values.empty()) text += ", with " + listed(values, "and");
  std::string words = "the " + program_.measures[expr.type.of].name + " must be from " +
                      number_text(expr.value) + " to " + number_text(expr.value2) +
                      ", and here the value is " + number_text(value);
  if (!in_words.empty()) words += fmt::format(": {}", fmt::join(in_words, "; "));
  return {expr.label, text + where_text(expr.place), words};
}

Value Evaluator::op_list(const Expr& expr, const Position& position) {
  return list_value(*expr.list, expr.type, position);
}

// Entries in their order. all_of, any_of and first_of stop as soon as the value is known.
Value Evaluator::list_value(const language::ListBody& list, const Type& type, const Position& position) {
  int64_t sum = 0;
  bool any = false, never = false;
  int64_t extreme = 0;
  Value first;
  bool done = false;
  bool truth = list.kind == ListKind::all_of;
  const size_t before = told_lines();
  const auto take = [&](const language::ListEntry& entry, const std::string& who) {
    const size_t since = told_lines();
    if (entry.when && !evaluate(*entry.when, position).yes()) {
      only_named(since, told_lines());
      return true;
    }
    fire(entry.label);
    Derivation* const outer = trace_;
    DerivationPtr node;
    if (outer != nullptr) {
      node = std::make_unique<Derivation>();
      node->role = DerivationRole::entry;
      const auto condition = outer->children.begin() + static_cast<std::ptrdiff_t>(since);
      std::move(condition, outer->children.end(), std::back_inserter(node->children));
      outer->children.erase(condition, outer->children.end());
      trace_ = node.get();
    }
    const Value value = evaluate(*entry.value, position);
    if (outer != nullptr) {
      trace_ = outer;
      node->text = entry.name + (who.empty() ? "" : " for " + who);
      node->label = program_.label_text(entry.label);
      if (entry.value->type.tag == language::TypeTag::number ||
          entry.value->type.tag == language::TypeTag::boolean) {
        node->value = scenario_->value_text(entry.value->type, value.number);
      }
      outer->children.push_back(std::move(node));
    }
    switch (list.kind) {
      case ListKind::all_of:
        truth = value.yes();
        if (!truth && outer != nullptr) only_named(before, told_lines() - 1);
        return truth;
      case ListKind::any_of:
        truth = value.yes();
        if (truth && outer != nullptr) only_named(before, told_lines() - 1);
        return !truth;
      case ListKind::first_of:
        first = value;
        done = true;
        return false;
      case ListKind::sum_of:
        if (value.number == never_value && entry.value->interval.may_be_never)
          never = true;
        else
          sum += value.number;
        return true;
      case ListKind::most_of:
        extreme = any ? std::max(extreme, value.number) : value.number;
        any = true;
        return true;
      case ListKind::least_of:
        extreme = any ? std::min(extreme, value.number) : value.number;
        any = true;
        return true;
    }
    return true;
  };
  for (const language::ListEntry& entry : list.entries) {
    bool go_on = true;
    if (entry.per) {
      each_member(*entry.per, position, [&](int64_t member) {
        return go_on = take(entry, trace_ == nullptr ? "" : member_text(*entry.per, member));
      });
    } else {
      go_on = take(entry, {});
    }
    if (!go_on) break;
  }
  Value result;
  switch (list.kind) {
    case ListKind::all_of:
    case ListKind::any_of:
      return truth;
    case ListKind::first_of:
      if (!done)
        throw Fault{list.entries.empty() ? language::none : list.entries.back().label,
                    "no entry of the list applies"};
      result = first;
      break;
    case ListKind::sum_of:
      result = never ? never_value : sum;
      break;
    case ListKind::most_of:
    case ListKind::least_of:
      if (!any)
        throw Fault{list.entries.empty() ? language::none : list.entries.back().label,
                    "no entry of the list applies"};
      result = extreme;
      break;
  }
  if (list.low) {
    const int64_t low = evaluate(*list.low, position).number, high = evaluate(*list.high, position).number;
    const int64_t uncapped = result.number;
    result.number = std::max(low, std::min(high, result.number));
    if (trace_ != nullptr && result.number != uncapped) {
      auto node = std::make_unique<Derivation>();
      node->role = DerivationRole::cap;
      node->text =
          scenario_->value_text(type, uncapped) + ", capped to " + scenario_->value_text(type, result.number);
      trace_->children.push_back(std::move(node));
    }
  }
  return result;
}

}  // namespace casebook::runtime
