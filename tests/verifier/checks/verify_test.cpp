// SPDX-License-Identifier: Apache-2.0
// What holds of every check at once: witnesses are confirmed, findings are acknowledged or borrowed, and a run can be
// stopped.
#include "verifier/checks/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/battery.h"
#include "tests/verifier/checks/verified.h"
#include "verifier/checks/shared/shipped.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;
using testing_support::scenario_of;

/// Cases 1.0 to 3.0, the last of which the edition borrows from `lender`; empty: it is its own.
board::CaseList cases_with_3_of(const std::string& lender) {
  board::CaseList list;
  for (const char* label : {"1.0", "2.0", "3.0"}) list.cases.emplace_back().label = label;
  list.cases.back().of = lender;
  return list;
}

TEST(Verify, says_the_same_twice) {
  const SmallRules& rules = rules_of("ambiguities");
  const auto text = [&] {
    std::string out;
    const Verification result = verification_of(rules.flawed, rules.data);
    for (const Finding& one : result.findings) out += finding_json(one).dump(1) + "\n";
    for (const Asked& one : result.asked) out += one.check->id + one.answer.scope + "\n";
    return out;
  };
  const std::string once = text();
  EXPECT_THAT(once, HasSubstr("\"subject\": \"joining\""));
  EXPECT_EQ(once, text());
}

// The law: what a witness says is looked at again; one that was tampered with is a tool error.
TEST(Verify, a_witness_that_was_altered_is_a_tool_error) {
  const SmallRules& rules = rules_of("ambiguities");
  const auto scenario = scenario_of(rules.flawed, rules.data);
  Verification result =
      verify({scenario->id, scenario->program, scenario, std::nullopt}, small_budget(), {"ambiguities"});
  const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                  [](const Finding& one) { return one.witness.has_value(); });
  ASSERT_NE(found, result.findings.end());
  EXPECT_EQ(found->verdict, Verdict::refuted);
  std::vector<Finding> altered{*found};
  std::swap(altered[0].witness->sides[0].said, altered[0].witness->sides[1].said);
  EXPECT_EQ(confirm_all(altered, result.rulesets), 0U);
  EXPECT_EQ(altered[0].verdict, Verdict::tool_error);
  EXPECT_EQ(status_of(altered), 50);
}

TEST(Verify, an_acknowledged_finding_does_not_count_and_one_that_is_gone_is_told) {
  const SmallRules& rules = rules_of("silent-cases");
  const Verification before = verification_of(rules.flawed, rules.data, {"silent-cases"});
  ASSERT_EQ(before.findings.size(), 1U);
  EXPECT_EQ(before.status(), 40);
  EXPECT_EQ(before.findings[0].text, "");
  board::Acknowledgements list;
  list.all.push_back(
      {fingerprint_text(before.findings[0]), "the editor", "we know", "silent-cases", "3.0", {}, {}});
  list.all.push_back({"0123456789abcdef", "the editor", "long ago", "silent-cases", "9.9", {}, {}});
  const Verification after =
      verification_of(rules.flawed, rules.data, {"silent-cases"}, small_budget(), list);
  EXPECT_EQ(after.status(), 0);
  ASSERT_EQ(after.findings[0].marks.size(), 1U);
  EXPECT_EQ(after.findings[0].marks[0], Mark::acknowledged);
  ASSERT_EQ(after.gone.size(), 1U);
  EXPECT_EQ(after.gone[0].fingerprint, "0123456789abcdef");
}

// What is wrong with a rule that an edition borrows is for the editor of the edition whose it is.
TEST(Verify, a_finding_of_a_borrowed_case_does_not_count) {
  const SmallRules& rules = rules_of("silent-cases");
  const auto scenario = scenario_of(rules.flawed, rules.data);
  const auto with = [&](const std::string& lender) {
    return verify({scenario->id, scenario->program, scenario, cases_with_3_of(lender)}, small_budget(),
                  {"silent-cases"});
  };
  const Verification own = with(""), borrowed = with("harbour/later");
  ASSERT_EQ(own.findings.size(), 1U);
  EXPECT_EQ(own.findings[0].concern, Concern::gap);
  EXPECT_THAT(own.findings[0].marks, testing::IsEmpty());
  EXPECT_EQ(own.status(), 40);
  ASSERT_EQ(borrowed.findings.size(), 1U);
  EXPECT_EQ(borrowed.findings[0].concern, Concern::information);
  EXPECT_THAT(borrowed.findings[0].marks, testing::ElementsAre(Mark::borrowed));
  EXPECT_THAT(borrowed.findings[0].details, testing::Contains(HasSubstr("harbour/later")));
  EXPECT_THAT(finding_text(borrowed.findings[0]), HasSubstr("BORROWED"));
  EXPECT_EQ(borrowed.status(), 0);
}

