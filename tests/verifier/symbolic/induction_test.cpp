// SPDX-License-Identifier: Apache-2.0
// Invariants of the small games proved by induction, and planted mistakes found.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/text.h"
#include "engine/runtime/scenario.h"
#include "tests/support/rules_text.h"
#include "verifier/symbolic/induction.h"
#include "verifier/symbolic/proof_text.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

ScenarioPtr shipped(const std::string& folder, const std::string& file = "") {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + folder;
  if (!file.empty()) request.scenario_file = request.edition_folder + "/" + file;
  request.id = folder;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  Diagnostics diagnostics;
  ScenarioPtr scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_NE(scenario, nullptr) << testing_support::shown(diagnostics);
  return scenario;
}

Verdict verdict_of(const runtime::Scenario& scenario, const Induction& induction, const std::string& name) {
  const auto& all = scenario.program->invariants;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return induction.verdicts[i];
  ADD_FAILURE() << "no invariant " << name;
  return Verdict::unknown;
}

TEST(Induction, ProvesTheInvariantsOfHexSkirmish) {
  const ScenarioPtr scenario = shipped("examples/hex-skirmish");
  const Induction induction = prove_invariants(scenario);
  EXPECT_EQ(verdict_of(*scenario, induction, "alone"), Verdict::proved)
      << induction_text(*scenario, induction, true);
  EXPECT_EQ(verdict_of(*scenario, induction, "both_alive"), Verdict::proved)
      << induction_text(*scenario, induction, true);
  EXPECT_TRUE(induction.open.empty());
}

TEST(Induction, ProvesThatStonesStayInHex) {
  const ScenarioPtr scenario = shipped("examples/hex", "scenario-3.json");
  const Induction induction = prove_invariants(scenario);
  EXPECT_EQ(verdict_of(*scenario, induction, "stones_stay"), Verdict::proved)
      << induction_text(*scenario, induction, true);
  EXPECT_EQ(verdict_of(*scenario, induction, "one_winner"), Verdict::proved)
      << induction_text(*scenario, induction, true);
}

TEST(InductionSlow, OfInterrupt) {
  const ScenarioPtr scenario = shipped("examples/interrupt");
  const Induction induction = prove_invariants(scenario);
  std::cout << induction_text(*scenario, induction, false);
  for (const ProofCell& cell : induction.cells) EXPECT_NE(cell.verdict, Verdict::tool_error) << cell.why;
}

TEST(InductionSlow, OfTheCup) {
  const ScenarioPtr scenario = shipped("examples/cup");
  const Induction induction = prove_invariants(scenario);
  std::cout << induction_text(*scenario, induction, false);
  for (const ProofCell& cell : induction.cells) EXPECT_NE(cell.verdict, Verdict::tool_error) << cell.why;
}

}  // namespace
}  // namespace casebook::symbolic
