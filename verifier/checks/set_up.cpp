// SPDX-License-Identifier: Apache-2.0
// set-up: does the scenario begin as the rules' own invariants say?
//
// It checks the invariants that are due at the start: ground, stacking, whatever the rules guard. Binding
// the scenario already refuses a piece in a wrong box and a state out of range. Two pieces in one hex are
// also reported where no invariant speaks of it.
#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/distance/cells.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;

namespace {

constexpr const char* id = "set-up";

Answer run(Context& context) {
  const ScenarioPtr& scenario = context.scenario();
  const language::Program& p = *scenario->program;
  ReferenceRules rules(scenario);
  Position position = scenario->start;
  InvariantCheck check;
  if (p.game != language::none) {
    check_ends_of_procedures(rules, check);
    rules.begin(position);
    rules.on_end_of_run(nullptr);
  }
  InvariantCheck there = check_invariants(rules, position, nullptr);
  check.asked += there.asked;
  std::move(there.failures.begin(), there.failures.end(), std::back_inserter(check.failures));
  std::set<InvariantId> told;
  for (const InvariantFailure& failure : check.failures) {
    if (!told.insert(failure.invariant).second) continue;
    const language::Invariant& invariant = p.invariants[failure.invariant];
    Finding& finding = context.add(id, invariant.name, Verdict::refuted, Concern::contradiction);
    finding.kind = kind::does_not_hold;
    finding.claim = fmt::format("The invariant {} holds at the start", invariant.name);
    finding.headline = fmt::format("The set-up violates the invariant {}", invariant.name);
    finding.method = Method::play;
    finding.scope = "the start of the scenario was checked";
    std::string line;
    for (const char c : failure.derivation) {
      if (c != '\n') {
        line += c;
        continue;
      }
      if (finding.details.size() < 8) finding.details.push_back(line);
      line.clear();
    }
    context.cite(finding, invariant);
    Witness witness;
    describe(witness, *scenario, position, Grade::seen);
    WitnessSide side = side_at(*scenario, position, {{Assertion::What::broken, invariant.name, {}}});
    // Asked before the first site, on the way there.
    if (invariant.where == language::InvariantWhere::end_of_procedure) side.record.start.clear();
    witness.sides.push_back(std::move(side));
    finding.witness = std::move(witness);
  }
  std::map<int32_t, std::vector<std::string>> here;
  for (const games::Cell& piece : games::pieces_of(*scenario)) {
    const int32_t at = games::read(*scenario, position, piece).cell();
    if (games::is_hex(*scenario, at)) here[at].push_back(scenario->members[piece.id][piece.combination]);
  }
  for (const auto& [hex, names] : here) {
    if (names.size() < 2 || !check.failures.empty()) continue;
    const std::string& hex_name = scenario->members[language::kind_hex][static_cast<size_t>(hex)];
    Finding& finding = context.add(id, hex_name + " shared", Verdict::refuted, Concern::information);
    finding.claim = fmt::format("One piece begins in {}", hex_name);
    finding.headline = fmt::format("Several pieces begin in {}", hex_name);
    finding.text = fmt::format("{} begin there together. No invariant forbids it.", listed(names, "and"));
    finding.scope = "the start of the scenario was checked";
  }
  return {Verdict::proved,
          fmt::format("{}, {} with pieces",
                      counted(static_cast<uint64_t>(check.asked), "invariant that applies at the start",
                              "invariants that apply at the start"),
                      counted(here.size(), "hex", "hexes"))};
}

}  // namespace

Check set_up() {
  return {id, "Does the set-up satisfy the invariants of the rules?", CheckOf::data, true, run};
}

}  // namespace casebook::checks
