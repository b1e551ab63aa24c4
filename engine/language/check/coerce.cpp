// SPDX-License-Identifier: Apache-2.0
// Bringing a value to the type that is asked for, and into its range.
#include "engine/base/rational.h"
#include "engine/base/text.h"
#include "engine/language/check/expression_checker.h"
#include "engine/program/intervals.h"

namespace casebook::language {

ExprPtr Checker::check_as(const Node& node, const Type& type) {
  return coerce(check_expression(node, Expected(type)), type, node);
}

ExprPtr Checker::check_boolean(const Node& node) {
  return check_as(node, boolean_type);
}

namespace {

/// `1 .. 3` for `1-3`, which is arithmetic; empty for anything else.
std::string meant_as_range(const std::string& text) {
  const size_t minus = text.find('-');
  if (minus == std::string::npos) return {};
  const std::string low(trimmed(text.substr(0, minus))), high(trimmed(text.substr(minus + 1)));
  const auto is_number = [](const std::string& part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
  };
  return is_number(low) && is_number(high) ? low + " .. " + high : std::string();
}

}  // namespace

ExprPtr Checker::check_hex(const Node& node) {
  return check_as(node, hex_type);
}

ExprPtr Checker::check_side(const Node& node) {
  if (program.kind_side != none) return check_as(node, entity_type(program.kind_side));
  error("E0210", node, "a player is a member of the kind \"side\", which is not declared").suggestion =
      "kind side = first, second";
  return nullptr;
}

ExprPtr Checker::check_storable(const Node& node, const Expected& expected) {
  ExprPtr expr = check_expression(node, expected);
  if (!expr) return nullptr;
  if (expr->type.tag == TypeTag::number) {
    const Type measure = measure_type(expr->type.of);  // before the expression is given away
    return coerce(std::move(expr), measure, node);
  }
  if (expr->type.tag != TypeTag::range) return expr;
  mismatch(node, expr->type, "a value");
  return nullptr;
}

ExprPtr Checker::as_set(ExprPtr expr, const Node& node) {
  const Type set = set_type(expr->type.of);  // before the expression is given away
  return coerce(std::move(expr), set, node);
}

ExprPtr Checker::coerce(ExprPtr expr, const Type& type, const Node& node) {
  if (!expr) return nullptr;
  const Type is = expr->type;
  if (type.tag == TypeTag::number && is.tag == TypeTag::number)
    return coerce_number(std::move(expr), type, node);
  if (is == type) return expr;
  const Place place = expr->place;
  if (type.tag == TypeTag::location && is == hex_type)
    return make_expr(Op::as_location, type, place, std::move(expr));
  const bool same_kind = is.of == type.of && is.of >= 0;
  if (same_kind && type.tag == TypeTag::maybe && is.tag == TypeTag::entity)
    return make_expr(Op::as_maybe, type, place, std::move(expr));
  if (same_kind && type.tag == TypeTag::set && is.tag == TypeTag::maybe)
    return make_expr(Op::set_from_maybe, type, place, std::move(expr));
  Diagnostic& diagnostic = mismatch(node, is, type_text(type));
  const std::string shown = at.tree->node_text(node).substr(0, 40);
  if (type == hex_type && is.tag == TypeTag::location) {
    diagnostic.notes.push_back(
        {{}, "a location may be a box; a binder `x in S at g` gives the hex of those that have one"});
  } else if (same_kind && type.tag == TypeTag::set && is.tag == TypeTag::entity) {
    diagnostic.suggestion = "{" + shown + "}";
  } else if (same_kind && type.tag == TypeTag::entity && is.tag == TypeTag::maybe) {
    diagnostic.notes.push_back(
        {{},
         "there may be none; ask with `exists x in " + shown + ": ...` or `all x in " + shown + ": ...`"});
  } else if (type.tag == TypeTag::number && is.tag == TypeTag::set) {
    diagnostic.suggestion = "count " + shown;
  }
  return nullptr;
}

ExprPtr Checker::coerce_number(ExprPtr expr, const Type& type, const Node& node) {
  const Measure& measure = program.measures[type.of];
  if (expr->type.of != type.of) {
    Diagnostic& diagnostic =
        error("E0302", node, "this is " + number_of(expr->type) + ", and measures do not mix");
    diagnostic.expected = number_of(type);
    diagnostic.suggestion = "`as " + measure.name + "`";
    return nullptr;
  }
  const auto step = Rational::make(measure.step_numerator, measure.step_denominator).value_or(Rational(1));
  if (expr->type.fine != type.fine) {
    Diagnostic& diagnostic =
        error("E0306", node,
              expr->op == Op::constant
                  ? number_text(expr->type, expr->value) + " is not on a step of " + measure.name
                  : "this may fall between two steps of " + measure.name);
    diagnostic.expected = "a multiple of " + to_text(step);
    diagnostic.notes.push_back({{},
                                step == Rational(1)
                                    ? "add `rounded down`, `up` or `nearest`"
                                    : "add `rounded down to " + to_text(step) + "`, `up` or `nearest`"});
    return nullptr;
  }
  const Interval range = interval_of(type);
  if (within(expr->interval, range)) return expr;
  const std::string shown = number_text(type, range.low) + " to " + number_text(type, range.high) +
                            (range.may_be_never ? " or never" : "");
  if (only_never(expr->interval)) {
    error("E0405", node, "the measure " + measure.name + " does not have the value `never`").expected = shown;
    return nullptr;
  }
  const bool disjoint = expr->interval.low > range.high || expr->interval.high < range.low;
  if (disjoint && !(expr->interval.may_be_never && range.may_be_never)) {
    const bool one = expr->interval.low == expr->interval.high;
    Diagnostic& diagnostic =
        error("E0401", node,
              (one ? number_text(type, expr->interval.low) + " is"
                   : "this is between " + number_text(type, expr->interval.low) + " and " +
                         number_text(type, expr->interval.high) + ", which is") +
                  " outside the range of " + measure.name);
    diagnostic.expected = shown;
    diagnostic.suggestion = meant_as_range(at.tree->node_text(node));
    return nullptr;
  }
  const Interval kept = cut(expr->interval, range.low, range.high, range.may_be_never);
  const Place place = expr->place;
  ExprPtr checked = make_expr(Op::check_range, type, place, std::move(expr));
  checked->value = range.low;
  checked->value2 = range.high;
  checked->interval = kept;
  checked->label = at.label;
  return checked;
}

}  // namespace casebook::language
