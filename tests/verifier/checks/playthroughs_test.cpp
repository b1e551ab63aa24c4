// SPDX-License-Identifier: Apache-2.0
// Playthroughs of an edition: which are replayed, what is said of one that cannot be read, where a finding stands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/base/diagnostic_text.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/checks/verified.h"
#include "verifier/checks/shared/shipped.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;

/// The check on the flawed or sound rules of its pair, with that record in place of the pair's.
Verification with_record(const std::string& record, bool flawed = false) {
  SmallRules rules = rules_of("playthroughs");
  rules.playthrough = record;
  return verification_of(rules, flawed);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

Finding only(const Verification& result) {
  EXPECT_EQ(result.findings.size(), 1U) << shown(result.findings);
  return result.findings.empty() ? Finding() : result.findings.front();
}

TEST(Playthroughs, OfTheScenarioFileAreThoseOfTheEdition) {
  const std::string record = rules_of("playthroughs").playthrough;
  const std::string of_a_file = replaced(record, "scenario tiny\n", "scenario tiny/scenario.json\n");
  EXPECT_THAT(with_record(of_a_file).asked.front().answer.scope,
              HasSubstr("1 playthrough, 2 steps, 3 notes"));
  const std::string of_a_copy = replaced(record, "edition tiny\n", "edition another\n");
  EXPECT_THAT(with_record(of_a_copy).asked.front().answer.scope, HasSubstr("1 playthrough, 2 steps"));
  const std::string of_another = replaced(record, "scenario tiny\n", "scenario tiny/late.json\n");
  EXPECT_THAT(with_record(of_another).asked.front().answer.scope, HasSubstr("1 more of other scenarios"));
}

TEST(Playthroughs, AFindingSaysWhereItStandsAndWhichCaseRefuses) {
  const std::string record = rules_of("playthroughs").playthrough;
  const Finding stops = only(with_record(replaced(record, "step(A, a2)", "step(A, b1)")));
  EXPECT_THAT(stops.headline, HasSubstr("stops at step 1, step(A, b1)"));
  ASSERT_EQ(stops.cases.size(), 1U);
  EXPECT_EQ(stops.cases[0].label, "2.0");
  ASSERT_EQ(stops.places.size(), 1U);
  EXPECT_EQ(stops.places[0].line, 10U);
  EXPECT_TRUE(stops.witness);
}

TEST(Playthroughs, ANoteThatNobodyCanReadIsNoNoteThatFails) {
  const std::string record = rules_of("playthroughs").playthrough;
  const Finding unread = only(with_record(replaced(record, "check turn = 0", "check trun = 0")));
  EXPECT_THAT(unread.headline, HasSubstr("a note at the beginning cannot be read: trun = 0"));
  EXPECT_FALSE(unread.witness);
  const Finding wrong = only(with_record(replaced(record, "check turn = 0", "check turn = 1")));
  EXPECT_THAT(wrong.headline, HasSubstr("turn = 1 does not hold at the beginning"));
  EXPECT_TRUE(wrong.witness);
  const Finding other = only(with_record(replaced(record, "check turn = 1", "check turn = 7")));
  EXPECT_NE(wrong.subject, other.subject) << "one is acknowledged without the other";
}

TEST(Playthroughs, ACaseWithBlanksStandsInQuotationMarks) {
  const std::string record = rules_of("playthroughs").playthrough;
  const Finding other =
      only(with_record(replaced(record, "refused 2.0 step", "refused \"chart: a, b\" step")));
  EXPECT_THAT(other.headline, HasSubstr("chart: a, b does not refuse step(A, b1)"));
}

TEST(Playthroughs, ThatEndOtherwise) {
  const std::string record = rules_of("playthroughs").playthrough;
  const Finding ends = only(with_record(replaced(record, "outcome open", "outcome drawn")));
  EXPECT_THAT(ends.headline, HasSubstr("ends otherwise: "));
}

TEST(Playthroughs, WhatCannotBeReadIsAFinding) {
  const testing_support::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "playthroughs/a-folder.record");
  std::ofstream(folder.path() / "playthroughs/broken.record") << "a letter home\n";
  std::filesystem::create_symlink("nowhere", folder.path() / "playthroughs/link.record");
  const std::vector<Playthrough> all = shipped_playthroughs(folder.path().string());
  ASSERT_EQ(all.size(), 3U);
  for (const Playthrough& one : all) EXPECT_NE(one.unreadable, "") << one.name;
  EXPECT_THAT(all[1].file, HasSubstr("playthroughs/broken.record"));
  const SmallRules rules = rules_of("playthroughs");
  const auto scenario = testing_support::scenario_of(rules.sound, rules.data);
  Subject subject{scenario->id, scenario->program, scenario, std::nullopt};
  subject.playthroughs = all;
  const Verification result = verify(std::move(subject), small_budget(), {"playthroughs"}, {});
  ASSERT_EQ(result.findings.size(), 3U);
  for (const Finding& one : result.findings) EXPECT_THAT(one.headline, HasSubstr("cannot be read: "));
}

}  // namespace
}  // namespace casebook::checks
