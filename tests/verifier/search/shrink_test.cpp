// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/shrink.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/text/asked_expression.h"
#include "tests/support/battery.h"
#include "tests/support/rules_text.h"
#include "verifier/search/generators.h"

namespace casebook::games {
namespace {

using testing_support::scenario_of;
using testing_support::small_map;
using testing_support::units;

// Ten pieces on thirty-six hexes, and rules with a bug: nothing keeps two of them apart, though an invariant
// says so. Stamps, marks and the counter have nothing to do with it.
constexpr const char* crowd = R"(edition crowd "Crowd"
section 1 "All"
case 1.0
  kind side = white, black
  kind unit on map
  box away, home
  given side(unit): side
  measure steps from 0 to 99
  state done: steps
  state marked: set of unit
  state stamped(hex): bool
  state mover: side
  invariant apart: all u in unit at g: no x in unit at h: u != x and adjacent(g, h)
  invariant low: done <= 99
  procedure game
    repeat at most 90 times
      choose by mover
        step()
        mark()
        jump()
      mover := other(mover)
    1.0 end game drawn
  action step(u in unit at from, to in neighbours(from))
    require 1.0 empty: no x in unit on to
    do
      place(u) := to
      done += 1
  action mark(u in unit where not (u in marked))
    do marked += {u}
  action jump(u in unit where place(u) = away)
    require 1.0 room: exists h in hex: no x in unit on h
    do place(u) := home
)";

std::shared_ptr<const Scenario> crowd_scenario() {
  return scenario_of(crowd,
                     {.map = small_map(6, 6),
                      .order_of_battle = units("A white a1\nB black c1\nC white e1\nD black a3\nE white c3\n"
                                               "F black e3\nG white a5\nH black c5\nI white e5\nJ black -\n"),
                      .schedule = "",
                      .scenario = ""});
}

std::vector<int32_t> on_map(const Scenario& scenario, const Position& position) {
  std::vector<int32_t> hexes;
  for (const Cell& piece : pieces_of(scenario)) {
    const int32_t at = read(scenario, position, piece).cell();
    if (is_hex(scenario, at)) hexes.push_back(at);
  }
  return hexes;
}

TEST(ShrinkingPositions, LeavesTheTwoPiecesThatMatterAndNothingElse) {
  const auto scenario = crowd_scenario();
  PositionMaker maker(scenario);
  const StillFails crowded = [&](const Position& position) { return !maker.satisfies_invariants(position); };
  Random random(1, 1);
  int shrunk = 0;
  for (int i = 0; i < 200 && shrunk < 20; ++i) {
    const Position made = maker.make(random, 100);
    if (!crowded(made)) continue;
    ++shrunk;
    const Position least = shrink(maker, made, crowded);
    EXPECT_TRUE(crowded(least));
    EXPECT_TRUE(is_typed(*scenario, least));
    const std::vector<int32_t> left = on_map(*scenario, least);
    ASSERT_EQ(left.size(), 2U);
    // The two lowest hexes that touch; and every state as it began.
    EXPECT_EQ(std::min(left[0], left[1]), 0);
    EXPECT_EQ(scenario->ground.distance(left[0], left[1]), 1);
    for (const Cell& cell : cells_of(*scenario, least)) {
      if (cell.what == Cell::What::state) {
        EXPECT_EQ(read(*scenario, least, cell), read(*scenario, scenario->start, cell))
            << cell_text(*scenario, cell);
      }
    }
    EXPECT_EQ(least.cell(scenario->layout.site), made.cell(scenario->layout.site));
  }
  EXPECT_EQ(shrunk, 20);
}

TEST(ShrinkingPositions, KeepsToItsBudget) {
  const auto scenario = crowd_scenario();
  PositionMaker maker(scenario);
  Random random(1, 1);
  const Position made = maker.make(random, 100);
  int64_t tries = 0;
  const Position least = shrink(
      maker, made,
      [&](const Position&) {
        ++tries;
        return false;
      },
      25);
  EXPECT_EQ(tries, 25);
  EXPECT_TRUE(least == made);
}

TEST(ShrinkingGames, LeavesTheFewestStepsAndTheSimplestChoices) {
  const auto scenario = crowd_scenario();
  PositionMaker maker(scenario);
  const StillFails crowded = [&](const Position& position) { return !maker.satisfies_invariants(position); };
  // From the start one step brings two pieces together: A beside D, the first choice of all that does.
  Random random(3, 1);
  for (int i = 0; i < 10; ++i) {
    const PlayedGame game = random_game(maker, random, 120);
    const auto least = shrink(maker.rules(), game, crowded);
    ASSERT_TRUE(least.has_value());
    ASSERT_EQ(least->steps.size(), 1U);
    const runtime::Record record = record_of(*least, scenario);
    EXPECT_EQ(record.steps[0].text, "step(A, a2)");
    Diagnostics diagnostics;
    const runtime::Replay replay =
        runtime::replay(record, "least", runtime::make_reference_rules(scenario), diagnostics);
    EXPECT_TRUE(replay.good) << runtime::record_text(record);
    EXPECT_TRUE(crowded(replay.game->position()));
  }
}

TEST(ShrinkingGames, DropsWhatIsBetweenStepsThatMatter) {
  // Three marks and a fourth step of whatever sort: marks may come at any time, so nothing else is left.
  const auto scenario = crowd_scenario();
  PositionMaker maker(scenario);
  Diagnostics diagnostics;
  const auto asked =
      runtime::asked_expression(*scenario, "(count u in marked) >= 3 and done >= 1", diagnostics);
  ASSERT_TRUE(asked.has_value());
  runtime::Evaluator evaluator(scenario);
  evaluator.extend_frame(asked->vars);
  const StillFails enough = [&](const Position& position) {
    return evaluator.evaluate(*asked->expr, position).yes();
  };
  Random random(4, 1);
  int shrunk = 0;
  for (int i = 0; i < 10; ++i) {
    const PlayedGame game = random_game(maker, random, 90);
    const auto least = shrink(maker.rules(), game, enough);
    if (!least) continue;
    ++shrunk;
    ASSERT_EQ(least->steps.size(), 4U);
    const runtime::Record record = record_of(*least, scenario);
    EXPECT_EQ(runtime::record_text(record),
              runtime::record_text(record_of(*played(record, scenario), scenario)));
    for (const char* text : {"mark(A)", "mark(B)", "mark(C)", "step(A, a2)"})
      EXPECT_EQ(std::count_if(record.steps.begin(), record.steps.end(),
                              [&](const auto& step) { return step.text == text; }),
                1)
          << runtime::record_text(record);
  }
  EXPECT_EQ(shrunk, 10);
}

TEST(ShrinkingGames, OfWhichNoPositionFailsGivesNothing) {
  const auto scenario = crowd_scenario();
  PositionMaker maker(scenario);
  Random random(3, 1);
  EXPECT_FALSE(shrink(maker.rules(), random_game(maker, random, 20), [](const Position&) {
                 return false;
               }).has_value());
}

TEST(ShrinkingGames, LowersTheDiceAndReplaysThoughTheyAreTypedIn) {
  const auto scenario = tests::shipped_scenario("examples/hex-skirmish");
  PositionMaker maker(scenario);
  const StillFails removed = [&](const Position& position) {
    return on_map(*scenario, position).size() == 3;
  };
  Random random(5, 1);
  int shrunk = 0;
  for (int i = 0; i < 12; ++i) {
    const auto least = shrink(maker.rules(), random_game(maker, random, 200), removed);
    if (!least) continue;
    ++shrunk;
    const runtime::Record record = record_of(*least, scenario);
    // Until the first is removed nobody needs to roll more than once: a 1, or a 3 where the attacker goes.
    EXPECT_EQ(std::count_if(record.steps.begin(), record.steps.end(),
                            [](const auto& step) { return step.kind == runtime::StepKind::roll; }),
              1);
    EXPECT_EQ(record.steps.back().text, "1");
    Diagnostics diagnostics;
    EXPECT_TRUE(runtime::replay(record, "r", runtime::make_compiled_rules(scenario), diagnostics).good)
        << runtime::record_text(record);
  }
  EXPECT_GT(shrunk, 8);
}

TEST(Generators, ShrinkAsSimplerSaysAndEndAtTheSimplest) {
  const auto maker = std::make_shared<PositionMaker>(crowd_scenario());
  const Scenario& scenario = maker->scenario();
  const auto crowded = [&](const Position& position) { return !maker->satisfies_invariants(position); };
  const rc::Gen<Position> gen = positions(maker);
  int shrunk = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    rc::Shrinkable<Position> now = gen(rc::Random(seed), 100);
    if (!crowded(now.value())) continue;
    ++shrunk;
    for (bool better = true; better;) {
      better = false;
      auto shrinks = now.shrinks();
      while (const auto next = shrinks.next()) {
        if (!crowded(next->value())) continue;
        now = *next;
        better = true;
        break;
      }
    }
    EXPECT_EQ(on_map(scenario, now.value()).size(), 2U);
  }
  EXPECT_GT(shrunk, 5);
}

