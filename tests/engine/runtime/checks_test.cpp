// SPDX-License-Identifier: Apache-2.0
// Invariants asked when a procedure ends.
#include "engine/runtime/claims/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/runtime/pieces_text.h"

namespace casebook::runtime {
namespace {

using testing_support::pieces;
using testing_support::pieces_data;
using testing_support::scenario_of;

// n is 1 when the first run of `round` ends, and 2 at the next site: what ends is asked there and then,
// though another run begins before anybody chooses again.
TEST(Invariants, AreAskedAtTheMomentThatAProcedureEnds) {
  const auto scenario = scenario_of(std::string(pieces) + R"(  procedure game
    repeat
      round(1)
      n := n + 1
      round(0)
      n := 0
  procedure round(k: number)
    state mine: number = 4
    choose by white
      wait()
    n := n + k
    mine := mine + n
  invariant odd at end of round: n = 1
  invariant own at end of round: mine < 6
)",
                                    pieces_data());
  ReferenceRules rules(scenario);
  InvariantCheck ends;
  check_ends_of_procedures(rules, ends);
  Position position = scenario->start;
  rules.begin(position);
  EXPECT_EQ(ends.asked, 0);
  const auto go_on = [&] {
    ends = {};
    std::vector<Choice> choices;
    rules.choices(position, choices);
    ASSERT_EQ(choices.size(), 1U);
    const Position before = position;
    rules.apply(position, choices[0]);
    EXPECT_EQ(check_invariants(rules, position, &before).asked, 0) << "not between sites";
  };
  go_on();
  EXPECT_EQ(ends.asked, 2);
  EXPECT_TRUE(ends.failures.empty()) << "n is 1 at the end, though 2 at the next site";
  go_on();
  EXPECT_EQ(ends.asked, 2);
  ASSERT_EQ(ends.failures.size(), 2U) << "n is 2 at the end, though 0 at the next site";
  EXPECT_EQ(scenario->program->invariants[ends.failures[0].invariant].name, "odd");
  EXPECT_EQ(scenario->program->invariants[ends.failures[1].invariant].name, "own");
  EXPECT_NE(ends.failures[0].derivation, "");
}

}  // namespace
}  // namespace casebook::runtime
