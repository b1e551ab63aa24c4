// SPDX-License-Identifier: Apache-2.0
// Proofs lean on mined invariants, on those alone that are proved, and say so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/claims/mined_invariants.h"
#include "tests/support/rules_text.h"
#include "verifier/symbolic/mine/candidates.h"
#include "verifier/symbolic/mine/mine.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/reach_break.h"

namespace casebook::symbolic {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

// A flag that nothing raises, and one that only six sixes raise: no game of a few rolls them. Each has a second
// flag that follows it, of which the rules state an invariant, and the second of these a third without one.
constexpr const char* flags = R"(edition flags "Flags"
section 1 "All of it"
case 1.1 "Sides"
  summary "Two."
  kind side = white, black
  measure d6 from 1 to 6
  measure rounds from 0 to 20
  state sixes: rounds
  state raised: bool
  state unused: bool
  state loud: bool
  state shrill: bool
  state echo: bool
  invariant calm: not loud
  invariant quiet: not shrill
case 1.2 "Play"
  summary "A die is rolled nine times."
  procedure game
    repeat at most 9 times
      choose by white
        go()
      roll d: d6
      if unused then loud := yes
      if shrill then echo := yes
      if raised then shrill := yes
      if d = 6 then sixes += 1
      if sixes >= 6 then raised := yes
    end game won by white
  action go()
)";

std::vector<std::string> texts(const runtime::Scenario& scenario) {
  std::vector<std::string> all;
  for (const InvariantId one : scenario.mined->kept) all.push_back(runtime::mined_text(*scenario.mined, one));
  return all;
}

/// As if that had been mined and proved, at every site.
ScenarioPtr called_proved(const ScenarioPtr& scenario, const std::string& text) {
  const WithCandidates with = with_candidates(*scenario, {{text, language::none}});
  EXPECT_THAT(with.not_typed, IsEmpty());
  auto mined = std::make_shared<runtime::MinedInvariants>();
  mined->rules = with.scenario;
  mined->at.assign(scenario->program->sites.size(), {with.first});
  mined->kept = {with.first};
  Mining mining;
  mining.mined = mined;
  return with_mined(*scenario, mining);
}

Induction proved(const ScenarioPtr& scenario) {
  Induction induction = prove_invariants(scenario);
  ReachSettings reach;
  reach.games = 20, reach.steered = 0;
  reach_breaks(scenario, induction, reach);
  return induction;
}

constexpr size_t calm = 0, quiet = 1;

TEST(MinedProofs, APropertyIsProvedByWhatWasMinedAndSaysSo) {
  const ScenarioPtr plain = testing_support::scenario_of(flags);
  EXPECT_EQ(proved(plain).verdicts[calm], Verdict::not_inductive);
  const ScenarioPtr mined = with_mined(*plain, mine_invariants(plain));
  ASSERT_THAT(texts(*mined), Contains("not unused"));
  const Induction induction = proved(mined);
  EXPECT_EQ(induction.verdicts[calm], Verdict::proved) << induction.reasons[calm];
  EXPECT_THAT(mined_under(induction, calm), Contains("not unused"));
  EXPECT_THAT(mined_needed(induction), Contains("not unused"));
  EXPECT_THAT(induction_text(*mined, induction, false),
              HasSubstr("PROVED calm (1.1): 2 of 2 steps proved; rests on 1.1 and on 1 mined invariant\n"));
}

TEST(MinedProofs, ACandidateThatGamesOnlyDidNotBreakProvesNothing) {
  const ScenarioPtr plain = testing_support::scenario_of(flags);
  const ScenarioPtr mined = with_mined(*plain, mine_invariants(plain));
  EXPECT_THAT(texts(*mined), Not(Contains("not raised")));
  EXPECT_THAT(texts(*mined), Not(Contains("not shrill")));
  const Induction induction = proved(mined);
  EXPECT_NE(induction.verdicts[quiet], Verdict::proved);
  // It would have: what is called proved is taken as a fact.
  const Induction misled = proved(called_proved(plain, "not raised"));
  EXPECT_EQ(misled.verdicts[quiet], Verdict::proved) << misled.reasons[quiet];
  EXPECT_THAT(mined_under(misled, quiet), Contains("not raised"));
}

TEST(MinedProofs, WhatFollowsFromAnInvariantThatIsNotProvedIsNotMined) {
  const ScenarioPtr plain = testing_support::scenario_of(flags);
  // `not echo` is kept by every step from a position with `quiet`, and quiet is false.
  EXPECT_THAT(texts(*with_mined(*plain, mine_invariants(plain))), Not(Contains("not echo")));
}

TEST(MinedProofs, APositionOfAStepSatisfiesWhatWasMined) {
  const ScenarioPtr plain = testing_support::scenario_of(flags);
  const ScenarioPtr mined = with_mined(*plain, mine_invariants(plain));
  const Induction induction = proved(mined);
  ASSERT_EQ(induction.verdicts[quiet], Verdict::not_inductive) << induction.reasons[quiet];
  size_t shown = 0;
  for (const ProofCell& cell : induction.cells) {
    if (cell.verdict != Verdict::not_inductive || !cell.witness) continue;
    ++shown;
    EXPECT_EQ(cell.witness->grade, Grade::invariants);
  }
  EXPECT_GT(shown, 0U);
}

}  // namespace
}  // namespace casebook::symbolic
