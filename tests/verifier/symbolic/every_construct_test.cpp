// SPDX-License-Identifier: Apache-2.0
// A game in which every construct stands: the three evaluators agree about it, and one wrong translation of
// each construct is noticed by selftest.
#include <gtest/gtest.h>

#include <set>

#include "tests/support/constructs.h"
#include "tests/verifier/symbolic/construct_rules.h"
#include "tests/verifier/symbolic/noticed.h"
#include "verifier/symbolic/selftest/selftest_steps.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

// What only claims, questions and invariants may say: no step and no definition reads them. SymbolicOps has
// these.
const std::set<std::string> elsewhere{"named_entity", "before"};

ScenarioPtr game(bool first) {
  return testing_support::scenario_of(testing_support::construct_rules(first), testing_support::ops_data());
}

SelftestSettings few() {
  SelftestSettings settings;
  settings.positions = 60;
  settings.games = 4;
  settings.choices = 3;
  return settings;
}

std::string differences(const Selftest& result) {
  std::string text;
  for (const SelftestDifference& one : result.differences)
    text += one.definition + one.input + ": " + one.reference + " | " + one.compiled + " | " +
            one.translated + "\n";
  return text;
}

TEST(EveryConstruct, StandsInTheGame) {
  std::set<std::string> met;
  for (const bool first : {false, true}) casebook::tests::note_constructs(*game(first)->program, met);
  met.insert(elsewhere.begin(), elsewhere.end());
  EXPECT_EQ(casebook::tests::not_met(casebook::tests::all_constructs(), met), "");
}

void is_translated_as_it_is_played(const SelftestSettings& settings) {
  for (const bool first : {false, true}) {
    Selftest result;
    test_steps(game(first), settings, result);
    EXPECT_EQ(differences(result), "");
    EXPECT_TRUE(result.open.empty()) << result.open.front().first << ": " << result.open.front().second;
    EXPECT_GT(result.steps, 100U);
  }
  const Selftest result = selftest(game(true), settings);
  EXPECT_EQ(differences(result), "");
  EXPECT_TRUE(result.open.empty()) << result.open.front().first << ": " << result.open.front().second;
}

TEST(EveryConstruct, IsTranslatedAsItIsPlayed) {
  is_translated_as_it_is_played(few());
}

// As if the map and the kinds were too large to be written out.
SelftestSettings of_many() {
  SelftestSettings settings = few();
  settings.translator.subset_members = 0;
  settings.translator.field_hexes = 0;
  return settings;
}

TEST(EveryConstruct, IsTranslatedAsItIsPlayedWhereThereAreMany) {
  is_translated_as_it_is_played(of_many());
}

// A construct that is new has no mistake of its name, so nobody notices it, and this fails.
TEST(EveryConstruct, TranslatedWronglyIsNoticed) {
  const ScenarioPtr with_first = game(true), without = game(false);
  for (const std::string& construct : casebook::tests::all_constructs()) {
    if (elsewhere.count(construct) != 0) continue;
    EXPECT_TRUE(noticed(with_first, construct, few()) || noticed(without, construct, few())) << construct;
  }
}

TEST(EveryConstruct, OfManySetsTranslatedWronglyIsNoticed) {
  Selftest steps;
  const ScenarioPtr scenario = game(true);
  test_steps(scenario, with_mistake(of_many(), *scenario, "many: any set"), steps);
  EXPECT_FALSE(steps.differences.empty());
}

// A game that comes to a fault where nobody is asked for it by name.
Selftest steps_of(const std::string& turn, const std::string& actions) {
  const std::string text = R"(edition trap "Trap"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  measure tally from -9 to 9
  measure d3 from 1 to 3
  state n: tally = 2
  action go()
    do
      n := max(n - 1, 0)
)" + actions + "  procedure game\n    repeat at most 4 times\n" +
                           turn + "    end game drawn\n";
  Selftest result;
  test_steps(testing_support::scenario_of(text), few(), result);
  EXPECT_GT(result.steps, 10U);
  EXPECT_TRUE(result.open.empty());
  return result;
}

TEST(EveryConstruct, AnAlternativeThatFaultsFaultsBesideOneThatMayBeChosen) {
  EXPECT_EQ(differences(steps_of("      choose by white\n        go()\n        odd()\n",
                                 "  action odd()\n    require 1.1 6 / n rounded down > 0\n")),
            "");
}

TEST(EveryConstruct, APreferenceThatHasNoValueFaultsWhereItIsOffered) {
  EXPECT_EQ(differences(steps_of("      choose by white\n        go()\n        pick(k)\n",
                                 "  action pick(k in 1 .. 3)\n    best 1.1 least 6 / n rounded down\n")),
            "");
}

TEST(EveryConstruct, ARollThatNoThrowMeetsIsAFault) {
  EXPECT_EQ(
      differences(steps_of("      choose by white\n        go()\n        wait()\n      roll a: d3 given "
                           "a as tally <= n\n      if a = 1 then n := n\n",
                           "  action wait()\n")),
      "");
}

}  // namespace
}  // namespace casebook::symbolic
