// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/shorten.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/runtime/records/replay.h"
#include "tests/support/battery.h"
#include "tests/support/rules_text.h"

namespace casebook::games {
namespace {

// Two sides walk about for some turns. Whoever rests ends his phase.
constexpr const char* walk_about = R"(edition walk "Walk"
section 1 "All"
case 1.1
  kind side = white, black
  kind unit on map
  box gone
  given side(unit): side
  measure turns from 1 to 40
  measure points from 0 to 99
  state turn: turns = 1
  state mover: side
  state left: points = 9
  procedure game
    repeat at most 30 times
      march(white)
      march(black)
      turn += 1
    1.1 end game drawn
  procedure march(by: side)
    mover := by
    left := 9
    repeat
      choose by by
        step()
        rest() then stop
  action rest()
  action step(u in {x in unit where side(x) = mover} at from, to in neighbours(from))
    require 1.1 room: no x in unit on to
    require 1.1 points: left >= 1
    do
      left -= 1
      place(u) := to
)";

std::shared_ptr<const Scenario> walk_scenario() {
  return testing_support::scenario_of(
      walk_about,
      {.map = testing_support::small_map(5, 5),
       .order_of_battle = testing_support::units("A white a1\nB white b1\nX black d4\nY black e5\n"),
       .schedule = "",
       .scenario = ""});
}

int32_t value_of(const Scenario& scenario, const Position& position, const std::string& state) {
  const language::Program& program = *scenario.program;
  for (size_t i = 0; i < program.states.size(); ++i) {
    const auto id = static_cast<StateId>(i);
    if (program.states[id].name == state) return position.cell(scenario.layout.states[id].first);
  }
  ADD_FAILURE() << state;
  return 0;
}

Position last_of(runtime::Rules& rules, const PlayedGame& game) {
  Position last;
  walk(rules, game, [&](const Position& position) {
    last = position;
    return true;
  });
  return last;
}

// Who rests at once comes to the fourth turn in six steps; the game had all the steps of four turns.
TEST(Shortening, EndsEveryPhaseAsSoonAsItMay) {
  const auto scenario = walk_scenario();
  PositionMaker maker(scenario);
  Random random(7, 1);
  for (int i = 0; i < 6; ++i) {
    const PlayedGame game = random_game(maker, random, 60 + static_cast<uint32_t>(i) * 20);
    const int32_t turn = value_of(*scenario, last_of(maker.rules(), game), "turn");
    const Shows late = [&](const Position& end) { return value_of(*scenario, end, "turn") == turn; };
    const auto shorter = shorten(maker.rules(), game, late);
    ASSERT_TRUE(shorter.has_value());
    EXPECT_TRUE(shorter->all_tried);
    const size_t least = 2 * static_cast<size_t>(turn - 1);
    // Where the game ended in black's phase the site is the same, and so is the turn.
    EXPECT_EQ(shorter->game.steps.size(), least);
    for (const PlayedStep& step : shorter->game.steps) EXPECT_EQ(step.choice.alternative, 1);
  }
}

TEST(Shortening, OfAGameThatDoesNotShowItGivesNothing) {
  PositionMaker maker(walk_scenario());
  Random random(7, 2);
  EXPECT_FALSE(shorten(maker.rules(), random_game(maker, random, 20), [](const Position&) {
                 return false;
               }).has_value());
}

// So many positions are played, and no more: what a try that has begun still plays is the last of them.
TEST(Shortening, KeepsItsBudgetAndGoesOnWhileTheGameIsLong) {
  const auto scenario = walk_scenario();
  PositionMaker maker(scenario);
  Random random(7, 3);
  const PlayedGame game = random_game(maker, random, 300);
  const Position end = last_of(maker.rules(), game);
  const Shows same = [&](const Position& position) { return position == end; };
  const auto little = shorten(maker.rules(), game, same, {400, 400, 10});
  ASSERT_TRUE(little.has_value());
  EXPECT_FALSE(little->all_tried);
  EXPECT_LE(little->positions, 410);
  const auto more = shorten(maker.rules(), game, same, {400, 40'000, 10});
  ASSERT_TRUE(more.has_value());
  EXPECT_GT(more->positions, 410);
  EXPECT_LE(more->positions, 40'010);
  EXPECT_LT(more->game.steps.size(), game.steps.size());
}

// Until the first piece is gone, nobody needs to fight more than once.
TEST(Shortening, LeavesOutTheFightsThatDecideNothing) {
  const auto scenario = tests::shipped_scenario("examples/hex-skirmish");
  PositionMaker maker(scenario);
  const Shows one_gone = [&](const Position& position) {
    const auto pieces = pieces_of(*scenario);
    return maker.rules().node(position) == runtime::NodeKind::choose &&
           std::count_if(pieces.begin(), pieces.end(), [&](const Cell& piece) {
             return is_hex(*scenario, read(*scenario, position, piece).cell());
           }) == 3;
  };
  Random random(5, 1);
  int shortened = 0;
  for (int i = 0; i < 12; ++i) {
    PlayedGame game = random_game(maker, random, 200);
    std::optional<size_t> first;
    size_t at = 0;
    walk(maker.rules(), game, [&](const Position& position) {
      if (one_gone(position)) first = at;
      ++at;
      return !first;
    });
    if (!first) continue;
    game.steps.resize(*first);
    const auto shorter = shorten(maker.rules(), game, one_gone);
    ASSERT_TRUE(shorter.has_value());
    ++shortened;
    EXPECT_EQ(std::count_if(shorter->game.steps.begin(), shorter->game.steps.end(),
                            [](const PlayedStep& step) { return step.chance; }),
              1);
  }
  EXPECT_GT(shortened, 3);
}

RC_GTEST_PROP(Shortening, GivesARecordThatReplaysAndShowsItAndIsNoLonger, ()) {
  static const auto scenario = walk_scenario();
  static PositionMaker maker(scenario);
  Random random(*rc::gen::inRange<uint64_t>(0, 1'000'000), 1);
  const PlayedGame game = random_game(maker, random, *rc::gen::inRange<uint32_t>(1, 80));
  const Position end = last_of(maker.rules(), game);
  const int32_t turn = value_of(*scenario, end, "turn"), left = value_of(*scenario, end, "left");
  const Shows shows = [&](const Position& position) {
    return value_of(*scenario, position, "turn") == turn && value_of(*scenario, position, "left") == left;
  };
  const auto shorter = shorten(maker.rules(), game, shows);
  RC_ASSERT(shorter.has_value());
  RC_ASSERT(shorter->game.steps.size() <= game.steps.size());
  Diagnostics diagnostics;
  const runtime::Replay replay = runtime::replay(record_of(shorter->game, scenario), "shorter",
                                                 runtime::make_reference_rules(scenario), diagnostics);
  RC_ASSERT(replay.good);
  RC_ASSERT(replay.steps == shorter->game.steps.size());
  RC_ASSERT(shows(replay.game->position()));
}

}  // namespace
}  // namespace casebook::games
