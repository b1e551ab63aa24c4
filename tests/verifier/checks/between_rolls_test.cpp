// SPDX-License-Identifier: Apache-2.0
// Choices that a player makes with a roll between them: what the question says, and what answers it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/verifier/checks/other_answers.h"
#include "tests/verifier/checks/small_rules_texts.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const SmallRules& firing() {
  return rules_of("between-rolls");
}

/// A list of cases with one statement of 2.0, which that claim carries.
Verification with_claim(const std::string& claim) {
  const Ruleset scenario = testing_support::scenario_of(firing().flawed + claim, firing().data);
  board::CaseList cases;
  cases.cases.emplace_back().label = "1.0";
  board::CaseLine& line = cases.cases.emplace_back();
  line.label = "2.0";
  board::Statement said;
  said.status = board::StatementStatus::carried;
  said.by = {"fire"};
  line.statements.push_back(said);
  return verify({scenario->id, scenario->program, scenario, cases}, small_budget(), {"between-rolls"});
}

TEST(BetweenRolls, TheQuestionNamesTheChoiceAndShowsAGame) {
  const Verification result = verification_of(firing(), true);
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  const Finding& finding = result.findings.front();
  EXPECT_EQ(headline_of(finding),
            "2.0 (Play): Must a player make every choice \"a unit is fired at\" before the first roll?");
  EXPECT_EQ(finding.concern, Concern::ambiguity);
  ASSERT_TRUE(finding.witness);
  EXPECT_GE(finding.witness->grade, Grade::reachable);
  ASSERT_EQ(finding.witness->sides.size(), 1U);
  EXPECT_EQ(finding.witness->sides.front().said.front().what, Assertion::What::permitted);
  EXPECT_GT(finding.met->positions, 0U);
}

/// The rolls of the game come from its seed, and that of the example does not.
TEST(BetweenRolls, AGameThatBeginsWithARollIsReplayed) {
  const std::string begun = "  procedure game\n";
  const std::string rules =
      replaced(firing().flawed, begun, begun + "    roll first: d6\n    if first = 1 then turn += 1\n");
  const Verification result = verification_of(rules, firing().data, {"between-rolls"});
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  EXPECT_EQ(result.findings.front().verdict, Verdict::refuted) << shown(result.findings);
  EXPECT_EQ(result.confirmed, 1U);
}

TEST(BetweenRolls, AClaimThatExpectsTheChoiceAfterARollAnswers) {
  const std::string fired = "  claim \"fire\"\n    at turn_of(white)\n    play fire(B)\n";
  EXPECT_THAT(with_claim(fired + "    roll 2\n    expect permitted fire(D)\n").findings, IsEmpty());
  EXPECT_EQ(with_claim(fired + "    roll 2\n    expect permitted pass()\n").findings.size(), 1U)
      << "of another choice";
  EXPECT_EQ(
      with_claim("  claim \"fire\"\n    at turn_of(white)\n    expect permitted fire(D)\n").findings.size(),
      1U)
      << "before any roll";
  EXPECT_EQ(
      with_claim(fired + "    roll 2\n    play fire(D)\n    roll 3\n    expect turn = 0\n").findings.size(),
      1U)
      << "the claim takes it for granted, and is about something else";
}

/// One shot a turn, and the turns of one side follow each other.
TEST(BetweenRolls, AnotherRunOfTheProcedureIsNotAskedAbout) {
  const std::string rules = head + R"(  define theirs() -> set of unit = {x in unit where side(x) != mover}
case 2.0 "Play"
  summary "White fires twice."
  measure d6 from 1 to 6
  procedure game
    turn_of(white)
    turn_of(white)
    end game drawn
  procedure turn_of(by: side)
    choose by by
      fire(t) then
        roll d: d6
        if d = 1 then turn += 1
      pass()
  action pass()
  action fire(t in theirs()) "{t} is fired at"
)";
  const Verification result = verification_of(rules, firing().data, {"between-rolls"});
  EXPECT_THAT(result.findings, IsEmpty()) << shown(result.findings);
}

/// Who has to make all of them chooses their order alone.
TEST(BetweenRolls, ChoicesThatMustAllBeMadeAreNotAskedAbout) {
  const Verification result = verification_of(replaced(firing().flawed, "        pass() then stop\n", ""),
                                              firing().data, {"between-rolls"});
  EXPECT_THAT(result.findings, IsEmpty()) << shown(result.findings);
}

/// A choice in it belongs to another turn.
TEST(BetweenRolls, ALoopOfTheWholeGameIsNotAskedAbout) {
  const std::string rules = head + R"(  define theirs() -> set of unit = {x in unit where side(x) != mover}
case 2.0 "Play"
  summary "They fire in turn."
  measure d6 from 1 to 6
  procedure game
    repeat at most 4 times
      choose by mover
        fire(t) then
          roll d: d6
          if d = 1 then turn += 1
        pass() then stop
    end game drawn
  action pass()
  action fire(t in theirs()) "{t} is fired at"
)";
  const Verification result = verification_of(rules, firing().data, {"between-rolls"});
  EXPECT_THAT(result.findings, IsEmpty()) << shown(result.findings);
}

}  // namespace
}  // namespace casebook::checks
