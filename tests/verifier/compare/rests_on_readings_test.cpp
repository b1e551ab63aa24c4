// SPDX-License-Identifier: Apache-2.0
// A difference that one reading of one side makes away with says so, and one that is printed does not.
#include "verifier/compare/rests_on_readings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/reference/reference.h"
#include "tests/support/battery.h"

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

}  // namespace
}  // namespace casebook::tests
