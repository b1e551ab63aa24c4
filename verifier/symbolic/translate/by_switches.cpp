// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/translate/by_switches.h"

#include "engine/runtime/binding/settle.h"

namespace casebook::symbolic {

using language::Expr;
using language::Op;

BySwitches::BySwitches(const runtime::Scenario& scenario)
    : scenario_(scenario), settled_(compare::settled_program(scenario)) {
}

std::optional<int64_t> BySwitches::value(const Expr& expr) const {
  return of(*compare::settled_expression(scenario_, expr));
}

std::optional<int64_t> BySwitches::of(const Expr& settled) const {
  const auto arg = [&](size_t i) { return of(*settled.args[i]); };
  switch (settled.op) {
    case Op::constant:
      return settled.value;
    case Op::call: {
      const language::Definition& definition = settled_.definitions[static_cast<size_t>(settled.ref)];
      if (!definition.exceptions.empty() || !definition.adjustments.empty()) return std::nullopt;
      return of(*definition.body);
    }
    case Op::not_: {
      const auto one = arg(0);
      return one ? std::optional<int64_t>(*one == 0 ? 1 : 0) : std::nullopt;
    }
    case Op::all_of:
    case Op::any_of: {
      const int64_t stops = settled.op == Op::any_of ? 1 : 0;
      bool is_known = true;
      for (size_t i = 0; i < settled.args.size(); ++i) {
        const auto one = arg(i);
        if (one == stops) return stops;
        is_known = is_known && one.has_value();
      }
      return is_known ? std::optional<int64_t>(1 - stops) : std::nullopt;
    }
    case Op::implies: {
      const auto premise = arg(0), then = arg(1);
      if (premise == 0 || then == 1) return 1;
      return premise == 1 ? then : std::nullopt;
    }
    case Op::choose_if: {
      const auto which = arg(0);
      return which ? arg(*which != 0 ? 1 : 2) : std::nullopt;
    }
    case Op::equal: {
      const auto a = arg(0), b = arg(1);
      if (!a || !b || settled.args[0]->type != settled.args[1]->type) return std::nullopt;
      return *a == *b ? 1 : 0;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace casebook::symbolic
