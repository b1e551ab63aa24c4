// SPDX-License-Identifier: Apache-2.0
// Games of Across Suez with optional rules: each option alone and all together, with every invariant asked at
// every step, under each edition; and what the shipped files say of the units that options bring.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/claims/claims.h"
#include "tests/rulesets/across_suez_data.h"
#include "tests/rulesets/across_suez_table.h"
#include "tests/support/battery.h"

namespace casebook::tests {
namespace {

using Switches = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> options() {
  std::vector<std::string> names;
  for (const auto& option : across_suez_under(nlohmann::json::object())->program->options)
    names.push_back(option.name);
  return names;
}

/// Each option alone, then all together.
std::vector<Switches> sets_of_options() {
  std::vector<Switches> sets;
  Switches all;
  for (const std::string& name : options()) {
    sets.push_back({{name, "yes"}});
    all.emplace_back(name, "yes");
  }
  sets.push_back(all);
  return sets;
}

std::string named(const Switches& switches) {
  return switches.size() == 1 ? switches.front().first : "all_options";
}

void play_with_each(const std::string& edition, int games) {
  for (const Switches& switches : sets_of_options()) {
    SCOPED_TRACE(edition + " with " + named(switches));
    const auto scenario = shipped_scenario(edition, {}, switches);
    ASSERT_TRUE(scenario);
    EXPECT_EQ(play_on(scenario, scenario->start, games), games);
  }
}

TEST(AcrossSuezOptions, ThereAreSixAndEachIsPlayedInTheFirstEdition) {
  EXPECT_EQ(options(),
            (std::vector<std::string>{"airborne_units", "kuwaitis_and_palestinians", "marines", "commandos",
                                      "airborne_operations", "amphibious_operations"}));
  play_with_each("across-suez/spi-1980", 100);
}

TEST(AcrossSuezOptions, EachIsPlayedInTheLaterEditions) {
  play_with_each("across-suez/decision-games-1", 100);
  play_with_each("across-suez/decision-games-2", 100);
}

// A claim is run under the switches that are on and those that it names, and holds whatever else is on.
TEST(AcrossSuezOptions, LeaveEveryEditionCleanToCheck) {
  for (const char* edition :
       {"across-suez/spi-1980", "across-suez/decision-games-1", "across-suez/decision-games-2"}) {
    for (const Switches& switches : sets_of_options()) {
      SCOPED_TRACE(edition + (" with " + named(switches)));
      const auto scenario = shipped_scenario(edition, {}, switches);
      ASSERT_TRUE(scenario);
      Diagnostics diagnostics;
      const bool all = switches.size() > 1;  // what is played as well
      const runtime::ClaimCount claims = all ? runtime::run_all_claims(scenario, diagnostics)
                                             : runtime::run_claims_without_play(scenario, diagnostics);
      EXPECT_TRUE(diagnostics.empty()) << diagnostics_text(diagnostics);
      EXPECT_GT(claims.held, 50);
      EXPECT_EQ(claims.says_nothing, 0);
    }
  }
}

// Ten thousand games of each edition without options: examples_test.cpp.
class AcrossSuezOptionsSlow : public testing::TestWithParam<size_t> {};

void play_ten_thousand(const std::string& edition, const Switches& switches) {
  SCOPED_TRACE(edition + " with " + named(switches));
  const auto scenario = shipped_scenario(edition, {}, switches);
  ASSERT_TRUE(scenario);
  EXPECT_EQ(play_on(scenario, scenario->start, 10'000), 10'000);
}

TEST_P(AcrossSuezOptionsSlow, TenThousandGamesInTheFirstEdition) {
  play_ten_thousand("across-suez/spi-1980", sets_of_options().at(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Sets, AcrossSuezOptionsSlow, testing::Range<size_t>(0, 7),
                         [](const auto& set) { return named(sets_of_options().at(set.param)); });

TEST(AcrossSuezAllOptionsSlow, TenThousandGamesInTheLaterEdition) {
  play_ten_thousand("across-suez/decision-games-2", sets_of_options().back());
}

// Both evaluators, undo, records and files, with every option.
TEST(AcrossSuezOptions, AllTogetherStandTheBattery) {
  const auto all = sets_of_options().back();
  // As far as the landing, which comes late; whole games in the slow test.
  const BatteryReport report = run_battery(
      {.edition = "across-suez/spi-1980", .switches = all, .games = 1, .seed = 3, .most_decisions = 245});
  EXPECT_EQ(report.games, 1U);
  for (const char* action : {"deploy", "drop", "land", "end_set_up"})
    EXPECT_TRUE(report.actions.count(action)) << action;
}

TEST(AcrossSuezOptionsSlow, AllTogetherStandTheBattery) {
  const auto all = sets_of_options().back();
  EXPECT_EQ(run_battery({.edition = "across-suez/spi-1980", .switches = all, .games = 10, .seed = 3}).games,
            10U);
}

TEST(AcrossSuezOptions, TheScenarioWithAllOfThemHasThemOn) {
  const auto scenario = shipped_scenario("across-suez/spi-1980", "all-options.json");
  ASSERT_TRUE(scenario);
  EXPECT_EQ(scenario->options, std::vector<uint8_t>(6, 1));
  EXPECT_EQ(play_on(scenario, scenario->start, 5), 5);
}

class OptionalUnits : public testing::Test {
 protected:
  board::OrderOfBattle units =
      board::across_suez::load<board::OrderOfBattle>(board::load_order_of_battle, "optional-units.json");
};

// decision-games-2 15.1 to 15.6.
TEST_F(OptionalUnits, AreThoseOfTheSixCases) {
  std::map<std::string, std::set<std::string>> by_option;
  for (const board::EntityLine& line : units.entities) {
    EXPECT_EQ(line.start, "reserve") << line.id;
    for (const std::string& option : line.with) by_option[option].insert(line.id);
  }
  const std::map<std::string, std::set<std::string>> expected = {
      {"airborne-units", {"I/35", "II/23"}},
      {"kuwaitis-and-palestinians", {"6 KU", "AJ PAL"}},
      {"marines", {"1/130"}},
      {"commandos", {"Ha/1", "Ha/2", "Cdo A", "Cdo B"}},
      {"airborne-operations", {"I/35", "II/23", "1/1", "2/1", "3/1"}},
      {"amphibious-operations", {"1/130", "2/130", "3/130"}}};
  EXPECT_EQ(by_option, expected);
}

TEST_F(OptionalUnits, SayWhatIsReconstructed) {
  const std::set<std::string> ours{"arm", "printed_strength", "printed_allowance"};
  int facts = 0;
  for (const board::EntityLine& line : units.entities) {
    for (const board::Fact& fact : line.facts) {
      const std::string source = board::across_suez::source_of(units.provenances, fact.provenance);
      EXPECT_EQ(source == "reconstructed", ours.count(fact.attribute) == 1)
          << line.id << " " << fact.attribute;
      if (source != "reconstructed") {
        EXPECT_EQ(source.find("attested decision-games-2 15."), 0U) << source;
      }
      ++facts;
    }
  }
  EXPECT_GT(facts, 80);
}

}  // namespace
}  // namespace casebook::tests
