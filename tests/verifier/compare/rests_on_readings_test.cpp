// SPDX-License-Identifier: Apache-2.0
// A difference that one reading of one side makes away with says so, and one that is printed does not.
#include "verifier/compare/rests_on_readings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/reference/reference.h"
#include "tests/support/battery.h"
#include "tests/support/rules_text.h"

namespace casebook::tests {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RestsOnReadings, IsSaidOfWhatAReadingMakesAwayWithAndOfNothingElse) {
  const auto first = shipped_scenario("across-suez/spi-1980"),
             later = shipped_scenario("across-suez/decision-games-2");
  ASSERT_TRUE(first && later);
  const auto difference = [&](const std::string& asked, const std::string& here, const std::string& there) {
    Finding one;
    one.concern = Concern::difference;
    one.verdict = Verdict::refuted;
    one.witness.emplace();
    for (const auto& [scenario, value] : {std::pair{first, here}, std::pair{later, there}}) {
      runtime::ReferenceRules rules(scenario);
      runtime::Position position = scenario->start;
      rules.begin(position);
      one.witness->sides.push_back(side_at(*scenario, position, {{Assertion::What::value, asked, value}}));
    }
    EXPECT_THAT(confirm(*one.witness, {first, later}), IsEmpty()) << asked;
    return one;
  };
  // Along a trail into clear ground; an allowance in the night of the first turn.
  std::vector<Finding> findings{difference("cost(0802, 0902)", "2", "1"),
                                difference("allowance(\"Sharon\")", "16", "9")};
  compare::tell_what_rests_on_readings(findings, first, later, {});
  EXPECT_THAT(
      findings[0].details,
      ElementsAre("rests on a reading of decision-games-2 5.4: Must a unit that goes along a trail pay "
                  "for the trail? Read as always both play it alike"));
  EXPECT_THAT(findings[1].details, IsEmpty());
}

// Read as `shut` a march refuses the step as the other does, and the rest as well: nobody plays so.
TEST(RestsOnReadings, IsNotSaidOfAReadingUnderWhichNothingMayBeDone) {
  const auto made = [](const std::string& id, const std::string& step) {
    const auto scenario = testing_support::scenario_of(
        "edition posts \"Posts\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
        "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
        "  reading order \"Who may move?\"\n    free \"all\"\n    shut \"nobody\"\n    tight \"who rests\"\n"
        "    default free\n"
        "  procedure game\n    choose by white\n      step()\n      rest()\n    end game drawn\n"
        "  action rest()\n    require 1.1 order: order != shut\n"
        "  action step(u in {x in unit where side(x) = white} at from, to in neighbours(from))\n"
        "    require 1.1 room: no x in unit on to\n    require 1.1 order: " +
            step + "\n    do place(u) := to\n",
        {.map = testing_support::small_map(4, 4),
         .order_of_battle = testing_support::units("A white a1\nB black d3\n"),
         .schedule = {},
         .scenario = {}});
    auto named = std::make_shared<runtime::Scenario>(*scenario);
    named->id = id;
    return std::shared_ptr<const runtime::Scenario>(named);
  };
  const auto here = made("here", "order = free"), there = made("there", "no");
  Finding one;
  one.concern = Concern::difference;
  one.verdict = Verdict::refuted;
  one.witness.emplace();
  for (const auto& [scenario, said] :
       {std::pair{here, Assertion::What::permitted}, std::pair{there, Assertion::What::refused}}) {
    runtime::ReferenceRules rules(scenario);
    runtime::Position position = scenario->start;
    rules.begin(position);
    one.witness->sides.push_back(side_at(*scenario, position, {{said, "step(A, b1)", ""}}));
  }
  ASSERT_THAT(confirm(*one.witness, {here, there}), IsEmpty());
  std::vector<Finding> findings{one};
  compare::tell_what_rests_on_readings(findings, here, there, {});
  EXPECT_THAT(findings[0].details,
              ElementsAre("rests on a reading of posts 1.1: Who may move? Read as tight both play it alike"));
}

}  // namespace
}  // namespace casebook::tests
