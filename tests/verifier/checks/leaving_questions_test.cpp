// SPDX-License-Identifier: Apache-2.0
// Questions about a piece that comes to a named place and goes on, about the ends of a way, and about pieces that
// come onto the map at a time that changes what they have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/program/edit/rivals.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/text/asked_expression.h"
#include "tests/verifier/checks/other_answers.h"
#include "tests/verifier/checks/small_rules_texts.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;

/// One wagon, whose leaving the ford ends the game; units have two points a phase, and a step costs one.
const std::string forded = R"(  place ford
  given wagon(unit): bool = no
  measure points from 0 to 2
  define allowance(u: unit) -> points = 2
case 2.0 "Play"
  summary "They move in turn."
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game won by white
  procedure turn_of(by: side)
    state left(unit) "has points left:": points
    for all u in mine() do left(u) := allowance(u)
    repeat
      choose by by
        step()
        pass() then stop
  action pass()
  action step(u in mine() at from, to in neighbours(from)) "{u} moves to {to}"
    require 2.0 free: no x in unit on to
    require 2.0 points: left(u) >= 1
    do
      left(u) -= 1
      go(u, to)
  effect go(u: unit, to: hex) do
    3.0 leave_the_ford(u)
    place(u) := to
case 3.0 "The wagon"
  summary "The wagon that leaves the ford loses the game."
  effect leave_the_ford(u: unit) do
    if wagon(u) and place(u) = ford then end game won by black
)";

DataText river() {
  DataText data = board("A white b1 wagon=true\nB black c3\nC white c1");
  data.map = small_map(3, 3, "\"places\": {\"ford\": \"b2\"}");
  return data;
}

bool holds(const Ruleset& scenario, const std::string& condition) {
  Diagnostics diagnostics;
  const auto asked = runtime::asked_expression(*scenario, condition, diagnostics);
  EXPECT_TRUE(asked) << testing_support::shown(diagnostics);
  runtime::Evaluator evaluator(scenario);
  evaluator.extend_frame(asked->vars, asked->text);
  return evaluator.evaluate(*asked->expr, scenario->start).yes();
}

TEST(LeavingQuestions, APieceThatOnlyPassesANamedPlaceIsAskedAbout) {
  const Verification result = verification_of(head + forded, river(), {"questions"});
  const Finding* const found = about(result, "leave_the_ford.passes_through");
  ASSERT_TRUE(found) << shown(result.findings);
  EXPECT_EQ(headline_of(*found),
            "3.0 (The wagon): Does the rule about leaving Ford also hold if A only passes through it?");
  EXPECT_EQ(found->concern, Concern::ambiguity);
  ASSERT_TRUE(found->witness);
  EXPECT_THAT(found->text, HasSubstr("black wins"));
}

/// A case that is silent about something else has another defect.
TEST(LeavingQuestions, ACaseThatIsSilentAboutSomethingElseIsAnotherDefect) {
  const std::string line = "  summary \"The wagon that leaves the ford loses the game.\"\n";
  const Verification result = verification_of(
      replaced(head + forded, line, line + "  silent \"what follows when the wagon is taken\"\n"), river(),
      {"questions", "silent-cases"});
  const Finding* const found = about(result, "leave_the_ford.passes_through");
  ASSERT_TRUE(found) << shown(result.findings);
  EXPECT_FALSE(found->same_as);
}

/// Under the other answer the wagon passes, and loses the game if it was there when the phase began.
TEST(LeavingQuestions, UnderTheOtherAnswerOnlyWhoBeganThereLeaves) {
  const Ruleset scenario = testing_support::scenario_of(head + forded, river());
  ASSERT_TRUE(scenario);
  const Ruleset rival = otherwise(scenario, "leave_the_ford.passes-through");
  ASSERT_TRUE(rival);
  EXPECT_EQ(after(scenario, {"step(A, b2)", "step(A, b3)"}).outcome, "won by black");
  EXPECT_EQ(after(rival, {"step(A, b2)", "step(A, b3)"}).outcome, "open");
  EXPECT_EQ(after(rival, {"step(A, b2)", "pass()", "pass()", "step(A, b3)"}).outcome, "won by black");
}

