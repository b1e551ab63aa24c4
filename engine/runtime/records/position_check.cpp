// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/records/position_check.h"

#include "engine/base/text.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/control.h"

namespace casebook::runtime {

namespace {

void check_goes_on(ReferenceRules& rules, const Position& position, const SourceRange& place,
                   Diagnostics& diagnostics) {
  const language::Program& program = *rules.scenario().program;
  std::vector<Choice> choices;
  std::vector<ChanceOutcome> outcomes;
  const NodeKind node = rules.node(position);
  if (node == NodeKind::over) return;
  if (node == NodeKind::choose)
    rules.choices(position, choices);
  else
    rules.outcomes(position, outcomes);
  if (!choices.empty() || !outcomes.empty()) return;
  Diagnostic& d =
      diagnostics.warning("P0120", place,
                          node == NodeKind::choose ? "no choice is lawful in this position"
                                                   : "nothing can be rolled or drawn in this position");
  const language::Site& site = rules.site(position);
  d.cases.push_back(program.label_text(site.label));
  d.notes.push_back({{},
                     "it stands at " + control_text(program, control_of(rules.scenario(), position)) +
                         ", where play never stops like this"});
}

}  // namespace

int check_position(ReferenceRules& rules, const Position& position, const std::string& file,
                   Diagnostics& diagnostics) {
  const language::Program& program = *rules.scenario().program;
  const SourceRange place{file, {}, {}};
  if (position.cell(rules.scenario().layout.site) == 0) return 0;  // before the first step, or over
  const InvariantCheck check = check_invariants(rules, position, nullptr);
  for (const InvariantFailure& failure : check.failures) {
    const language::Invariant& invariant = program.invariants[failure.invariant];
    Diagnostic& d = diagnostics.warning(
        "P0119", place,
        "the rules would not allow this position: " + quoted(invariant.name) + " does not hold");
    d.cases.push_back(program.label_text(invariant.label));
    if (invariant.label != language::none) d.expected = program.cases[invariant.label].summary;
    if (!failure.derivation.empty())
      d.notes.push_back({program.range_of(invariant.place), failure.derivation});
  }
  check_goes_on(rules, position, place, diagnostics);
  return check.asked;
}

}  // namespace casebook::runtime
