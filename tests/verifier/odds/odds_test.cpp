// SPDX-License-Identifier: Apache-2.0
// Odds against numbers worked out by hand.
#include "verifier/odds/odds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/records/position_file.h"
#include "engine/runtime/reference/reference.h"
#include "tests/support/rules_text.h"

namespace casebook::odds {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// One side shoots; what is hit is gone, or goes back to a hex of its owner's choice; a second roll may find
/// it there.
constexpr const char* rules = R"(edition shots "Shots"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  kind unit on map
  box gone
  given side(unit): side
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
  measure d6 from 1 to 6
  state shots: number = 0
  state disrupted(unit): bool
  state known: set of unit
  procedure game
    repeat
      choose by white
        wait()
        shoot(t) then fire(t)
        volley(t) then volley_at(t)
        circle() then round_and_round()
        aim(t) then aimed(t, 2)
        harass(t) then
          roll h: d6
          if h >= 4 then disrupted(t) := yes
          if h = 6 then known += {t}
  action wait()
    do
      shots := 0
  action shoot(t in units(black))
    do
      shots := shots + 1
  action volley(t in units(black))
  action circle()
  action harass(t in units(black))
    do
      shots := shots + 1
  action aim(t in units(black))
  kind hit = dead, shaken, missed
  measure range from 1 to 2
  table hits(d6, range) -> hit
    die | 1      | 2
    1   | dead   | dead
    2   | dead   | shaken
    3   | shaken | shaken
    4   | shaken | missed
    5   | missed | missed
    6   | missed | missed
  procedure aimed(t: unit, far: range)
    roll d: d6
    match hits(d, far)
      dead:
        place(t) := gone
      shaken:
        choose by black
          flee(u, to)
          stand()
      missed:
        nothing
  action flee(t in units(black) at from, to in neighbours(from))
    do
      place(t) := to
  action stand()
  procedure fire(t: unit)
    roll d: d6
    if d <= 2 then place(t) := gone
    else
      if d <= 4 then
        choose by black
          flee(u, to)
          stand()
  procedure volley_at(t: unit)
    roll a, b: d6
    if a = b then
      place(t) := gone
    else
      roll c: d6
      if c = 1 then
        choose by black
          flee(u, to) then
            roll e: d6
            if e = 6 then place(t) := gone
          stand() then
            roll f: d6
            if f >= 5 then place(t) := gone
  procedure round_and_round()
    repeat
      roll g: d6
      choose by black
        wait()
    until shots = 9
)";

struct Table {
  std::shared_ptr<const runtime::Scenario> scenario;
  runtime::Position position;
  runtime::Choice choice;
};

Table table(const std::string& words, const std::string& place = "c3") {
  Table made;
  made.scenario = testing_support::scenario_of(
      rules,
      {testing_support::small_map(5, 5), testing_support::units("A white a1\nB black " + place), {}, {}});
  runtime::ReferenceRules reference(made.scenario);
  made.position = made.scenario->start;
  reference.begin(made.position);
  std::vector<runtime::Choice> choices;
  reference.choices(made.position, choices);
  for (const runtime::Choice& choice : choices) {
    if (runtime::choice_text(*made.scenario, made.position, choice) == words) made.choice = choice;
  }
  return made;
}

Odds odds_of(const Table& at, const Settings& settings = {}) {
  Diagnostics diagnostics;
  auto made = odds(at.scenario, at.position, at.choice, settings, diagnostics);
  if (!made) throw std::runtime_error(testing_support::shown(diagnostics));
  return *made;
}

std::vector<std::string> lines(const std::vector<Event>& events) {
  std::vector<std::string> out;
  for (const Event& event : events)
    out.push_back(event.text + " " + to_text(event.range.least) + ".." + to_text(event.range.most));
  return out;
}

TEST(Odds, of_a_shot_tell_results_apart_and_what_choice_can_make_of_them) {
  const Odds made = odds_of(table("shoot(B)"));
  EXPECT_EQ(made.unknown, "");
  ASSERT_EQ(made.results.size(), 3u);
  EXPECT_THAT(made.results[0].outcomes, ElementsAre("1", "2"));
  EXPECT_EQ(to_text(made.results[0].chance), "1/3");
  EXPECT_THAT(lines(made.results[0].events), ElementsAre("B: gone 1..1"));
  EXPECT_THAT(made.results[0].choosers, IsEmpty());
  EXPECT_THAT(made.results[1].outcomes, ElementsAre("3", "4"));
  EXPECT_THAT(lines(made.results[1].events), ElementsAre("B: on another hex 0..1"));
  EXPECT_THAT(made.results[1].choosers, ElementsAre("black"));
  EXPECT_THAT(lines(made.results[2].events), IsEmpty());
  EXPECT_THAT(lines(made.events), ElementsAre("B: gone 1/3..1/3", "B: on another hex 0..1/3"));
}

