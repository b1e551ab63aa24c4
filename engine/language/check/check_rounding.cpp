// SPDX-License-Identifier: Apache-2.0
// Rounding, conversion between measures, odds.
#include <numeric>

#include "engine/language/check/expression_checker.h"
#include "engine/language/syntax/literals.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

Rational step_of(const Measure& measure) {
  return Rational::make(measure.step_numerator, measure.step_denominator).value_or(Rational(1));
}

}  // namespace

ExprPtr ExpressionChecker::rounded(const Node& node, const Expected& expected) {
  const Rounding rounding = tree().has_word(node, "up")        ? Rounding::up
                            : tree().has_word(node, "nearest") ? Rounding::nearest
                                                               : Rounding::down;
  Rational target(1);
  if (tree().has_word(node, "to")) {
    const Node& to = *tree().expression(node, 1);
    const auto value = constant_number(tree(), to);
    if (!value || *value <= Rational(0)) {
      c.error("E0308", to, "a number is rounded to a constant above 0").expected = "a number such as 1/2";
      return nullptr;
    }
    target = *value;
  }
  const Node& operand = *tree().expression(node, 0);
  const Node& inner = without_brackets(tree(), operand);
  const bool divides = inner.kind == NodeKind::binary && operator_of(tree(), inner) == "/" &&
                       !is_number_text(tree(), *tree().expression(inner, 1));
  Expected hint;
  if (expected.type && expected.type->tag == TypeTag::number) hint = expected;

  ExprPtr value, divisor;
  if (!divides) {
    value = c.check_number(operand, hint);
    if (!value) return nullptr;
  } else {
    const Node& over = *tree().expression(inner, 0);
    const Node& under = *tree().expression(inner, 1);
    const bool under_first = needs_expectation(over) && !needs_expectation(under);
    if (under_first) divisor = c.check_number(under, {});
    Expected over_hint = hint;
    if (!over_hint.type && divisor) over_hint = Expected(divisor->type);
    value = c.check_number(over, over_hint);
    if (!under_first)
      divisor = c.check_number(under, value && needs_expectation(under) ? Expected(number_type) : Expected());
    value = without_never(over, std::move(value), "divided");
    divisor = without_never(under, std::move(divisor), "divided by");
    if (!value || !divisor) return nullptr;
    if (divisor->type.of != measure_number && divisor->type.of != value->type.of) {
      c.error("E0302", inner,
              c.type_text(value->type) + " divided by " + c.type_text(divisor->type) +
                  " is no number of anything")
          .expected = "a `number`, or the same measure, to divide by";
      return nullptr;
    }
    if (divisor->interval.low == 0 && divisor->interval.high == 0) {
      c.error("E0408", under, "nothing can be divided by 0");
      return nullptr;
    }
  }
  // A measure divided by itself is a `number`.
  const bool ratio = divides && divisor->type.of == value->type.of;
  const MeasureId measure_id = ratio ? measure_number : MeasureId(value->type.of);
  const Measure& measure = c.program.measures[measure_id];
  const auto multiple = whole_steps(target, step_of(measure));
  if (!multiple) {
    c.error("E0306", node,
            to_text(target) + " is not a whole number of steps of " + measure.name + ", which has steps of " +
                to_text(step_of(measure)))
        .suggestion = "`rounded ... to " + to_text(step_of(measure)) + "`";
    return nullptr;
  }
  const Type type = measure_type(measure_id);
  if (!divides) {
    int64_t unit = 0;
    if (__builtin_mul_overflow(*multiple, value->type.fine, &unit)) unit = INT64_MAX;
    const auto interval = round(value->interval, unit, *multiple, rounding);
    if (value->op == Op::constant && interval) {
      if (value->value == never_value) return make_constant(type, never_value, place(node));
      return make_constant(type, interval->low, place(node));
    }
    ExprPtr expr = make_expr(Op::round, type, place(node), std::move(value));
    expr->value = unit;
    expr->value2 = *multiple;
    expr->rounding = rounding;
    return with_interval(node, std::move(expr), interval);
  }
  // (a / fa) / (b / fb) = (a * fb) / (b * fa)
  const int64_t common = std::gcd(value->type.fine, divisor->type.fine);
  const int64_t by_value = divisor->type.fine / common, by_divisor = value->type.fine / common;
  value = times(node, std::move(value), by_value);
  divisor = times(node, std::move(divisor), by_divisor);
  if (!value || !divisor) return nullptr;
  const auto interval = divide_round(value->interval, divisor->interval, *multiple, rounding);
  ExprPtr expr = make_expr(Op::divide_round, type, place(node), std::move(value), std::move(divisor));
  expr->value2 = *multiple;
  expr->rounding = rounding;
  expr->label = c.at.label;
  return with_interval(node, std::move(expr), interval);
}

