// SPDX-License-Identifier: Apache-2.0
// Exact arithmetic. A value counts steps of its measure / `fine`; finer steps appear where a literal or a
// division asks for them, and go again at a rounding.
#include <numeric>

#include "engine/language/check/expression_checker.h"
#include "engine/language/syntax/literals.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

/// Steps finer than this come from texts that nobody writes by hand.
constexpr int64_t finest = 1'000'000;

bool is_number(const ExprPtr& expr) {
  return expr->type.tag == TypeTag::number;
}

}  // namespace

ExprPtr Checker::check_number(const Node& node, const Expected& expected) {
  ExprPtr expr = check_expression(node, expected);
  if (!expr) return nullptr;
  if (expr->type.tag == TypeTag::number) return expr;
  mismatch(node, expr->type, expected.type ? type_text(*expected.type) : "a number");
  return nullptr;
}

ExprPtr ExpressionChecker::number(const Rational& value, const Node& node, const Expected& expected) {
  Type type = number_type;
  if (expected.type && expected.type->tag == TypeTag::number) type.of = expected.type->of;
  const Measure& measure = c.program.measures[type.of];
  const auto step = Rational::make(measure.step_numerator, measure.step_denominator);
  const auto steps = step ? divide(value, *step) : std::nullopt;
  constexpr int64_t most = int64_t{1} << 40;
  if (!steps || steps->denominator() > finest || steps->numerator() > most || steps->numerator() < -most) {
    c.error("E0404", node, "the number " + to_text(value) + " is too great or too fine");
    return nullptr;
  }
  type.fine = steps->denominator();
  return make_constant(type, steps->numerator(), place(node));
}

ExprPtr ExpressionChecker::rescale(const Node& node, ExprPtr expr, int64_t factor, const Type& type) {
  if (!expr || (factor == 1 && expr->type == type)) return expr;
  if (type.fine > finest) {
    c.error("E0404", node, "this number would need steps finer than one part in " + std::to_string(finest))
        .suggestion = "a rounding";
    return nullptr;
  }
  const auto interval = scale(expr->interval, factor);
  if (expr->op == Op::constant && interval) {
    if (expr->value != never_value) expr->value *= factor;
    expr->type = type;
    expr->interval = *interval;
    return expr;
  }
  int64_t both = 0;
  if (expr->op == Op::rescale && interval &&
      !__builtin_mul_overflow(expr->value, factor, &both)) {  // one step instead of two
    expr->value = both;
    expr->type = type;
    expr->interval = *interval;
    return expr;
  }
  const Place at = expr->place;
  ExprPtr result = make_expr(Op::rescale, type, at, std::move(expr));
  result->value = factor;
  return with_interval(node, std::move(result), interval);
}

bool ExpressionChecker::align(const Node& node, ExprPtr& left, ExprPtr& right) {
  if (left->type.of != right->type.of) {
    Diagnostic& diagnostic =
        c.error("E0302", node, "this is " + c.number_of(right->type) + ", and measures do not mix");
    diagnostic.expected = c.number_of(left->type);
    diagnostic.suggestion = "`as " + c.type_text(left->type) + "`";
    return false;
  }
  if (left->type.fine == right->type.fine) return true;
  Type common = left->type;
  common.fine = std::lcm(left->type.fine, right->type.fine);
  const int64_t by_left = common.fine / left->type.fine, by_right = common.fine / right->type.fine;
  left = rescale(node, std::move(left), by_left, common);
  right = rescale(node, std::move(right), by_right, common);
  return left && right;
}

ExprPtr ExpressionChecker::without_never(const Node& node, ExprPtr expr, const char* what) {
  if (!expr || !expr->interval.may_be_never) return expr;
  if (only_never(expr->interval)) {
    c.error("E0405", node, std::string("\"never\" cannot be ") + what);
    return nullptr;
  }
  const Interval kept{expr->interval.low, expr->interval.high, false};
  const Type type = expr->type;
  const Place at = expr->place;
  ExprPtr checked = make_expr(Op::check_range, type, at, std::move(expr));
  checked->value = kept.low;
  checked->value2 = kept.high;
  checked->interval = kept;
  checked->label = c.at.label;
  return checked;
}

ExprPtr ExpressionChecker::negated(const Node& node, const Expected& expected) {
  if (const auto value = constant_number(tree(), node)) return number(*value, node, expected);
  const Node& inner_node = *tree().expression(node);
  ExprPtr inner = c.check_number(inner_node, expected);
  if (operator_of(tree(), node) == "+") return inner;
  inner = without_never(inner_node, std::move(inner), "negated");
  if (!inner) return nullptr;
  const auto interval = negate(inner->interval);
  const Type type = inner->type;
  return with_interval(node, make_expr(Op::negate, type, place(node), std::move(inner)), interval);
}

