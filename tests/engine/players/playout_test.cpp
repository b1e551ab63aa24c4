// SPDX-License-Identifier: Apache-2.0
#include "engine/players/playout.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "tests/support/tiny_scenario.h"

namespace casebook::players {
namespace {

Players pair_of(std::string_view a, std::string_view b) {
  Players players;
  players.push_back(make_player(a));
  players.push_back(make_player(b));
  return players;
}

std::string game_text(uint64_t seed, uint64_t number, std::string_view a, std::string_view b) {
  runtime::Game game(tests::toy_rules(), {seed, number, {std::string(a), std::string(b)}});
  const Players players = pair_of(a, b);
  seat(players, game);
  play_to_end(game, players);
  return record_text(game.record());
}

TEST(Players, AreKnownByName) {
  for (const std::string& name : player_names()) {
    const auto player = make_player(name);
    ASSERT_TRUE(player) << name;
    EXPECT_EQ(player->name(), name);
  }
  EXPECT_FALSE(make_player("grandmaster"));
}

// Whatever the machine and compiler: a change here changes every seed in the world. The numbers were worked
// out a second time from the description of the streams, in another language.
TEST(Players, AGameOfASeedIsFixed) {
  EXPECT_EQ(game_text(7, 2, "random", "random"), R"(casebook record 1
edition tiny
scenario examples/tiny
switch night yes
rules 0123456789abcdef
data fedcba9876543210
random xoshiro256**/1
seed 7
game 2
dice seed
players random, random

1 white: pass()
2 draw 2nd
3 black: shoot(A2)
4 roll 1, 5
5 white: pass()
6 draw 3rd
7 black: charge(A1)
8 white: stand()
9 roll 3, 1
10 white: shoot(B 1)
11 roll 3, 6
outcome won by white
)");
}

RC_GTEST_PROP(Playouts, AreTheGamesOfTheirSeed, ()) {
  const uint64_t seed = *rc::gen::arbitrary<uint64_t>();
  const auto names = *rc::gen::pair(rc::gen::element<std::string>("random", "first"),
                                    rc::gen::element<std::string>("random", "first"));
  const Players players = pair_of(names.first, names.second);
  const auto rules = tests::toy_rules();
  Playouts playouts(*rules, players);
  for (uint64_t number = 1; number <= 3; ++number) {
    const Playout fast = playouts.play(seed, number);
    runtime::Game game(tests::toy_rules(), {seed, number, {}});
    const Players again = pair_of(names.first, names.second);
    seat(again, game);
    const Playout slow = play_to_end(game, again);
    RC_ASSERT(fast.decisions == slow.decisions);
    RC_ASSERT(fast.chances == slow.chances);
    RC_ASSERT(fast.outcome.kind == slow.outcome.kind);
    RC_ASSERT(playouts.position() == game.position());
    RC_ASSERT(fast.decisions + fast.chances == game.step_count());
  }
}

TEST(Playouts, DoNotDependOnTheGamesBefore) {
  const Players players = pair_of("random", "random");
  const auto rules = tests::toy_rules();
  Playouts one(*rules, players), other(*rules, players);
  for (uint64_t number = 1; number < 20; ++number) one.play(3, number);
  one.play(3, 20);
  other.play(3, 20);
  EXPECT_EQ(one.position(), other.position());
}

TEST(Playouts, StopAtTheLimit) {
  const Players players = pair_of("random", "random");
  const auto rules = tests::toy_rules();
  Playouts playouts(*rules, players);
  const Playout result = playouts.play(1, 1, 1);
  EXPECT_EQ(result.decisions, 1U);
  EXPECT_EQ(result.outcome.kind, runtime::OutcomeKind::open);
  EXPECT_EQ(playouts.play(1, 1, 0).decisions, 0U);
}

TEST(RandomPlayer, ChoosesEvenlyAndFirstTakesTheFirst) {
  const auto rules = tests::toy_rules();
  runtime::Position position = rules->scenario().start;
  rules->begin(position);
  std::vector<runtime::Choice> choices(5);
  const auto random = make_player("random"), first = make_player("first");
  std::map<size_t, int> counts;
  for (uint64_t game = 0; game < 2000; ++game) {
    random->new_game(rules->scenario(), 0, 1, game);
    ++counts[random->choose({*rules, position, choices, 0})];
    EXPECT_EQ(first->choose({*rules, position, choices, 0}), 0U);
  }
  ASSERT_EQ(counts.size(), 5U);
  for (const auto& [choice, count] : counts)
    EXPECT_NEAR(count, 400, 80) << choice;  // 4.5 standard deviations
}

TEST(RandomPlayer, OfAnotherSideDecidesOtherwise) {
  const auto rules = tests::toy_rules();
  runtime::Position position = rules->scenario().start;
  rules->begin(position);
  std::vector<runtime::Choice> choices(1000);
  const auto player = make_player("random");
  player->new_game(rules->scenario(), 0, 1, 1);
  const size_t white = player->choose({*rules, position, choices, 0});
  player->new_game(rules->scenario(), 1, 1, 1);
  EXPECT_NE(player->choose({*rules, position, choices, 1}), white);
}

}  // namespace
}  // namespace casebook::players