/// `E as M`: the same quantity counted in M's steps.
ExprPtr ExpressionChecker::as(const Node& node) {
  const uint32_t token = c.name_token(node);
  Symbol* symbol = token == SyntaxTree::npos ? nullptr : c.find_type(token);
  if (symbol != nullptr && symbol->kind != SymbolKind::measure) {
    c.error_at("E0204", token, "\"" + std::string(c.text(token)) + "\" is a kind").expected = "a measure";
    symbol = nullptr;
  }
  const Node& operand = *tree().expression(node);
  const bool literal = needs_expectation(operand);
  ExprPtr value =
      c.check_number(operand, literal && symbol != nullptr ? Expected(measure_type(symbol->id)) : Expected());
  if (!value || symbol == nullptr) return nullptr;
  if (value->type.of == symbol->id) return value;
  const Measure& from = c.program.measures[value->type.of];
  const Measure& to = c.program.measures[symbol->id];
  const auto factor = divide(step_of(from), step_of(to));
  int64_t fine = 0;
  if (!factor || __builtin_mul_overflow(value->type.fine, factor->denominator(), &fine)) {
    c.error("E0404", node, "the steps of " + from.name + " and " + to.name + " have no common part");
    return nullptr;
  }
  const int64_t common = std::gcd(factor->numerator(), fine);
  Type type = measure_type(symbol->id);
  type.fine = fine / common;
  return rescale(node, std::move(value), factor->numerator() / common, type);
}

/// `odds(a, d) favouring ... or else E`: on an open scale, in whatever measure is expected.
ExprPtr ExpressionChecker::odds(const Node& node, const Expected& expected) {
  const Node& attacker_node = *tree().expression(node, 0);
  const Node& defender_node = *tree().expression(node, 1);
  const Node& else_node = *tree().expression(node, 2);
  auto [attacker, defender] = pair(attacker_node, defender_node, {});
  Type type = number_type;
  if (expected.type && expected.type->tag == TypeTag::number) type = measure_type(expected.type->of);
  ExprPtr otherwise = c.check_as(else_node, type);
  if (!attacker || !defender || !otherwise) return nullptr;
  for (const bool first : {true, false}) {
    const ExprPtr& operand = first ? attacker : defender;
    if (operand->type.tag == TypeTag::number) continue;
    c.mismatch(first ? attacker_node : defender_node, operand->type, "a number");
    return nullptr;
  }
  const Measure& measure = c.program.measures[type.of];
  const auto factor = whole_steps(Rational(1), step_of(measure));
  if (!factor || *factor != 1) {
    c.error("E0306", node,
            "odds are whole numbers, and " + measure.name + " has steps of " + to_text(step_of(measure)))
        .expected = "a measure with steps of 1";
    return nullptr;
  }
  if (!align(defender_node, attacker, defender)) return nullptr;
  attacker = without_never(attacker_node, std::move(attacker), "in odds");
  defender = without_never(defender_node, std::move(defender), "in odds");
  if (!attacker || !defender) return nullptr;
  const Favour favour = tree().has_word(node, "attacker") ? Favour::attacker : Favour::defender;
  const Interval interval =
      unite(language::odds(attacker->interval, defender->interval, favour), otherwise->interval);
  ExprPtr expr =
      make_expr(Op::odds, type, place(node), std::move(attacker), std::move(defender), std::move(otherwise));
  expr->favour = favour;
  expr->interval = interval;
  return expr;
}

}  // namespace casebook::language
