// SPDX-License-Identifier: Apache-2.0
// How long a record from the start is: short where that can be, and where not it says what was tried.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/rules_text.h"
#include "verifier/compare/hunt/evidence.h"
#include "verifier/compare/stages.h"

namespace casebook::compare {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Two sides walk about for thirty turns; whoever rests ends his phase. A turn has two rests, so the nth turn
/// is 2 (n - 1) steps away.
ScenarioPtr walk(const std::string& id, const std::string& price) {
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  data.order_of_battle = testing_support::units("A white a1\nX black c3\n");
  const auto made = testing_support::scenario_of(
      "edition walk \"Walk\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  box gone\n  given side(unit): side\n"
      "  measure points from 0 to 40\n  measure turns from 1 to 40\n"
      "  state turn: turns = 1\n  state mover: side\n  state left: points = 9\n"
      "  define price(u: unit) -> points = " +
          price +
          "\n"
          "  procedure game\n    repeat at most 30 times\n      march(white)\n      march(black)\n"
          "      turn += 1\n    1.1 end game drawn\n"
          "  procedure march(by: side)\n    mover := by\n    left := 9\n    repeat\n      choose by by\n"
          "        step()\n        rest() then stop\n"
          "  action rest()\n"
          "  action step(u in {x in unit where side(x) = mover} at from, to in neighbours(from))\n"
          "    require 1.1 room: no x in unit on to\n    require 1.1 points: price(u) <= left\n"
          "    do\n      left -= price(u)\n      place(u) := to\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

/// The difference in what is left after a step from that turn on.
Finding from_turn(int turn) {
  Settings settings;
  settings.budget.games = 4;
  settings.budget.positions = 0;
  settings.budget.steering = 10;
  settings.budget.threads = 1;
  const Result result =
      compare(walk("ours", "2"), walk("theirs", "if turn >= " + std::to_string(turn) + " then 3 else 2"),
              settings, {}, {});
  for (const Finding& one : result.findings)
    if (one.text.find("the value \"left\" differs") != std::string::npos && one.witness) return one;
  ADD_FAILURE() << "not found";
  return {};
}

TEST(ShortWitness, LeavesOutAllThatIsIdle) {
  const Finding one = from_turn(8);
  ASSERT_TRUE(one.witness);
  // The other side has the position alone where a step on the way costs it something else.
  size_t from_the_start = 0;
  for (const WitnessSide& side : one.witness->sides) {
    if (!side.record.start.empty()) continue;
    ++from_the_start;
    EXPECT_GE(side.record.steps.size(), 15U);  // fourteen rests, and the step
    EXPECT_LE(side.record.steps.size(), 18U);  // and what shows it, where that is a later choice
  }
  EXPECT_GT(from_the_start, 0U);
  EXPECT_THAT(one.details, Contains(HasSubstr("steps from the start")));
  EXPECT_THAT(one.details, Not(Contains(HasSubstr("no record of at most"))));
}

TEST(ShortWitness, OfManyStepsSaysWhatWasTried) {
  const Finding one = from_turn(24);
  ASSERT_TRUE(one.witness);
  for (const WitnessSide& side : one.witness->sides) {
    if (!side.record.start.empty()) continue;
    EXPECT_GE(side.record.steps.size(), 47U);  // forty-six rests, and the step
    EXPECT_LE(side.record.steps.size(), 55U);  // each of the two may walk to where the example has it
  }
  EXPECT_THAT(
      one.details,
      Contains(testing::MatchesRegex(
          "no record of at most 40 steps was found: this one was shortened, "
          "and [0-9]+ positions were played to leave out more; [0-9]+ choices and rolls were tried to lead another game there")));
}

/// White rolls, and may rest or dig: in `ours` with a six. Resting costs so much.
ScenarioPtr diggers(const std::string& id, const std::string& price, const std::string& lucky) {
  auto made = std::make_shared<runtime::Scenario>(*testing_support::scenario_of(
      "edition digs \"Digs\"\nsection 1 \"All\"\ncase 1.1 \"Prices\"\n"
      "  kind side = white, black\n  measure points from 0 to 60\n  measure d6 from 1 to 6\n"
      "  state left: points = 40\n  state luck: d6 = 1\n"
      "  define price() -> points = " +
          price +
          "\n  procedure game\n    repeat at most 3 times\n      roll d: d6\n      luck := d\n"
          "      choose by white\n        rest()\n        dig()\n    end game drawn\n"
          "  action rest()\n    do\n      left -= price()\n"
          "case 1.2 \"Digging\"\n  action dig()\n    require 1.2 lucky: luck > " +
          lucky + "\n",
      {}));
  made->id = id;
  return made;
}

// No game of so few has a six, and the search may try nothing to lead one there.
TEST(NearGames, HaveWhatIsOneRollAway) {
  Settings settings;
  settings.budget.games = 1;
  settings.budget.positions = 200;
  settings.budget.threads = 1;
  settings.shrinking = 0;
  settings.whole = 0;
  for (uint64_t seed = 1; seed < 40; ++seed) {
    settings.budget.seed = seed;
    Course course(diggers("ours", "1", "5"), diggers("theirs", "2", "5 + 1"), settings, {}, {});
    run_stages(course, find_stage("shrink"));
    const auto digging = [&]() -> const DifferenceClass* {
      for (const auto& [key, one] : course.classes->all())
        if (one.example.action == "dig") return &one;
      return nullptr;
    };
    const DifferenceClass* before = digging();
    if (before != nullptr && before->game) continue;  // a game had a six
    find_stage("near-games")->run(course);
    const DifferenceClass* now = digging();
    ASSERT_NE(now, nullptr);
    ASSERT_TRUE(now->game) << seed;
    EXPECT_EQ(now->origin.grade, games::Grade::reachable);
    const auto witness = witness_of(course.pair, *now);
    ASSERT_TRUE(witness);
    EXPECT_EQ(witness->grade, Grade::reachable);
    for (const WitnessSide& side : witness->sides) EXPECT_EQ(side.record.start, "");
    EXPECT_EQ(confirm(*witness, {course.a(), course.b()}), std::vector<std::string>());
    return;
  }
  FAIL() << "every seed has a game with a six";
}

}  // namespace
}  // namespace casebook::compare