// A line of a borrowed rule that cites a case of this rulebook is theirs all the same.
TEST(Verify, what_stands_under_a_borrowed_case_is_borrowed_whatever_it_cites) {
  const SmallRules& rules = rules_of("duplicates");
  std::string text = rules.flawed;
  const std::string action = "  action step(";
  ASSERT_NE(text.find(action), std::string::npos);
  text.insert(text.find(action), "case 3.0 \"Theirs\"\n  summary \"Of another.\"\n");
  const auto scenario = scenario_of(text, rules.data);
  const auto with = [&](const std::string& lender) {
    return verify({scenario->id, scenario->program, scenario, cases_with_3_of(lender)}, small_budget(),
                  {"duplicates"});
  };
  const Verification own = with(""), borrowed = with("harbour/later");
  ASSERT_EQ(own.findings.size(), 1U);
  ASSERT_EQ(own.findings[0].cases.size(), 1U);
  EXPECT_EQ(own.findings[0].cases[0].label, "2.0");
  EXPECT_THAT(own.findings[0].marks, testing::IsEmpty());
  ASSERT_EQ(borrowed.findings.size(), 1U);
  EXPECT_EQ(borrowed.findings[0].cases[0].label, "2.0");
  EXPECT_THAT(borrowed.findings[0].marks, testing::ElementsAre(Mark::borrowed));
  EXPECT_EQ(borrowed.findings[0].concern, Concern::information);
}

// That play lets them in there is said, and seen. What no game lets in may be impossible.
TEST(Verify, an_entry_hex_inside_the_map_is_told_with_what_play_makes_of_it) {
  const SmallRules& rules = rules_of("entries");
  const auto found = [&](const std::string& text, const Settings& settings) {
    const Verification result = verification_of(text, rules.flawed_data, {"entries"}, settings);
    const auto one = std::find_if(result.findings.begin(), result.findings.end(), [](const Finding& finding) {
      return finding.subject.ends_with("inside the map");
    });
    EXPECT_NE(one, result.findings.end());
    return one == result.findings.end() ? Finding() : *one;
  };
  const Finding enters = found(rules.flawed, small_budget());
  EXPECT_EQ(kind_text(enters), "LEFT OPEN");
  EXPECT_EQ(enters.concern, Concern::gap);
  EXPECT_THAT(enters.text,
              testing::StartsWith("The unit is C. No case says that a hex inside the map is meant. "
                                  "These rules let C enter there, for example in step "));
  // Refused as long as any game lasts.
  std::string refused = rules.flawed;
  const std::string waits = "require 2.0 waits: place(v) = reserve";
  ASSERT_NE(refused.find(waits), std::string::npos);
  refused.insert(refused.find(waits) + waits.size(), " and turn > 30");
  const Finding never = found(refused, small_budget());
  EXPECT_EQ(kind_text(never), "CANNOT BE DONE AS PRINTED");
  EXPECT_EQ(never.concern, Concern::impossible);
  EXPECT_THAT(never.text, testing::ContainsRegex("In [0-9]+ random games no unit was placed there[.]"));
  Settings no_games = small_budget();
  no_games.games = 0;
  const Finding unseen = found(rules.flawed, no_games);
  EXPECT_EQ(unseen.concern, Concern::gap) << "nothing says that it is refused";
  EXPECT_EQ(unseen.text, "The unit is C. No case says that a hex inside the map is meant.");
}

// Games with the options show it of what an option brings.
TEST(Verify, an_entry_hex_of_what_an_option_brings_is_judged_by_games_with_it) {
  const SmallRules& rules = rules_of("entries");
  testing_support::DataText data = rules.flawed_data;
  data.order_of_battle = testing_support::units("A white a1\nC white reserve entry=\"b2\" with=\"guards\"\n");
  const Verification result =
      verification_of(rules.flawed + "case 15.1 \"Guards\"\n  option guards \"Guards\"\n", data, {"entries"});
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  EXPECT_EQ(result.findings[0].concern, Concern::gap);
  EXPECT_THAT(result.findings[0].text, testing::ContainsRegex("step [0-9]+ of random game [0-9]+ with these "
                                                              "options[.]"));
}

// The folder of another edition has what its name says.
TEST(Verify, saved_positions_of_another_edition_are_named_with_it) {
  const auto scenario = tests::shipped_scenario("across-suez/decision-games-2");
  ASSERT_TRUE(scenario);
  const std::string folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/across-suez/";
  size_t own = 0, of_other = 0;
  Diagnostics diagnostics;
  for (const Shipped& one :
       shipped_positions(scenario, {folder + "decision-games-2", folder + "spi-1980/"}, diagnostics)) {
    const bool other = one.name.ends_with(" of spi-1980");
    ++(other ? of_other : own);
    const std::string file =
        other ? one.name.substr(0, one.name.size() - std::string(" of spi-1980").size()) : one.name;
    const std::string from = folder + (other ? "spi-1980/" : "decision-games-2/") + file;
    EXPECT_TRUE(std::filesystem::exists(from + ".json") || std::filesystem::exists(from + ".record")) << from;
  }
  EXPECT_GT(own, 0U);
  EXPECT_GT(of_other, 0U);
  EXPECT_TRUE(diagnostics.empty()) << testing_support::shown(diagnostics);
}