/// Where one step is all that a piece has, it cannot pass; where the place has no name, nothing follows from it.
TEST(LeavingQuestions, WithoutASecondStepNobodyPasses) {
  const Verification result =
      verification_of(replaced(head + forded, "-> points = 2", "-> points = 1"), river(), {"questions"});
  EXPECT_FALSE(about(result, "leave_the_ford.passes_through")) << shown(result.findings);
  const Ruleset unnamed =
      testing_support::scenario_of(replaced(head + forded, "place(u) = ford", "left(u) = 0"), river());
  ASSERT_TRUE(unnamed);
  for (const language::Rival& one : language::rivals(*unnamed->program))
    EXPECT_NE(one.sort, language::RivalSort::passes_through) << one.name;
}

/// A way through open hexes that begins at one place and ends at another: freed, its ends are closed by an enemy alone.
TEST(LeavingQuestions, TheEndsOfAWayKeepWhoIsInThem) {
  const std::string way = R"(  given rough(hex): bool = no
  define of(by: side) -> set of unit = {x in unit where side(x) = by}
  define clear_of_enemies(h: hex) -> bool = no e in of(black) on h
  define open(h: hex) -> bool = all of
    1.0 ground: not rough(h)
    1.0 nobody: clear_of_enemies(h)
  field way() over hex = reach to h where h = ford and open(h)
    through h where open(h)
    across a, b where open(a)
)";
  DataText data = river();
  data.map = small_map(3, 3, "\"places\": {\"ford\": \"b2\"}, \"hexes\": {\"b2\": {\"rough\": true}}");
  std::string rules = head + forded;
  rules.insert(rules.find("case 2.0"), way);
  const auto scenario = testing_support::scenario_of(rules, data);
  ASSERT_TRUE(scenario);
  const Ruleset rival = otherwise(scenario, "way.ends");
  ASSERT_TRUE(rival);
  EXPECT_FALSE(holds(scenario, "way()[b1]")) << "the ford is rough";
  EXPECT_TRUE(holds(rival, "way()[b1]"));
  EXPECT_FALSE(holds(rival, "way()[c3]")) << "an enemy is in it";
}

/// The example of what holds by night is a game in which somebody comes at night, not one in which a value differs.
TEST(LeavingQuestions, TheExampleIsAGameInWhichAChoiceDiffers) {
  const std::string rules = head + R"(  given entry(unit): hex or none = none
  measure points from 0 to 4
  define night() -> bool = turn = 4
  define allowance(u: unit) -> points = 3
  adjust allowance(u) when night() then otherwise - 1
case 2.0 "Play"
  summary "They come on and move."
  procedure game
    repeat at most 8 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
    state left(unit) "has points left:": points
    for all u in mine() do left(u) := allowance(u)
    repeat
      choose by by
        step()
        enter()
        pass() then stop
  action pass()
  action enter(u in mine(), to in entry(u)) "{u} enters at {to}"
    require 2.0 waits: place(u) = reserve
    require 2.0 late: turn >= 2
    require 2.0 points: left(u) >= 1
    require 2.0 free: no x in unit on to
    do
      left(u) -= 1
      place(u) := to
  action step(u in mine() at from, to in neighbours(from)) "{u} moves to {to}"
    require 2.0 free: no x in unit on to
    require 2.0 points: left(u) >= 1
    do
      left(u) -= 1
      place(u) := to
)";
  const Verification result = verification_of(
      rules, {small_map(4, 4), units("A white reserve entry=\"a1\"\nB black c3\nC white c1"), "", ""},
      {"questions"});
  const Finding* const found = about(result, "allowance.off_the_map");
  ASSERT_TRUE(found) << shown(result.findings);
  EXPECT_THAT(found->text, HasSubstr("the choice"));
  EXPECT_THAT(found->text, testing::Not(HasSubstr("has points left")));
}

}  // namespace
}  // namespace casebook::checks
