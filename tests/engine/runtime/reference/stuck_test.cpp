// SPDX-License-Identifier: Apache-2.0
// Why a game stops: the refused choices nearest to being lawful, and the value that is missing.
#include "engine/runtime/text/stuck.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/records/game.h"
#include "tests/engine/runtime/reference/table.h"

namespace casebook::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::pieces_data;
using testing_support::pieces_rules;
using testing_support::Table;

/// After `go` white may rest if no unit must act, and may strike who is not tired: B has to, and can not.
std::string duty(const std::string& load) {
  return pieces_rules + R"(  procedure game
    choose by white
      go()
    choose by white
      rest()
      strike(t, who)
    end game drawn
  action go()
    do
      for all u in unit do if weight(u) = 3 then tired(u) := yes
      for all u in unit do if weight(u) = 2 then load(u) := )" +
         load + R"(
  define must_act(u: unit) -> bool = load(u) > 0
  action rest()
    require 1.0 duty: no u in unit: must_act(u)
  action strike(t in units_of(black), who: set of u in units_of(white))
    require 1.0 someone: who is not empty
    require 1.0 fresh: not tired(t)
    each u in who require 1.0 able: must_act(u)
  define units_of(s: side) -> set of unit = {u in unit where side(u) = s}
)";
}

std::vector<std::string> why(const std::string& rules) {
  Table table(rules, pieces_data());
  Game game(make_reference_rules(table.scenario));
  EXPECT_TRUE(game.play(game.choices().front()));
  return game.stop().in_words;
}

TEST(Stuck, NamesWhoMustChooseWhoIsBoundAndWhatRefusesTheChoicesOfThatPiece) {
  const std::vector<std::string> lines = why(duty("3"));
  ASSERT_GE(lines.size(), 3U);
  EXPECT_EQ(lines[0], "white must choose and has no lawful choice");
  EXPECT_EQ(lines[1], "rest() is refused by 1.0: B must act");
  // Of the choices of B, who must act, and not of A.
  for (size_t i = 2; i < lines.size(); ++i) EXPECT_THAT(lines[i], HasSubstr("{B}"));
  EXPECT_THAT(lines, testing::Contains(HasSubstr("strike(C, {B}) is refused by 1.0: \"tired\"")));
}

TEST(Stuck, SaysNothingWhereSomethingIsLawful) {
  EXPECT_TRUE(why(duty("0")).empty());
}

TEST(Stuck, KeepsThePositionWithItsPhases) {
  Table table(duty("3"), pieces_data());
  Game game(make_reference_rules(table.scenario));
  ASSERT_TRUE(game.play(game.choices().front()));
  EXPECT_EQ(game.outcome().kind, OutcomeKind::stuck);
  const Game::Stop stop = game.stop();
  ASSERT_TRUE(stop.where);
  EXPECT_GT(stop.where->cell(table.scenario->layout.site), 0) << "somebody stands at a choice there";
  EXPECT_EQ(game.position().cell(table.scenario->layout.site), 0);
  game.explain_stop();
  EXPECT_THAT(game.record().steps.back().notes, testing::Contains("rest() is refused by 1.0: B must act"));
}

TEST(Stuck, AFaultSaysWhichValueIsMissingAndWhereItComesFrom) {
  const std::string rules = pieces_rules + R"(  define shift(u: unit) -> number = sum of
    1.0 ground: 0 - 9
    1.0 heavy: weight(u) when weight(u) > 5
  procedure game
    choose by white
      go()
    end game drawn
  action go()
    do
      for all u in unit do if weight(u) = 1 then tally := (2 + shift(u)) as tallies
)";
  EXPECT_THAT(
      why(rules),
      ElementsAre("the tallies must be from 0 to 10, and here the value is -7: shift(A) is -9 (ground: "
                  "-9, by 1.0)"));
}

}  // namespace
}  // namespace casebook::runtime
