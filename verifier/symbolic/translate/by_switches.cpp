// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/translate/by_switches.h"

#include "engine/runtime/binding/settle.h"

namespace casebook::symbolic {

using language::Expr;

BySwitches::BySwitches(const runtime::Scenario& scenario)
    : scenario_(scenario), settled_(runtime::settled_program(scenario)) {
}

std::optional<int64_t> BySwitches::value(const Expr& expr) const {
  return of(*runtime::settled_expression(scenario_, expr));
}

// Through calls as long as nothing but the body may decide.
std::optional<int64_t> BySwitches::of(const Expr& settled) const {
  return runtime::known_by_switches(settled, scenario_.options, scenario_.readings,
                                    [this](const Expr& call) -> std::optional<int64_t> {
                                      const auto& definition = settled_.definitions[call.ref];
                                      if (!definition.exceptions.empty() || !definition.adjustments.empty())
                                        return std::nullopt;
                                      return of(*definition.body);
                                    });
}

}  // namespace casebook::symbolic
