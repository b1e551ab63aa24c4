// SPDX-License-Identifier: Apache-2.0
// A difference that one reading of one side makes away with says so, and one that is printed does not.
#include "verifier/compare/attribute/rests_on_readings.h"

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
      ElementsAre(
          "plays alike under another answer to a question that is open in decision-games-2 5.4: Must a unit that goes along a trail pay "
          "for the trail? The rules files answer \"no: a unit may use trail movement, so where the ground is cheaper it pays for the ground\" (trail-use=if-it-saves). Both rulesets play the example alike under \"yes: a unit that moves along a "
          "trail spends two points, whatever the ground is\" (trail-use=always)"));
  EXPECT_THAT(findings[1].details, IsEmpty());
}

using testing_support::small_map;

/// White steps about with points to spend, and the game ends; `price` of a step, `won` is who has won then.
std::shared_ptr<const runtime::Scenario> marches(const std::string& id, const std::string& price,
                                                 const std::string& won) {
  const auto scenario = testing_support::scenario_of(
      "edition posts \"Posts\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
      "  measure points from 0 to 9\n  state left: points = 6\n"
      "  reading trail \"Must the trail be paid for?\"\n    may \"it may\"\n    always \"it must\"\n"
      "    default may\n"
      "  reading line \"Who has the line?\"\n    near \"who is near\"\n    far \"who is far\"\n"
      "    default near\n"
      "  procedure game\n    repeat\n      choose by white\n        step()\n        rest() then stop\n    " +
          won +
          "\n  action rest()\n"
          "  action step(u in {x in unit where side(x) = white} at from, to in neighbours(from))\n"
          "    require 1.1 points: " +
          price + " <= left\n    do\n      left -= " + price + "\n      place(u) := to\n",
      {.map = small_map(4, 4),
       .order_of_battle = testing_support::units("A white a1\nB black d3\n"),
       .schedule = {},
       .scenario = {}});
  auto named = std::make_shared<runtime::Scenario>(*scenario);
  named->id = id;
  return named;
}

/// A difference after these steps of white's, from the start.
Finding after(const std::array<std::shared_ptr<const runtime::Scenario>, 2>& both,
              const std::vector<std::string>& steps, const std::array<Assertion, 2>& said,
              const std::array<std::string, 2>& outcomes) {
  Finding one;
  one.concern = Concern::difference;
  one.verdict = Verdict::refuted;
  one.witness.emplace();
  for (const size_t side : {size_t{0}, size_t{1}}) {
    WitnessSide& made = one.witness->sides.emplace_back();
    made.ruleset = both[side]->id;
    made.record.ruleset = runtime::identity_of(*both[side]);
    made.record.seeded_dice = false;
    for (const std::string& step : steps)
      made.record.steps.push_back({runtime::StepKind::choice, "white", step, {}, 0, 0});
    made.record.outcome = outcomes[side];
    made.said = {said[side]};
  }
  EXPECT_THAT(confirm(*one.witness, {both[0], both[1]}), IsEmpty());
  return one;
}

// Who wins is another under the reading, so the record's own outcome is not what it comes to.
TEST(RestsOnReadings, IsSaidOfAStepThatEndsTheGame) {
  const auto ours =
                 marches("ours", "1", "if line = near then end game won by white else end game won by black"),
             theirs = marches("theirs", "1", "end game won by black");
  std::vector<Finding> findings{after(
      {ours, theirs}, {"rest()"},
      {{{Assertion::What::outcome, "", "won by white"}, {Assertion::What::outcome, "", "won by black"}}},
      {"won by white", "won by black"})};
  const auto rests = compare::tell_what_rests_on_readings(findings, ours, theirs, {});
  EXPECT_THAT(
      findings[0].details,
      ElementsAre(
          "plays alike under another answer to a question that is open in posts 1.1: Who has the line? The rules files answer \"who is near\" (line=near). "
          "Both rulesets play the example alike under \"who is far\" (line=far)"));
  ASSERT_EQ(rests.size(), 1U);
  EXPECT_EQ(rests[0].side, 0U);
  EXPECT_EQ(rests[0].answer, (compare::Answer{"line=near", "who is near"}));
  EXPECT_THAT(rests[0].answers, ElementsAre(compare::Answer{"line=far", "who is far"}));
}

// What two steps before it cost is what refuses the third: with the last step alone taken anew one point is
// wanting less than needs to be.
TEST(RestsOnReadings, IsSaidOfWhatWasSpentStepsEarlier) {
  const auto ours = marches("ours", "(if trail = always then 2 else 1)", "end game drawn"),
             theirs = marches("theirs", "2", "end game drawn");
  std::vector<Finding> findings{after(
      {ours, theirs}, {"step(A, b1)", "step(A, a1)", "step(A, b1)"},
      {{{Assertion::What::permitted, "step(A, a1)", ""}, {Assertion::What::refused, "step(A, a1)", "1.1"}}},
      {"open", "open"})};
  compare::tell_what_rests_on_readings(findings, ours, theirs, {});
  EXPECT_THAT(
      findings[0].details,
      ElementsAre(
          "plays alike under another answer to a question that is open in posts 1.1: Must the trail be paid for? The rules files answer \"it may\" (trail=may). "
          "Both rulesets play the example alike under \"it must\" (trail=always)"));
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
  EXPECT_THAT(
      findings[0].details,
      ElementsAre(
          "plays alike under another answer to a question that is open in posts 1.1: Who may move? The rules files answer \"all\" (order=free). Both rulesets play the example alike under "
          "\"who rests\" (order=tight)"));
}

}  // namespace
}  // namespace casebook::tests
