// SPDX-License-Identifier: Apache-2.0
// Questions about the ways out of a named place, about what must hold when a phase begins, and about ground that a hex
// shares with other ground.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/program/edit/rivals.h"
#include "tests/verifier/checks/other_answers.h"
#include "tests/verifier/checks/small_rules_texts.h"

namespace casebook::checks::place_questions {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> questions_of(const Ruleset& scenario, language::RivalSort sort) {
  std::vector<std::string> names;
  for (const language::Rival& one : language::rivals(*scenario->program))
    if (one.sort == sort) names.push_back(one.name);
  return names;
}
// ---- ways out of a named place

const std::string two_ways = R"(  place ford
  given wagon(unit): bool = no
case 2.0 "Play"
  summary "They move in turn."
  procedure game
    repeat at most 6 times
      choose by mover
        step()
        ride()
        pass()
      mover := other(mover)
      turn += 1
    end game won by white
  action pass()
  action step(u in mine() at from, to in neighbours(from)) "{u} moves to {to}"
    require 2.0 free: no x in unit on to
    do
      go(u, to)
  action ride(u in mine(), to in hex) "{u} rides to {to}"
    require 2.0 free: no x in unit on to
    require 2.0 late: turn >= 2
    do
      3.0 leave_the_ford(u)
      place(u) := to
  effect go(u: unit, to: hex) do
    3.0 leave_the_ford(u)
    place(u) := to
case 3.0 "The wagon"
  summary "The wagon that leaves the ford loses the game."
  effect leave_the_ford(u: unit) do
    if wagon(u) and place(u) = ford then end game won by black
)";

DataText at_the_ford() {
  DataText data = board("A white b2 wagon=true\nB black c3");
  data.map = small_map(3, 3, "\"places\": {\"ford\": \"b2\"}");
  return data;
}

TEST(PlaceQuestions, EachWayOutOfANamedPlaceIsAskedAbout) {
  const Verification result = verification_of(head + two_ways, at_the_ford(), {"questions"});
  const Finding* const found = about(result, "ride.each_way");
  ASSERT_TRUE(found) << shown(result.findings);
  EXPECT_EQ(
      headline_of(*found),
      "3.0 (The wagon): Does the rule about leaving Ford also hold if A leaves by the choice \"a unit rides to a hex\"?");
  EXPECT_TRUE(about(result, "step.each_way")) << shown(result.findings);
}

/// A case that is silent about something else has another defect.
TEST(PlaceQuestions, ACaseThatIsSilentAboutSomethingElseIsAnotherDefect) {
  const std::string line = "  summary \"The wagon that leaves the ford loses the game.\"\n";
  const Verification result =
      verification_of(replaced(head + two_ways, line, line + "  silent \"what follows when it is taken\"\n"),
                      at_the_ford(), {"questions", "silent-cases"});
  const Finding* const found = about(result, "ride.each_way");
  ASSERT_TRUE(found) << shown(result.findings);
  EXPECT_FALSE(found->same_as);
}

TEST(PlaceQuestions, UnderTheOtherAnswerOneWayOutHasNoConsequence) {
  const Ruleset scenario = testing_support::scenario_of(head + two_ways, at_the_ford());
  ASSERT_TRUE(scenario);
  const Ruleset by_step = otherwise(scenario, "step.each_way");
  ASSERT_TRUE(by_step);
  EXPECT_EQ(after(scenario, {"step(A, b1)"}).outcome, "won by black");
  EXPECT_EQ(after(by_step, {"step(A, b1)"}).outcome, "open");
  EXPECT_EQ(after(by_step, {"pass()", "pass()", "ride(A, a1)"}).outcome, "won by black");
  EXPECT_EQ(after(otherwise(scenario, "ride.each_way"), {"pass()", "pass()", "ride(A, a1)"}).outcome, "open");
}

TEST(PlaceQuestions, TheOnlyWayOutIsWhatTheRuleIsAbout) {
  const std::string rules = replaced(head + two_ways, "      3.0 leave_the_ford(u)\n      place(u) := to\n",
                                     "      place(u) := to\n");
  const Ruleset scenario = testing_support::scenario_of(rules, at_the_ford());
  ASSERT_TRUE(scenario);
  EXPECT_THAT(questions_of(scenario, language::RivalSort::each_way), IsEmpty());
}

// ---- what must have held when the phase began

