// SPDX-License-Identifier: Apache-2.0
// What a claim of the case answers is not asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verifier/checks/verified.h"

namespace casebook::checks {
namespace {

using board::StatementStatus;
using testing::HasSubstr;
using testing_support::scenario_of;

/// Case 2.0 with one statement, which names the claim.
board::CaseList cases_with(StatementStatus status, const std::string& claim,
                           const std::string& label = "2.0") {
  board::CaseList list;
  for (const char* one : {"1.0", "2.0", "3.0"}) {
    list.cases.emplace_back().label = one;
    if (one != label) continue;
    board::Statement said;
    said.says = "Who goes along the track pays for the track.";
    said.status = status;
    said.why = "what it costs";
    said.by = {claim};
    list.cases.back().statements = {said};
  }
  return list;
}

/// What `favours` says of the tiny rules with that claim.
Verification favours_of(const std::string& claim, const std::optional<board::CaseList>& cases) {
  const SmallRules& rules = rules_of("favours");
  const auto scenario =
      scenario_of(rules.flawed + "case 3.0 \"Examples\"\n  summary \"Claims.\"\n" + claim, rules.data);
  return verify({scenario->id, scenario->program, scenario, cases}, small_budget(), {"favours"});
}
size_t found(const std::string& claim, const std::optional<board::CaseList>& cases) {
  const Verification result = favours_of(claim, cases);
  return static_cast<size_t>(std::count_if(
      result.findings.begin(), result.findings.end(),
      [](const Finding& one) { return one.check == "favours" && one.verdict == Verdict::refuted; }));
}

TEST(Answered, ALineThatAClaimKeepsWhereItHarmsIsNotAskedOf) {
  const std::string claim = "  claim \"the track\"\n    expect toll(clear, yes) = 2\n";
  const Verification result = favours_of(claim, cases_with(StatementStatus::carried, "the track"));
  EXPECT_EQ(serious(result).size(), 0U) << shown(result.findings);
  ASSERT_EQ(result.asked.size(), 1U);
  EXPECT_THAT(result.asked[0].answer.scope,
              HasSubstr("1 line not reported, because claims already say what holds"));
  EXPECT_EQ(found(claim, std::nullopt), 1U) << "nothing says that the claim is what the case says";
  EXPECT_EQ(found(claim, cases_with(StatementStatus::silent, "the track")), 1U) << "the case does not say it";
  EXPECT_EQ(found(claim, cases_with(StatementStatus::carried, "another one")), 1U);
  EXPECT_EQ(found(claim, cases_with(StatementStatus::carried, "the track", "3.0")), 1U) << "another case";
}

TEST(Answered, AClaimThatBothAnswersKeepOrNeitherIsNone) {
  const auto asked = [](const std::string& lines) {
    return found("  claim \"the track\"\n" + lines, cases_with(StatementStatus::carried, "the track"));
  };
  EXPECT_EQ(asked("    expect toll(woods, yes) = 2\n"), 1U) << "the lower of the two is 2 as well";
  EXPECT_EQ(asked("    expect toll(clear, yes) = 1\n"), 1U) << "it fails as the rules are";
  EXPECT_EQ(asked("    expect toll(clear, yes) <= 2\n"), 1U);
  EXPECT_EQ(asked("    disputed \"2.0 says the lower one\"\n    expect toll(clear, yes) = 1\n"), 1U);
}

}  // namespace
}  // namespace casebook::checks
