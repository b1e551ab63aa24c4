// SPDX-License-Identifier: Apache-2.0
// The first re-edition of Across Suez: it plays as the first edition does, whose ground it calls by other
// numbers; and the one number of its own that does not fit is a switch.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/players/playout.h"
#include "tests/support/battery.h"
#include "tests/support/script.h"

namespace casebook::tests {
namespace {

constexpr const char* first_edition = "across-suez/spi-1980";
constexpr const char* edition = "across-suez/decision-games-1";

using runtime::Position;
using runtime::Scenario;

/// Every position of a seeded game, as one number.
std::vector<uint64_t> moments_of(players::Playouts& playouts, uint64_t game) {
  std::vector<uint64_t> moments;
  playouts.show_to([&](const Position& position, uint64_t, uint64_t) { moments.push_back(position.hash()); });
  playouts.play(1, game);
  return moments;
}

players::Players two_random() {
  players::Players seats;
  for (int side = 0; side < 2; ++side) seats.push_back(players::make_player("random"));
  return seats;
}

/// The same seed gives the same game, position by position, in both editions.
void plays_as_the_first_edition(uint64_t games) {
  const auto before = shipped_scenario(first_edition), after = shipped_scenario(edition);
  ASSERT_TRUE(before && after);
  const auto rules_before = runtime::make_compiled_rules(before),
             rules_after = runtime::make_compiled_rules(after);
  const players::Players seats_before = two_random(), seats_after = two_random();
  players::Playouts one(*rules_before, seats_before), other(*rules_after, seats_after);
  uint64_t positions = 0;
  for (uint64_t game = 1; game <= games; ++game) {
    const std::vector<uint64_t> moments = moments_of(one, game);
    ASSERT_EQ(moments, moments_of(other, game)) << "game " << game << " of seed 1";
    EXPECT_NE(rules_after->outcome(other.position()).kind, runtime::OutcomeKind::fault) << "game " << game;
    positions += moments.size();
  }
  EXPECT_GT(positions, 100 * games);
}

TEST(AcrossSuezDecisionGames1, PlaysAsTheFirstEditionDoes) {
  plays_as_the_first_edition(500);
}

TEST(AcrossSuezDecisionGames1Slow, PlaysAsTheFirstEditionDoes) {
  plays_as_the_first_edition(10'000);
}

TEST(AcrossSuezDecisionGames1, Battery) {
  // The games are those of the first edition (PlaysAsTheFirstEditionDoes), whose battery plays one to its
  // end; what is asked here for the sake of names and files of this edition shows as well in the first turns.
  const BatteryReport report = run_battery({.edition = edition, .games = 1, .most_decisions = 100});
  EXPECT_EQ(report.games, 1U);
  EXPECT_GT(report.inside, 90U);
}

TEST(AcrossSuezDecisionGames1Slow, Battery) {
  EXPECT_EQ(run_battery({.edition = edition, .games = 20}).games, 20U);
}

TEST(AcrossSuezDecisionGames1, CallsTheSameGroundByColumnsTwoHigher) {
  const auto before = shipped_scenario(first_edition), after = shipped_scenario(edition);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->places, after->places);
  const auto& names = before->members[language::kind_hex];
  const auto& now = after->members[language::kind_hex];
  ASSERT_EQ(names.size(), now.size());
  for (size_t hex = 0; hex < names.size(); ++hex) {
    EXPECT_EQ(std::stoi(now[hex]), std::stoi(names[hex]) + 200) << names[hex];
    EXPECT_EQ(now[hex].size(), 4U);
  }
}

bool offers(const Seen& seen, const std::string& choice) {
  return std::find(seen.choices.begin(), seen.choices.end(), choice) != seen.choices.end();
}

// 11.0 prints a number that the map has not. Taken at its word nobody crosses, over the bridge or by ferry.
TEST(AcrossSuezDecisionGames1, NobodyCrossesWhereThePrintedHexOfTheGeneralRuleWouldBe) {
  const std::string file =
      std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition + "/positions/at-the-crossing.json";
  const std::string script = "step(Matt 1, 0312)";
  for (const bool as_printed : {false, true}) {
    const auto scenario =
        shipped_scenario(edition, {}, {{"crossing-hex", as_printed ? "as-printed" : "corrected"}});
    ASSERT_TRUE(scenario);
    const Seen at_it = play_script(scenario, file, script);
    EXPECT_EQ(at_it.problem, "");
    EXPECT_EQ(offers(at_it, "cross(Matt 1)"), !as_printed);
  }
}

}  // namespace
}  // namespace casebook::tests