const std::string bridged = R"(  place ford
  box over
  given boat(unit): bool = no
  define bridged() -> bool = exists b in unit: boat(b) and place(b) = ford
case 2.0 "Play"
  summary "They move in turn."
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
    state ready: bool = bridged()
    state crossed: turns = 0
    repeat
      choose by by
        step()
        cross()
        pass() then stop
  action pass()
  action step(u in mine() at from, to in neighbours(from)) "{u} moves to {to}"
    require 2.0 free: no x in unit on to
    do
      place(u) := to
case 3.0 "Crossing"
  summary "Without the boat at the ford one unit crosses."
  define may_cross() -> bool = any of
    3.0 over: ready
    3.0 now: bridged()
    3.0 one: crossed < 1
  action cross(u in mine()) "{u} crosses"
    require 3.0 ferry: may_cross()
    require 3.0 here: on_map(u) and not boat(u)
    do
      crossed += 1
      place(u) := over
)";

DataText at_the_river() {
  DataText data = board("A white b1 boat=true\nC white a1\nD white a2\nB black c3");
  data.map = small_map(3, 3, "\"places\": {\"ford\": \"b2\"}");
  return data;
}

TEST(PlaceQuestions, WhatMustHoldIsAskedOfNowAndOfTheBeginning) {
  const Verification result = verification_of(head + bridged, at_the_river(), {"questions"});
  const Finding* const found = about(result, "may_cross.since_the_start");
  ASSERT_TRUE(found) << shown(result.findings);
  EXPECT_EQ(headline_of(*found),
            "3.0 (Crossing): Is it enough that \"bridged\" holds now, or must it have held when the phase "
            "began?");
  ASSERT_TRUE(found->witness);
}

TEST(PlaceQuestions, UnderTheOtherAnswerTheBeginningDecides) {
  const Ruleset scenario = testing_support::scenario_of(head + bridged, at_the_river());
  ASSERT_TRUE(scenario);
  const std::vector<std::string> steps{"cross(C)", "step(A, b2)"};
  EXPECT_THAT(after(scenario, steps).choices, Contains("cross(D)"));
  const Ruleset rival = otherwise(scenario, "may_cross.since_the_start");
  ASSERT_TRUE(rival);
  EXPECT_THAT(after(rival, steps).choices, Not(Contains("cross(D)")));
  EXPECT_THAT(after(rival, {"cross(C)", "step(A, b2)", "pass()", "pass()", "cross(D)"}).outcome, "open");
}

TEST(PlaceQuestions, WhoAsksOfBothAsksAlready) {
  const std::string rules = replaced(head + bridged, "3.0 over: ready\n    3.0 now: bridged()\n",
                                     "3.0 over: ready and bridged()\n");
  const Ruleset scenario = testing_support::scenario_of(rules, at_the_river());
  ASSERT_TRUE(scenario);
  EXPECT_THAT(questions_of(scenario, language::RivalSort::since_the_start), IsEmpty());
}

// ---- ground beside other ground

const std::string shores = R"(  kind terrain = clear, sand, lake
  given terrain(hex): set of terrain = {clear}
  define open(h: hex) -> bool = terrain(h) - {lake} = {clear}
)";

TEST(PlaceQuestions, AHexOfOneSortOfGroundMayHaveAnother) {
  DataText data = board(pair);
  data.map =
      small_map(3, 3, R"("hexes": {"b1": {"terrain": ["clear", "lake"]}, "a2": {"terrain": ["sand"]}})");
  const std::string rules =
      head + shores +
      replaced(game + step, "    require 2.0 free", "    require 1.0 open: open(to)\n    require 2.0 free");
  const Verification result = verification_of(rules, data, {"questions"});
  const Finding* const found = about(result, "open.besides");
  ASSERT_TRUE(found) << shown(result.findings);
  EXPECT_EQ(headline_of(*found), "1.0 (Pieces): Does a hex of clear and lake count as clear?");
  const Ruleset scenario = testing_support::scenario_of(rules, data);
  ASSERT_TRUE(scenario);
  EXPECT_THAT(after(scenario, {}).choices, Contains("step(A, b1)"));
  EXPECT_THAT(after(otherwise(scenario, "open.besides"), {}).choices, Not(Contains("step(A, b1)")));
}

}  // namespace
}  // namespace casebook::checks::place_questions
