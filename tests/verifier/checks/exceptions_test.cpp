// SPDX-License-Identifier: Apache-2.0
// exceptions: the simplest position is shown, and no other check tells the same defect again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verifier/checks/small_rules_texts.h"
#include "tests/verifier/checks/verified.h"

namespace casebook::checks {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Each turn every unit of the mover gets its worth.
std::string budget_rules(const std::string& rules) {
  std::string text = head + game + R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    require 2.0 pays: budget(u) > 0
    do
      place(u) := to
  state budget(unit): turns = 0
  define worth(u: unit) -> turns = 2
)" + rules;
  const std::string choose = "    choose by by\n";
  return text.replace(text.find(choose), 0, "    for all u in unit do budget(u) := worth(u)\n");
}

std::string two_adjustments(const std::string& first, const std::string& second) {
  return budget_rules(
      "case 3.0 \"Early\"\n  summary \"Early on it is one more.\"\n  adjust worth(u) when " + first +
      " then otherwise + 1\n"
      "case 3.1 \"White\"\n  summary \"Of white it is twice that.\"\n  adjust worth(u) when " +
      second + " then otherwise * 2\n");
}

const DataText& budget_data() {
  static const DataText made = board(pair);
  return made;
}

std::vector<std::string> told_of_faults(const Verification& result) {
  std::vector<std::string> checks;
  for (const Finding& one : result.findings)
    if ((one.no_answer && one.concern != Concern::information) || one.check == "exceptions")
      checks.push_back(one.check);
  return checks;
}

TEST(ExceptionsCheck, ShowsTheStartWhereItSuffices) {
  const Verification result =
      verification_of(two_adjustments("turn < 30", "side(u) = white"), budget_data(), {"exceptions"});
  ASSERT_EQ(result.findings.size(), 1U);
  const Finding& one = result.findings[0];
  EXPECT_EQ(one.verdict, Verdict::refuted);
  EXPECT_THAT(one.text, AllOf(HasSubstr("Both apply to worth(\"A\")"),
                              HasSubstr("It is 6 if 3.0 adjusts first, and 5 if 3.1 does.")));
  ASSERT_TRUE(one.witness);
  EXPECT_EQ(grade_number(one.witness->grade), 1);
  EXPECT_THAT(one.witness->sides[0].record.start, IsEmpty());
  EXPECT_THAT(one.witness->sides[0].record.steps, IsEmpty());
  EXPECT_EQ(result.confirmed, 1U);
}

// The fourth turn begins with the fault, so no position of a game shows it but the one where the game ends.
TEST(ExceptionsCheck, ShowsTheGameThatEndsWithIt) {
  const Verification result =
      verification_of(two_adjustments("turn = 3", "side(u) = white"), budget_data(), {"exceptions"});
  ASSERT_EQ(result.findings.size(), 1U);
  const Finding& one = result.findings[0];
  ASSERT_TRUE(one.witness);
  EXPECT_EQ(grade_number(one.witness->grade), 1);
  EXPECT_THAT(one.witness->sides[0].record.start, IsEmpty());
  EXPECT_EQ(one.witness->sides[0].record.steps.size(), 3U);
  EXPECT_THAT(one.text, HasSubstr("It is 6 if 3.0 adjusts first, and 5 if 3.1 does."));
  EXPECT_EQ(result.confirmed, 1U);
}

// Nothing in play asks for the worth there: games go on, and the earliest of their positions is shown.
TEST(ExceptionsCheck, ShowsTheEarliestPositionOfAGame) {
  std::string rules = two_adjustments("turn = 1", "side(u) = white");
  const std::string asked = "    for all u in unit do budget(u) := worth(u)\n";
  rules.replace(rules.find(asked), asked.size(), "    for all u in unit do budget(u) := 1\n");
  const Verification result = verification_of(rules + "  view price(u: unit) \"Price\" = score worth(u)\n",
                                              budget_data(), {"exceptions"});
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  const Finding& one = result.findings[0];
  ASSERT_TRUE(one.witness);
  EXPECT_EQ(grade_number(one.witness->grade), 1) << shown(result.findings);
  EXPECT_EQ(one.witness->sides[0].record.steps.size(), 1U) << shown(result.findings);
  EXPECT_EQ(result.confirmed, 1U);
}

