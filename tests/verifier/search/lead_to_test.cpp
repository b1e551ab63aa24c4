// SPDX-License-Identifier: Apache-2.0
// Games that lead to a position: they are lawful, they come to it, and the search keeps to its budget.
#include "verifier/search/lead_to.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/records/replay.h"
#include "tests/support/rules_text.h"
#include "verifier/search/reached.h"

namespace casebook::games {
namespace {

// Walkers on the edge of a board. They come on and leave for a box in its corners, and a fight takes the loser off
// the map.
constexpr const char* walkers = R"(edition walkers "Walkers"
section 1 "All"
case 1.0
  kind side = white, black
  kind unit on map
  box lost, waiting, over
  given side(unit): side
  measure turns from 0 to 30
  measure d6 from 1 to 6
  state turn: turns = 0
  state mover: side
  define mine() -> set of unit = {x in unit where side(x) = mover}
  define corner(h: hex) -> bool = (count n in neighbours(h)) <= 2
  procedure game
    repeat at most 24 times
      choose by mover
        step()
        come_on()
        cross()
        hit(u, t) then
          fight(u, t)
        rest()
      mover := other(mover)
      turn += 1
    end game drawn
  action rest()
  action step(u in mine() at from, to in neighbours(from))
    require 1.0 empty: no x in unit on to
    require 1.0 wall: on_edge(to)
    do
      place(u) := to
  action come_on(u in mine(), to in hex)
    require 1.0 waits: place(u) = waiting
    require 1.0 empty: no x in unit on to
    require 1.0 corner: corner(to)
    do
      place(u) := to
  action cross(u in mine() at from)
    require 1.0 ford: corner(from)
    do
      place(u) := over
  action hit(u in mine() at from, t in unit at to)
    require 1.0 foe: side(t) != mover and adjacent(from, to)
  procedure fight(u: unit, t: unit)
    state hit_hex: set of hex = {g of x in {t} at g}
    roll d: d6
    if d <= 2 then place(t) := lost
    if d <= 2 then
      choose by other(mover)
        mourn()
        rest()
  action mourn()
)";

std::shared_ptr<const Scenario> walking() {
  const auto scenario = testing_support::scenario_of(
      walkers,
      {.map = testing_support::small_map(5, 5),
       .order_of_battle = testing_support::units("A white a3\nB black e1\nC white waiting\nD black e4\n"),
       .schedule = "",
       .scenario = ""});
  EXPECT_TRUE(scenario);
  return scenario;
}

Cell piece(const Scenario& scenario, const std::string& name) {
  for (const Cell& one : pieces_of(scenario))
    if (scenario.members[one.id][one.combination] == name) return one;
  ADD_FAILURE() << "no piece " << name;
  return {};
}
int32_t location(const Scenario& scenario, const std::string& name) {
  for (int32_t at = 0; at < scenario.ground.hexes + 3; ++at)
    if (scenario.value_text({language::TypeTag::location, language::none, 1}, at) == name) return at;
  ADD_FAILURE() << "no location " << name;
  return -1;
}

/// The beginning with pieces elsewhere.
Position aim_of(const std::shared_ptr<const Scenario>& scenario,
                const std::vector<std::pair<std::string, std::string>>& places) {
  Position aim = scenario->start;
  runtime::CompiledRules(scenario).begin(aim);
  for (const auto& [name, at] : places)
    write(*scenario, aim, piece(*scenario, name), {location(*scenario, at), {}});
  return aim;
}

Position end_of(const std::shared_ptr<const Scenario>& scenario, const PlayedGame& game) {
  Diagnostics diagnostics;
  const runtime::Record record = record_of(game, scenario);
  EXPECT_EQ(record.steps.size(), game.steps.size()) << "a step is not lawful";
  const runtime::Replay replay =
      runtime::replay(record, "led", runtime::make_reference_rules(scenario), diagnostics);
  EXPECT_TRUE(replay.good) << testing_support::shown(diagnostics);
  return replay.game->position();
}

bool always(const Position&) {
  return true;
}

TEST(LeadTo, PiecesOfBothSidesComeThere) {
  const auto scenario = walking();
  const Position aim = aim_of(scenario, {{"A", "b1"}, {"B", "d1"}, {"D", "lost"}});
  Leader leader(scenario);
  const Led led = leader.lead(aim, always);
  ASSERT_TRUE(led.game);
  const Position end = end_of(scenario, *led.game);
  for (const std::string name : {"A", "B"})
    EXPECT_EQ(read(*scenario, end, piece(*scenario, name)), read(*scenario, aim, piece(*scenario, name)));
  // Around the wall, and the other side moves or rests each time.
  EXPECT_LE(led.game->steps.size(), 16U);
}

TEST(LeadTo, InABoxAnyPieceOfTheSideWillDo) {
  const auto scenario = walking();
  Leader leader(scenario);
  // In the aim it is D. B is nearer to a corner, and the aim says nothing of it.
  const auto over = [&](const Position& position, const char* name) {
    return read(*scenario, position, piece(*scenario, name)).cell() == location(*scenario, "over");
  };
  const Led led = leader.lead(aim_of(scenario, {{"D", "over"}, {"B", "lost"}}), always);
  ASSERT_TRUE(led.game);
  const Position end = end_of(scenario, *led.game);
  EXPECT_TRUE(over(end, "B"));
  EXPECT_FALSE(over(end, "D"));
}

TEST(LeadTo, AKnownGameIsGoneOnFrom) {
  const auto scenario = walking();
  Leader leader(scenario);
  const Position aim = aim_of(scenario, {{"A", "b1"}, {"B", "d1"}});
  const Led whole = leader.lead(aim, always);
  ASSERT_TRUE(whole.game);
  PlayedGame known = *whole.game;
  ASSERT_GE(known.steps.size(), 4U);
  known.steps.resize(known.steps.size() - 1);
  LeadSettings settings;
  settings.tries = 60;  // one game
  EXPECT_FALSE(leader.lead(aim, always, settings).game);
  const Led led = leader.lead(aim, always, settings, {known});
  ASSERT_TRUE(led.game);
  EXPECT_EQ(read(*scenario, end_of(scenario, *led.game), piece(*scenario, "A")).cell(),
            location(*scenario, "b1"));
}

TEST(LeadTo, APieceComesOutOfABoxAndIntoAnother) {
  const auto scenario = walking();
  Leader leader(scenario);
  const Led led = leader.lead(aim_of(scenario, {{"C", "b1"}, {"D", "over"}}), always);
  ASSERT_TRUE(led.game);
  const Position end = end_of(scenario, *led.game);
  EXPECT_EQ(read(*scenario, end, piece(*scenario, "C")).cell(), location(*scenario, "b1"));
  EXPECT_EQ(read(*scenario, end, piece(*scenario, "D")).cell(), location(*scenario, "over"));
}

/// In the aim, D is lost and its hex is still named: the game has to bring A beside it, fight and roll low.
TEST(LeadTo, APieceThatIsLostWasThereBefore) {
  const auto scenario = walking();
  Leader leader(scenario);
  std::optional<Position> mourned;
  Games games(scenario, {5});
  games.play(1, 300, [&](const Moment& moment) {
    const bool at_mourning =
        moment.position.cell(scenario->layout.site) != scenario->start.cell(scenario->layout.site) &&
        games.rules().node(moment.position) == runtime::NodeKind::choose &&
        games.rules().site(moment.position).alternatives.size() == 2;
    if (at_mourning) mourned = moment.position;
    return !mourned;
  });
  ASSERT_TRUE(mourned);
  LeadSettings settings;
  settings.tries = 200'000;
  const Led led = leader.lead(*mourned, always, settings);
  ASSERT_TRUE(led.game);
  const Position end = end_of(scenario, *led.game);
  EXPECT_EQ(end.cell(scenario->layout.site), mourned->cell(scenario->layout.site));
}

TEST(LeadTo, NoGameIsToldWhereNothingShows) {
  const auto scenario = walking();
  Leader leader(scenario);
  LeadSettings settings;
  settings.tries = 3'000;
  int shown = 0;
  const Led led = leader.lead(
      aim_of(scenario, {{"A", "b1"}}),
      [&](const Position&) {
        ++shown;
        return false;
      },
      settings);
  EXPECT_FALSE(led.game);
  EXPECT_GT(led.games, 0);
  EXPECT_GT(shown, 0);
  EXPECT_LE(shown, settings.most_shown);
}

TEST(LeadTo, NoGameIsToldWhereNoWayLeads) {
  const auto scenario = walking();
  Leader leader(scenario);
  LeadSettings settings;
  settings.tries = 3'000;
  const Led led = leader.lead(aim_of(scenario, {{"A", "c3"}}), always, settings);
  EXPECT_FALSE(led.game);
}

/// Out of its box the piece has no way there, so each game is given up before its first step.
TEST(LeadTo, GamesThatEndAtOnceCountToo) {
  const auto scenario = walking();
  Leader leader(scenario);
  LeadSettings settings;
  settings.tries = 3'000;
  const Led led = leader.lead(aim_of(scenario, {{"C", "c3"}}), always, settings);
  EXPECT_FALSE(led.game);
  EXPECT_LE(led.games, 3'000);
}

TEST(LeadTo, TheSameSeedFindsTheSameGame) {
  const auto scenario = walking();
  const Position aim = aim_of(scenario, {{"A", "b1"}, {"D", "c5"}});
  std::string first;
  for (int time = 0; time < 2; ++time) {
    Leader leader(scenario, 7);
    LeadSettings settings;
    settings.seed = 7;
    const Led led = leader.lead(aim, always, settings);
    ASSERT_TRUE(led.game);
    const std::string text = runtime::record_text(record_of(*led.game, scenario));
    if (time == 0) first = text;
    EXPECT_EQ(text, first);
  }
}

}  // namespace
}  // namespace casebook::games
