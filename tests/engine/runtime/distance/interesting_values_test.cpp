// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/distance/interesting_values.h"

#include <gtest/gtest.h>

#include "tests/support/rules_text.h"

namespace casebook::games {
namespace {

TEST(InterestingValues, are_those_that_any_line_of_an_action_compares) {
  const auto scenario = testing_support::scenario_of(R"(edition values "Values"
case 1.0
  kind side = white, black
  measure counts from 0 to 100
  state required: counts
  state waived: counts
  state preferred: counts
  state shown: counts
  action go(n in 1 .. 2)
    require 1.0 low: required < 20
    best 1.0 least (if preferred = 40 then n else 0 - n)
  waive go(n).low when waived = 30
  view seen() "Seen" = score if shown = 50 then 1 else 0
  procedure game
    choose by white
      go(n)
    end game drawn
)");
  const InterestingValues values(scenario);
  const auto of = [&](const std::string& name) {
    for (Id id = 0; id < static_cast<Id>(scenario->program->states.size()); ++id) {
      if (scenario->program->states[id].name == name) return values.values({Cell::What::state, id, 0});
    }
    return std::vector<int32_t>();
  };
  using Values = std::vector<int32_t>;
  EXPECT_EQ(of("required"), (Values{0, 1, 19, 20, 21, 99, 100}));
  EXPECT_EQ(of("waived"), (Values{0, 1, 29, 30, 31, 99, 100}));
  EXPECT_EQ(of("preferred"), (Values{0, 1, 39, 40, 41, 99, 100}));
  EXPECT_EQ(of("shown"), (Values{0, 1, 99, 100})) << "what is only shown is no reason";
}

}  // namespace
}  // namespace casebook::games