TEST(ExceptionsCheck, TellsOneDefectOnce) {
  for (const std::string& first : {std::string("turn < 30"), std::string("turn = 3")}) {
    const Verification result = verification_of(two_adjustments(first, "side(u) = white"), budget_data());
    EXPECT_THAT(told_of_faults(result), testing::ElementsAre("exceptions")) << shown(result.findings);
    const auto play = std::find_if(result.asked.begin(), result.asked.end(),
                                   [](const Asked& asked) { return asked.check->id == "play-goes-on"; });
    ASSERT_NE(play, result.asked.end());
    EXPECT_THAT(play->answer.scope, HasSubstr(std::string(left_to_exceptions_text)));
  }
}

// Without `exceptions` the others tell it, each as its own.
TEST(ExceptionsCheck, AloneTheOthersTellIt) {
  const Verification result = verification_of(two_adjustments("turn < 30", "side(u) = white"), budget_data(),
                                              {"definitions", "play-goes-on"});
  EXPECT_THAT(told_of_faults(result), testing::UnorderedElementsAre("definitions", "play-goes-on"));
  EXPECT_THAT(shown(result.findings), HasSubstr("the adjustments of 3.0 and 3.1 both hold"));
}

// A value that is missing for another reason is told by the others, beside it.
TEST(ExceptionsCheck, LeavesOtherFaultsToOtherChecks) {
  const std::string more =
      "  kind terrain = clear, woods\n  table fee(terrain) -> turns\n    clear: 1, woods: silent\n"
      "  define cost(t: terrain) -> turns = sum of\n    3.1 base: fee(t)\n"
      "  view price(t: terrain) \"Price\" = items cost(t)\n";
  const Verification result = verification_of(two_adjustments("turn < 30", "side(u) = white") + more,
                                              budget_data(), {"definitions", "exceptions"});
  EXPECT_THAT(told_of_faults(result), testing::UnorderedElementsAre("definitions", "exceptions"));
  EXPECT_THAT(shown(result.findings), HasSubstr("cost has no value for 1 of 2 inputs"));
}

// Claims that stop at the same two rules fail for one reason; another one fails for its own.
TEST(ExceptionsCheck, ClaimsThatStopThereAreOneFinding) {
  const std::string claims =
      "  claim \"a has six\"\n    expect worth(A) = 6\n  claim \"a has five\"\n    expect worth(A) = 5\n"
      "  claim \"both are one\"\n    expect other(white) = white\n";
  std::string rules = two_adjustments("turn < 30", "side(u) = white");
  const std::string asked = "    for all u in unit do budget(u) := worth(u)\n";
  rules.replace(rules.find(asked), asked.size(), "    for all u in unit do budget(u) := 1\n");
  const Verification result = verification_of(rules + claims, budget_data(), {"claims-hold"});
  ASSERT_EQ(result.findings.size(), 2U) << shown(result.findings);
  EXPECT_THAT(shown(result.findings), AllOf(HasSubstr("2 claims stop at two adjustments without an order"),
                                            HasSubstr("Adjustments of 3.0 and 3.1 apply together"),
                                            HasSubstr("the same: \"a has five\""),
                                            HasSubstr("The rules contradict the claim \"both are one\"")));
}

TEST(ExceptionsCheck, SaysNothingOfTwoThatAgreeInEitherOrder) {
  std::string rules = two_adjustments("turn < 30", "side(u) = white");
  rules.replace(rules.find("otherwise * 2"), 13, "otherwise + 2");
  const Verification result =
      verification_of(rules, budget_data(), {"definitions", "play-goes-on", "exceptions"});
  EXPECT_THAT(told_of_faults(result), IsEmpty()) << shown(result.findings);
  for (const Asked& asked : result.asked)
    EXPECT_THAT(asked.answer.scope, Not(HasSubstr(std::string(left_to_exceptions_text))));
}

}  // namespace
}  // namespace casebook::checks
