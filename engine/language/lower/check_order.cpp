// SPDX-License-Identifier: Apache-2.0
// Two adjustments of one definition that always apply together and have no order (W0310).
//
// Only what the text decides is told: both have the same condition, or one always applies, and both compute
// from `otherwise` and constants. What rests on the position, `verify --only exceptions` finds.
#include <algorithm>
#include <cassert>
#include <optional>

#include "engine/language/lower/exceptions.h"
#include "engine/program/print_program.h"

namespace casebook::language {
namespace {

constexpr int64_t most_values = 1000;  // of `otherwise` that are tried

/// What the adjustment makes of a number; nothing where that rests on more than the number, or is a fault.
std::optional<int64_t> value_for(const Expr& expr, VarId otherwise, int64_t number) {
  std::vector<int64_t> args;
  for (const ExprPtr& arg : expr.args) {
    const auto value = value_for(*arg, otherwise, number);
    if (!value) return std::nullopt;
    args.push_back(*value);
  }
  std::optional<int64_t> result;
  switch (expr.op) {
    case Op::constant:
      result = expr.value;
      break;
    case Op::variable:
      if (expr.ref == otherwise) result = number;
      break;
    case Op::add:
      result = args[0] + args[1];
      break;
    case Op::subtract:
      result = args[0] - args[1];
      break;
    case Op::negate:
      result = -args[0];
      break;
    case Op::multiply:
      result = args[0] * args[1];
      break;
    case Op::rescale:
      result = args[0] * expr.value;
      break;
    case Op::minimum:
      result = *std::min_element(args.begin(), args.end());
      break;
    case Op::maximum:
      result = *std::max_element(args.begin(), args.end());
      break;
    case Op::check_range:
      if (args[0] >= expr.value && args[0] <= expr.value2) result = args[0];
      break;
    default:
      break;
  }
  // Far beyond any measure: nothing overflows, and `never` stays out.
  constexpr int64_t far = int64_t{1} << 30;
  return result && *result > -far && *result < far ? result : std::nullopt;
}

std::optional<int64_t> in_turn(const Adjustment& first, const Adjustment& second, int64_t number) {
  const auto between = value_for(*first.value, first.otherwise, number);
  return between ? value_for(*second.value, second.otherwise, *between) : std::nullopt;
}

bool order_matters(const Adjustment& a, const Adjustment& b, const Interval& of) {
  if (of.low > of.high || of.high - of.low > most_values) return false;
  for (int64_t number = of.low; number <= of.high; ++number) {
    const auto one = in_turn(a, b, number), other = in_turn(b, a, number);
    if (one && other && *one != *other) return true;
  }
  return false;
}

}  // namespace

void warn_of_missing_order(Checker& checker, const Definition& definition, const Interval& of) {
  if (definition.type.tag != TypeTag::number) return;
  const auto& all = definition.adjustments;
  const auto always = [](const Adjustment& one) {
    return one.when->op == Op::constant && one.when->value == 1;
  };
  const auto when = [&](const Adjustment& one) {
    return ProgramPrinter(checker.program, ProgramPrinter::What::meaning).text(*one.when);
  };
  for (size_t b = 1; b < all.size(); ++b) {
    for (size_t a = 0; a < b; ++a) {
      if (std::find(all[b].after.begin(), all[b].after.end(), static_cast<int32_t>(a)) != all[b].after.end())
        continue;
      if (!always(all[a]) && !always(all[b]) && when(all[a]) != when(all[b])) continue;
      if (!order_matters(all[a], all[b], of)) continue;
      const Program& program = checker.program;
      const std::string &first = program.label_text(all[a].label), &second = program.label_text(all[b].label);
      Diagnostic& diagnostic =
          checker.diagnostics.warning("W0310", program.range_of(all[b].place),
                                      "nothing says whether " + first + " or " + second + " adjusts \"" +
                                          definition.name + "\" first, and the value depends on it");
      diagnostic.expected = "`after " + first + "` here, or `after " + second + "` there";
      diagnostic.cases = {first, second};
      diagnostic.notes.push_back({program.range_of(all[a].place), "the other adjustment"});
    }
  }
}

}  // namespace casebook::language