TEST(Odds, count_a_loss_that_no_choice_avoids) {
  // Doubles: 1/6. Else a 1 in six and then, if it flees, 1/6, if it stands, 1/3.
  const Odds made = odds_of(table("volley(B)"));
  EXPECT_THAT(lines(made.events), ElementsAre("B: gone 41/216..23/108", "B: on another hex 0..25/216"));
  EXPECT_THAT(made.results[0].outcomes, ElementsAre("1, 1", "2, 2", "3, 3", "4, 4", "5, 5", "6, 6"));
  EXPECT_EQ(made.results.size(), 2u);
}

TEST(Odds, under_a_policy_are_one_number) {
  Settings settings;
  settings.policy = Policy::random;
  // It may flee to six hexes or stand.
  EXPECT_THAT(lines(odds_of(table("shoot(B)"), settings).events),
              ElementsAre("B: gone 1/3..1/3", "B: on another hex 2/7..2/7"));
  settings.policy = Policy::first;
  EXPECT_THAT(lines(odds_of(table("shoot(B)"), settings).events),
              ElementsAre("B: gone 1/3..1/3", "B: on another hex 1/3..1/3"));
}

TEST(Odds, ask_what_one_wants_to_know) {
  Settings settings;
  settings.events = {"shots = 1", "exists u in unit at g: side(u) = black and distance(g, 0000) > 2"};
  const Table at = table("shoot(B)");
  Diagnostics diagnostics;
  EXPECT_FALSE(odds(at.scenario, at.position, at.choice, settings, diagnostics));
  EXPECT_THAT(testing_support::shown(diagnostics), HasSubstr("0000"));
  settings.events = {"shots = 1", "exists u in unit at g: side(u) = black and distance(g, c3) = 1"};
  EXPECT_THAT(lines(odds_of(at, settings).events),
              ElementsAre("B: gone 1/3..1/3", "B: on another hex 0..1/3", "shots = 1 1..1",
                          "exists u in unit at g: side(u) = black and distance(g, c3) = 1 0..1/3"));
}

TEST(Odds, name_what_the_dice_read_out_of_a_table) {
  const Odds made = odds_of(table("aim(B)"));
  ASSERT_EQ(made.results.size(), 3u);
  EXPECT_THAT(made.results[0].outcomes, ElementsAre("1"));
  EXPECT_THAT(made.results[0].read, ElementsAre(Read{"hits", {"range 2"}, "dead", "1.1"}));
  EXPECT_THAT(made.results[1].outcomes, ElementsAre("2", "3"));
  EXPECT_THAT(made.results[1].read, ElementsAre(Read{"hits", {"range 2"}, "shaken", "1.1"}));
  EXPECT_THAT(made.results[2].outcomes, ElementsAre("4", "5", "6"));
  EXPECT_THAT(made.results[2].read, ElementsAre(Read{"hits", {"range 2"}, "missed", "1.1"}));
  // Dice that are compared read nothing.
  EXPECT_THAT(odds_of(table("shoot(B)")).results[0].read, IsEmpty());
}

// A result need not move a piece; what is the same after every roll (one more shot) is none.
TEST(Odds, tell_state_that_the_dice_decide) {
  const Odds made = odds_of(table("harass(B)"));
  ASSERT_EQ(made.results.size(), 3u);
  EXPECT_THAT(made.results[0].outcomes, ElementsAre("1", "2", "3"));
  EXPECT_THAT(lines(made.results[0].events), IsEmpty());
  EXPECT_THAT(lines(made.results[1].events), ElementsAre("disrupted(B): yes 1..1"));
  EXPECT_THAT(lines(made.results[2].events), ElementsAre("disrupted(B): yes 1..1", "known: {B} 1..1"));
  EXPECT_THAT(lines(made.events), ElementsAre("disrupted(B): yes 1/2..1/2", "known: {B} 1/6..1/6"));
}

TEST(Odds, without_dice_are_certain) {
  const Odds made = odds_of(table("wait()"));
  ASSERT_EQ(made.results.size(), 1u);
  EXPECT_THAT(made.results[0].outcomes, IsEmpty());
  EXPECT_THAT(made.events, IsEmpty());
  EXPECT_EQ(made.ends, 1u);
}

TEST(Odds, say_what_they_do_not_know) {
  EXPECT_THAT(odds_of(table("circle()")).unknown, HasSubstr("can repeat for ever"));
  Settings settings;
  settings.positions = 5;
  EXPECT_THAT(odds_of(table("volley(B)"), settings).unknown, HasSubstr("more than 5 positions"));
}

}  // namespace
}  // namespace casebook::odds