// Its options are asked of the edition whose they are, and not here a second time.
TEST(Verify, options_that_are_borrowed_are_not_switched_on) {
  const auto scenario = tests::shipped_scenario("across-suez/spi-1980");
  ASSERT_TRUE(scenario);
  Diagnostics diagnostics;
  auto list = board::load_cases(
      std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/across-suez/spi-1980/cases.json", diagnostics);
  ASSERT_TRUE(list);
  Context borrowed({scenario->id, scenario->program, scenario, list}, small_budget());
  EXPECT_EQ(borrowed.with_options(), nullptr);
  for (board::CaseLine& line : list->cases) line.of.clear();
  Context own({scenario->id, scenario->program, scenario, list}, small_budget());
  EXPECT_NE(own.with_options(), nullptr);
}

TEST(Verify, rules_without_a_scenario_are_looked_at_alone) {
  const SmallRules& rules = rules_of("silent-cases");
  Diagnostics diagnostics;
  const auto program = testing_support::compile_text(rules.flawed, diagnostics);
  ASSERT_TRUE(program);
  const Verification result = verify({"tiny", program, nullptr, std::nullopt}, small_budget(), {});
  EXPECT_EQ(result.status(), 40);
  for (const Asked& one : result.asked) {
    EXPECT_EQ(one.left_out, one.check->needs_scenario ? "no scenario" : "") << one.check->id;
  }
}

TEST(Verify, stopped_it_keeps_what_was_found) {
  const SmallRules& rules = rules_of("silent-cases");
  Settings settings = small_budget();
  int asked = 0;
  settings.go_on = [&asked] { return ++asked < 5; };
  const Verification result = verification_of(rules.flawed, rules.data, {}, settings);
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.status(), 130);
  EXPECT_EQ(result.asked.back().left_out, "stopped by the user");
}

// Findings come as soon as their check has ended, confirmed, and are the same that stand at the end.
TEST(Verify, tells_what_a_check_found_when_it_has_ended) {
  const SmallRules& rules = rules_of("ambiguities");
  Settings settings = small_budget();
  std::vector<std::string> early;
  settings.found = [&](const std::vector<Finding>& found) {
    for (const Finding& one : found) early.push_back(finding_text(one));
  };
  const Verification result = verification_of(rules.flawed, rules.data, {}, settings);
  std::vector<std::string> late;
  for (const Finding& one : result.findings) late.push_back(finding_text(one));
  EXPECT_GT(early.size(), 1U);
  EXPECT_THAT(early, testing::UnorderedElementsAreArray(late));
}

// A check that is stopped claims nothing of what it did not look at.
TEST(Verify, stopped_within_a_check_it_claims_no_more_than_it_saw) {
  const SmallRules& rules = rules_of("ambiguities");
  int in_all = 0, stopped_within = 0;
  Settings whole = small_budget();
  whole.go_on = [&] { return ++in_all > 0; };
  verification_of(rules.sound, rules.data, {"ambiguities"}, whole);
  // The last few times that it is asked all has been looked at.
  for (int limit = 2; limit < in_all - 6; limit += 1 + in_all / 12) {
    SCOPED_TRACE(limit);
    Settings settings = small_budget();
    int asked = 0;
    settings.go_on = [&] { return ++asked < limit; };
    const Verification result = verification_of(rules.sound, rules.data, {"ambiguities"}, settings);
    if (!result.stopped) continue;
    if (!result.asked.front().left_out.empty()) continue;
    ++stopped_within;
    EXPECT_EQ(result.asked.front().answer.verdict, Verdict::unknown);
    EXPECT_THAT(result.asked.front().answer.scope, HasSubstr("stopped by the user"));
    EXPECT_EQ(shown(result.findings), "");
  }
  EXPECT_GT(stopped_within, 3);
}

TEST(Verify, five_hundred_units_and_a_large_map_end) {
  std::string pieces;
  for (int i = 0; i < 500; ++i)
    pieces +=
        "U" + std::to_string(i) + (i % 2 == 0 ? " white a" : " black b") + std::to_string(1 + i % 60) + "\n";
  Settings settings = small_budget();
  settings.games = 2;
  settings.positions = 10;
  const Verification result = verification_of(
      rules_of("unused").sound, {testing_support::small_map(60, 60), testing_support::units(pieces), "", ""},
      {}, settings);
  EXPECT_EQ(result.confirmed, result.witnesses);
  EXPECT_EQ(result.asked.size(), all_checks().size());
}

}  // namespace
}  // namespace casebook::checks
