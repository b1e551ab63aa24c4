// SPDX-License-Identifier: Apache-2.0
// Which turn, phase and side go together is known from games alone.
#include "verifier/search/phases.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/rules_text.h"
#include "verifier/search/reached.h"

namespace casebook::games {
namespace {

// Two turns of two player-turns; `done` is written by an action and says nothing of the sequence.
constexpr const char* watches = R"(edition watches "Watches"
section 1 "All"
case 1.0
  kind side = white, black
  kind unit on map
  given side(unit): side
  box away, home
  measure turns from 1 to 9
  state turn: turns = 1
  state phasing: side
  state done: turns = 1
  procedure game
    repeat at most 2 times
      watch(white)
      watch(black)
      turn += 1
    1.0 end game drawn
  procedure watch(by: side)
    phasing := by
    choose by by
      rest()
    repeat at most 3 times
      choose by by
        step()
        leave()
        rest() then stop
  action step(u in {x in unit where side(x) = phasing} at from, to in neighbours(from))
    require 1.0 empty: no x in unit on to
    do
      place(u) := to
      done := 2
  action rest()
  action leave(u in {x in unit where side(x) = white and phasing = white} at from)
    do place(u) := home
)";

struct Played {
  std::shared_ptr<const Scenario> scenario = testing_support::scenario_of(
      watches, {.map = testing_support::small_map(4, 4),
                .order_of_battle = testing_support::units("A white a1\nB white a3\nC black d3\n"),
                .schedule = {},
                .scenario = {}});
  Phases phases{*scenario};
  Position last;  // of the first game, in the second turn, black's watch

  Played() {
    Games games(scenario);
    games.play(1, 20, [&](const Moment& moment) {
      phases.see(moment.position);
      if (moment.position.cell(scenario->layout.site) != 0) last = moment.position;
      return true;
    });
  }
  Cell state(const char* name) const {
    for (size_t i = 0; i < scenario->program->states.size(); ++i)
      if (scenario->program->states[i].name == name) return {Cell::What::state, static_cast<StateId>(i), 0};
    ADD_FAILURE() << name;
    return {};
  }
};

TEST(Phases, ATurnAfterTheLastIsNoTurn) {
  const Played played;
  EXPECT_TRUE(played.phases.allows(played.last));
  Position late = played.last;
  write(*played.scenario, late, played.state("turn"), {7, {}});
  EXPECT_FALSE(played.phases.allows(late));
  EXPECT_TRUE(played.phases.settle(late));
  EXPECT_TRUE(played.phases.allows(late));
  EXPECT_LE(read(*played.scenario, late, played.state("turn")).number, 2);
}

TEST(Phases, OneSidesPhaseIsNotInTheOthersTurn) {
  const Played played;
  Position other = played.last;
  const Cell phasing = played.state("phasing");
  write(*played.scenario, other, phasing, {1 - read(*played.scenario, other, phasing).number, {}});
  EXPECT_FALSE(played.phases.allows(other));
  EXPECT_EQ(played.phases.changes(other)->size(), 1U);
}

// The second turn is the second time round; which step of a watch it is goes with no turn.
TEST(Phases, TheCounterOfTheTurnsGoesWithTheTurnAndOneInsideItDoesNot) {
  const Played played;
  const auto counter = [&](const std::string& procedure) -> Cell {
    const language::Program& program = *played.scenario->program;
    for (size_t i = 0; i < program.vars.size(); ++i) {
      const language::Var& var = program.vars[i];
      if (var.procedure != language::none && var.name == "repeat:1" &&
          program.procedures[var.procedure].name == procedure)
        return {Cell::What::local, static_cast<VarId>(i), 0};
    }
    ADD_FAILURE() << procedure;
    return {};
  };
  const Cell of_game = counter("game"), of_watch = counter("watch");
  const int32_t turn = read(*played.scenario, played.last, of_game).cell();
  Position other = played.last;
  write(*played.scenario, other, of_game, {turn - 1, {}});
  EXPECT_FALSE(played.phases.allows(other));
  EXPECT_EQ(played.phases.changes(other)->size(), 1U);
  ASSERT_TRUE(played.phases.settle(other));
  EXPECT_EQ(read(*played.scenario, other, played.state("turn")).number -
                read(*played.scenario, other, of_game).number,
            1);
  const int32_t step = read(*played.scenario, other, of_watch).cell();
  write(*played.scenario, other, of_watch, {step == 0 ? 1 : step - 1, {}});
  EXPECT_TRUE(played.phases.allows(other));
}

TEST(Phases, WhatAnActionWritesIsNoneOfTheSequence) {
  const Played played;
  Position other = played.last;
  write(*played.scenario, other, played.state("done"), {8, {}});
  EXPECT_TRUE(played.phases.allows(other));
}

TEST(Phases, APieceIsKnownToHaveBeenInTheBoxesThatGamesPutItInto) {
  const Played played;
  const int32_t away = played.scenario->ground.hexes, home = away + 1;
  const std::vector<Cell> pieces = pieces_of(*played.scenario);
  EXPECT_TRUE(played.phases.has_been(pieces[0], home));
  EXPECT_FALSE(played.phases.has_been(pieces[0], away));
  EXPECT_FALSE(played.phases.has_been(pieces[2], home));
}

TEST(Phases, WithoutGamesNothingIsKnownAndNothingRefused) {
  const Played played;
  const Phases none(*played.scenario);
  Position late = played.last;
  write(*played.scenario, late, played.state("turn"), {9, {}});
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.allows(late));
}

}  // namespace
}  // namespace casebook::games