RC_GTEST_PROP(GeneratedPositions, OfARulesetSaveAndLoadToTheSame, ()) {
  static const auto maker = std::make_shared<PositionMaker>(tests::shipped_scenario("examples/cup"));
  const Position made = *positions(maker, every_site(*maker->scenario().program));
  const std::string text = runtime::position_text(maker->scenario(), made);
  RC_LOG(text);
  Diagnostics diagnostics;
  const auto loaded = runtime::load_position(maker->scenario(), text, "made", diagnostics);
  RC_ASSERT(loaded.has_value());
  RC_ASSERT(*loaded == made);
}

RC_GTEST_PROP(GeneratedPositions, ThatAreLawfulSatisfyTheInvariants, ()) {
  static const auto maker = std::make_shared<PositionMaker>(tests::shipped_scenario("examples/interrupt"));
  const Position made = *lawful_positions(maker);
  RC_ASSERT(maker->satisfies_invariants(made));
  RC_ASSERT(maker->goes_on(made));
}

RC_GTEST_PROP(GeneratedGames, OfARulesetReplay, ()) {
  static const auto maker = std::make_shared<PositionMaker>(tests::shipped_scenario("examples/cup"));
  const PlayedGame game = *random_games(maker, 60);
  const runtime::Record record = record_of(game, maker->scenario_ptr());
  RC_ASSERT(record.steps.size() == game.steps.size());
  const auto again = played(record, maker->scenario_ptr());
  RC_ASSERT(again.has_value());
  RC_ASSERT(again->steps.size() == game.steps.size());
}

}  // namespace
}  // namespace casebook::games
