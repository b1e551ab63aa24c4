// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/claims/mined_invariants.h"

#include "engine/runtime/claims/checks.h"

namespace casebook::runtime {

std::string mined_text(const MinedInvariants& mined, InvariantId invariant) {
  const language::Program& program = *mined.rules->program;
  const language::Invariant& one = program.invariants[invariant];
  return one.procedure == language::none ? one.name
                                         : "in " + program.procedures[one.procedure].name + ": " + one.name;
}

std::optional<InvariantId> broken_mined(const Scenario& scenario, const Position& position) {
  const SiteId site = position.cell(scenario.layout.site) - 1;
  if (!scenario.mined || site < 0 || scenario.mined->at[static_cast<size_t>(site)].empty())
    return std::nullopt;
  ReferenceRules rules(scenario.mined->rules);
  for (const InvariantId one : scenario.mined->at[static_cast<size_t>(site)])
    if (check_invariant(rules, one, position, nullptr)) return one;
  return std::nullopt;
}

}  // namespace casebook::runtime