ExprPtr ExpressionChecker::sum(const Node& node, ExprPtr left, ExprPtr right, bool minus) {
  const Node& left_node = *tree().expression(node, 0);
  const Node& right_node = *tree().expression(node, 1);
  if (!is_number(left) || !is_number(right)) {
    const bool left_wrong = !is_number(left);
    c.mismatch(left_wrong ? left_node : right_node, left_wrong ? left->type : right->type,
               "a number, like the other operand");
    return nullptr;
  }
  if (!align(right_node, left, right)) return nullptr;
  if (minus) right = without_never(right_node, std::move(right), "subtracted");
  if (!right) return nullptr;
  const auto interval =
      minus ? subtract(left->interval, right->interval) : add(left->interval, right->interval);
  const Type type = left->type;
  return with_interval(
      node, make_expr(minus ? Op::subtract : Op::add, type, place(node), std::move(left), std::move(right)),
      interval);
}

/// The value times a constant: its steps may become finer.
ExprPtr ExpressionChecker::scaled(const Node& node, ExprPtr expr, const Rational& factor) {
  expr = without_never(node, std::move(expr), "scaled");
  if (!expr) return nullptr;
  const int64_t numerator = factor.numerator() < 0 ? -factor.numerator() : factor.numerator();
  if (numerator == 0) {  // still evaluated: what is below it may be a fault
    if (expr->op == Op::constant) return make_constant(measure_type(expr->type.of), 0, place(node));
    const Type type = expr->type;
    ExprPtr zero = make_expr(Op::multiply, type, place(node), std::move(expr),
                             make_constant(number_type, 0, place(node)));
    zero->interval = {0, 0, false};
    return zero;
  }
  int64_t fine = 0;
  const int64_t common = std::gcd(numerator, expr->type.fine);
  if (__builtin_mul_overflow(expr->type.fine / common, factor.denominator(), &fine)) fine = finest + 1;
  Type type = expr->type;
  type.fine = fine;
  expr = rescale(node, std::move(expr), numerator / common, type);
  if (!expr || factor.numerator() > 0) return expr;
  const auto interval = negate(expr->interval);
  if (expr->op == Op::constant && interval) {
    expr->value = -expr->value;
    expr->interval = *interval;
    return expr;
  }
  return with_interval(node, make_expr(Op::negate, type, place(node), std::move(expr)), interval);
}

ExprPtr ExpressionChecker::product(const Node& node, const Expected& expected) {
  if (const auto value = constant_number(tree(), node)) return number(*value, node, expected);
  const Node& left_node = *tree().expression(node, 0);
  const Node& right_node = *tree().expression(node, 1);
  for (const bool left_constant : {true, false}) {
    const Node& constant = left_constant ? left_node : right_node;
    const Node& other = left_constant ? right_node : left_node;
    const auto factor = constant_number(tree(), constant);
    if (factor) return scaled(node, c.check_number(other, expected), *factor);
  }
  const bool right_first = needs_expectation(left_node) && !needs_expectation(right_node);
  const Node& first_node = right_first ? right_node : left_node;
  const Node& second_node = right_first ? left_node : right_node;
  // Two numbers of one measure do not multiply: what is expected helps only the one that is not a `number`.
  ExprPtr first = c.check_number(first_node, {});
  Expected hint(number_type);
  if (first && first->type.of == measure_number && expected.type && expected.type->tag == TypeTag::number)
    hint = expected;
  ExprPtr second = c.check_number(second_node, hint);
  first = without_never(first_node, std::move(first), "scaled");
  second = without_never(second_node, std::move(second), "scaled");
  if (!first || !second) return nullptr;
  if (first->type.of != measure_number && second->type.of != measure_number) {
    c.error("E0302", node,
            c.type_text(first->type) + " times " + c.type_text(second->type) + " is no number of anything")
        .expected = "a `number` as one of the two";
    return nullptr;
  }
  Type type = first->type.of == measure_number ? second->type : first->type;
  int64_t fine = 0;
  if (__builtin_mul_overflow(first->type.fine, second->type.fine, &fine) || fine > finest) {
    c.error("E0404", node, "this number would need steps finer than one part in " + std::to_string(finest))
        .suggestion = "a rounding";
    return nullptr;
  }
  type.fine = fine;
  const auto interval = multiply(first->interval, second->interval);
  if (right_first) std::swap(first, second);
  return with_interval(node, make_expr(Op::multiply, type, place(node), std::move(first), std::move(second)),
                       interval);
}

/// Division by a constant is exact; by anything else only under a rounding (see `rounded`).
ExprPtr ExpressionChecker::quotient(const Node& node, const Expected& expected) {
  if (const auto value = constant_number(tree(), node)) return number(*value, node, expected);
  const Node& left_node = *tree().expression(node, 0);
  const Node& right_node = *tree().expression(node, 1);
  if (is_number_text(tree(), right_node)) {
    const auto divisor = constant_number(tree(), right_node);
    const auto factor = divisor ? divide(Rational(1), *divisor) : std::nullopt;
    ExprPtr value = c.check_number(left_node, expected);
    if (!factor) {
      c.error("E0408", right_node, "nothing can be divided by 0");
      return nullptr;
    }
    return scaled(node, std::move(value), *factor);
  }
  check(left_node, {});
  if (!needs_expectation(right_node)) check(right_node, {});
  c.error("E0306", node, "a division by something that is not a constant says how it is rounded").expected =
      "`(" + tree().node_text(node).substr(0, 60) + ") rounded down`, `up` or `nearest`";
  return nullptr;
}

}  // namespace casebook::language
