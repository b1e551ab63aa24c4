// SPDX-License-Identifier: Apache-2.0
// The three evaluators agree on inputs that cover every way of every definition; a wrong translation is
// noticed.
#include <gtest/gtest.h>

#include <map>

#include "engine/runtime/scenario.h"
#include "tests/support/ops_rules.h"
#include "tests/support/rules_text.h"
#include "tests/verifier/symbolic/mistakes.h"
#include "verifier/symbolic/selftest/selftest.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

ScenarioPtr shipped(const std::string& folder) {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + folder;
  request.id = folder;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  Diagnostics diagnostics;
  ScenarioPtr scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_NE(scenario, nullptr) << testing_support::shown(diagnostics);
  return scenario;
}

std::string differences(const Selftest& result) {
  std::string text;
  for (const SelftestDifference& one : result.differences)
    text += one.definition + one.input + ": " + one.reference + " | " + one.compiled + " | " +
            one.translated + "\n";
  return text;
}

TEST(Selftest, AllThreeAgreeAboutTheSmallGames) {
  for (const char* game : {"examples/hex-skirmish", "examples/interrupt"}) {
    const Selftest result = selftest(shipped(game));
    EXPECT_EQ(differences(result), "") << game;
    EXPECT_GT(result.covered, 0U);
    EXPECT_TRUE(result.open.empty()) << result.open.front().first << ": " << result.open.front().second;
    for (const Uncovered& one : result.uncovered)
      // Nothing repeats there as often as it may.
      EXPECT_TRUE(one.impossible || one.definition + " " + one.what == "game branch holds")
          << game << ": " << one.definition << " " << one.what;
  }
}

TEST(Selftest, CoversExceptionsAdjustmentsListsAndFaults) {
  const ScenarioPtr scenario =
      testing_support::scenario_of(testing_support::ops_rules, testing_support::ops_data());
  const Selftest result = selftest(scenario);
  EXPECT_EQ(differences(result), "");
  EXPECT_GT(result.ways, 60U);
  EXPECT_GT(result.inputs, 25U);
}

TEST(Selftest, NoticesAWrongTranslation) {
  const ScenarioPtr scenario =
      testing_support::scenario_of(testing_support::ops_rules, testing_support::ops_data());
  for (const char* mistake :
       {"definition: except over", "definition: adjust", "equal", "exists", "divide_round", "given"}) {
    const SelftestSettings settings = with_mistake({}, *scenario, mistake);
    EXPECT_FALSE(selftest(scenario, settings).differences.empty()) << mistake;
  }
}

// A switch may be spoken of where it decides nothing.
TEST(Selftest, SaysThatASwitchDecidesWhereItAloneDoes) {
  testing_support::DataText data;
  data.map = testing_support::small_map(2, 2);
  data.order_of_battle = testing_support::units("A white a1");
  const Selftest result = selftest(testing_support::scenario_of(R"(edition switches "Switches"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind unit on map
  box gone
  given side(unit): side
  measure small from 0 to 9
  option fast "Fast"
  state n: small = 0
  define slow() -> bool = not fast
  procedure game
    repeat at most 5 times
      choose by white
        up()
        leap()
    end game won by white
  action up()
    require 1.0 slow: slow()
    require 1.0 few: fast or (count u in unit) <= 9
    do
      n := min(9, n + 1)
  action leap()
    require 1.0 shut: fast and n < 3
    do
      if n = 3 then n := 0
)",
                                                                data));
  EXPECT_EQ(differences(result), "");
  const std::string positions = std::to_string(result.positions) + " positions";
  std::map<std::string, std::string> why;
  for (const Uncovered& one : result.uncovered)
    if (!one.impossible) why[one.definition + " " + one.what] = one.why;
  EXPECT_EQ(why["up.slow requirement does not hold"], "a switch decides it");
  EXPECT_EQ(why["leap.shut requirement holds"], "a switch decides it");
  EXPECT_EQ(why["up.few requirement does not hold"], "none of " + positions);
  EXPECT_EQ(why["leap if holds"], "evaluated in none of " + positions);
  EXPECT_EQ(why["leap if does not hold"], "evaluated in none of " + positions);
}

TEST(SelftestSlow, AllThreeAgreeAboutAcrossSuez) {
  const Selftest result = selftest(shipped("across-suez/spi-1980"));
  EXPECT_EQ(differences(result), "");
  EXPECT_GT(result.covered, 200U);
}

}  // namespace
}  // namespace casebook::symbolic
