// SPDX-License-Identifier: Apache-2.0
// Who chooses is part of play: the same sites, the same actions and the same values are not the same game
// when somebody else is asked. And what dice can bring next is shown where there are no words of a choice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/rules_text.h"
#include "verifier/compare/compare.h"
#include "verifier/compare/differ/whole_game.h"

namespace casebook::compare {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

ScenarioPtr named(const std::string& id, const std::string& rules, const std::string& pieces) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units(pieces);
  auto made = std::make_shared<runtime::Scenario>(*testing_support::scenario_of(rules, data));
  made->id = id;
  return made;
}

/// What a test has instead of the plain rules.
struct Rules {
  std::string by = "by";
  std::string before = {};  // what the game does first
  std::string more = {};
  std::string turns = "6";
  std::string ends = "end game drawn";
  std::string mover = "white";
};

std::string text_of(const Rules& rules) {
  return "edition marches \"Marches\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
         "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box reserve\n"
         "  measure turns from 0 to 40\n  state turn: turns = 0\n  state mover: side = " +
         rules.mover + "\n  define mine() -> set of unit = {x in unit where side(x) = mover}\n" + rules.more +
         "  procedure game\n" + rules.before + "    repeat at most " + rules.turns +
         " times\n      turn_of(mover)\n      mover := other(mover)\n      turn += 1\n    " + rules.ends +
         "\n  procedure turn_of(by: side)\n    choose by " + rules.by +
         "\n      step()\n      pass()\n"
         "  action pass()\n"
         "  action step(u in mine() at from, to in neighbours(from))\n"
         "    require 1.1 free: no x in unit on to\n    do\n      place(u) := to\n";
}

ScenarioPtr marches(const std::string& id, const Rules& rules = {}) {
  return named(id, text_of(rules), "A white a1\nB black c3\nC white b1\nD black b3\n");
}

/// With one die or two, thrown after a choice.
ScenarioPtr shots(const std::string& id, const std::string& dice, const std::string& sides = "6") {
  return named(id,
               "edition shots \"Shots\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
               "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box reserve\n"
               "  measure d6 from 1 to " +
                   sides +
                   "\n  measure score from 0 to 60\n  state hits: score = 0\n"
                   "  procedure game\n    repeat at most 4 times\n      choose by white\n        shot()\n"
                   "      roll " +
                   dice +
                   "\n      if d >= 5 then hits += 1\n    end game drawn\n"
                   "  action shot()\n",
               "A white a1\nB black c3\n");
}

Result compared(const ScenarioPtr& a, const ScenarioPtr& b) {
  Settings settings;
  settings.budget.games = 4;
  settings.budget.positions = 200;
  settings.budget.threads = 1;
  settings.whole = 2000;
  return compare(a, b, settings, {}, {});
}

const Finding& finding_of(const Result& result, const std::string& line) {
  for (const Finding& one : result.findings)
    if (one.text.starts_with(line)) return one;
  std::string all;
  for (const Finding& one : result.findings) all += "\n  " + one.text;
  ADD_FAILURE() << "no difference " << line << all;
  return result.findings.front();
}

std::string item_text(const Result& result, const std::string& name) {
  for (const ItemResult& one : result.items)
    if (one.name == name) return std::string(verdict_text(one.verdict)) + " " + one.text;
  return "no such item";
}

TEST(WhoChooses, IsADifferenceWithTheSideOfEach) {
  const Result result = compared(marches("ours"), marches("theirs", {.by = "other(by)"}));
  EXPECT_EQ(result.findings.front().verdict, Verdict::refuted);
  const Finding& one =
      finding_of(result, "white makes the choice in turn_of (1.1) in ours, black makes it in theirs");
  EXPECT_EQ(one.verdict, Verdict::refuted);
  ASSERT_TRUE(one.cause);
  EXPECT_EQ(one.cause->by, Cause::By::switching);
  EXPECT_THAT(one.cause->items, ElementsAre("procedure turn_of"));
  // The line of the choice, not the head of its procedure.
  ASSERT_EQ(one.places.size(), 2U);
  EXPECT_THAT(one.places[0].text, HasSubstr("choose by by"));
  EXPECT_THAT(one.places[1].text, HasSubstr("choose by other(by)"));
  ASSERT_TRUE(one.witness);
  ASSERT_EQ(one.witness->sides.size(), 2U);
  EXPECT_THAT(one.witness->sides[0].said, ElementsAre(Assertion{Assertion::What::player, "", "white"}));
  EXPECT_THAT(one.witness->sides[1].said, ElementsAre(Assertion{Assertion::What::player, "", "black"}));
}

TEST(WhoChooses, IsCountedInTheSharesAndPartsTheFirstGame) {
  const Result result = compared(marches("ours"), marches("theirs", {.by = "other(by)"}));
  for (const Share& share : result.shares) {
    EXPECT_EQ(share.players, share.compared);
    EXPECT_EQ(share.differing, 0U);  // the same may be chosen, by somebody else
    EXPECT_EQ(share.games_with, share.games);
  }
  ASSERT_TRUE(result.first);
  EXPECT_THAT(result.first->text,
              HasSubstr("white makes the choice in turn_of (1.1) in ours, black makes it in theirs"));
  EXPECT_EQ(result.first->witness->sides[0].said.front().what, Assertion::What::player);
}

// The words at the choice are the same, and what they ask is not.
TEST(WhoChooses, IsTheDoingOfWhatTheChoiceAsks) {
  const auto rules = [](const std::string& who) {
    return Rules{.by = "asked(by)", .more = "  define asked(s: side) -> side = " + who + "\n"};
  };
  const Result result = compared(marches("ours", rules("s")), marches("theirs", rules("other(s)")));
  const Finding& one =
      finding_of(result, "white makes the choice in turn_of (1.1) in ours, black makes it in theirs");
  ASSERT_TRUE(one.cause);
  EXPECT_EQ(one.cause->by, Cause::By::switching);
  EXPECT_THAT(one.cause->items, ElementsAre("definition asked"));
}

TEST(WhoChooses, IsNoDifferenceWhereItIsTheSameInOtherWords) {
  const Result result = compared(marches("ours"), marches("theirs", {.by = "other(other(by))"}));
  EXPECT_NE(result.findings.front().verdict, Verdict::refuted);
  EXPECT_EQ(result.shares[0].players, 0U);
}

// Nobody has a choice after the step: the dice of each are what tells the two apart.
TEST(WhatComesNext, IsShownByItsDiceWhereItHasNoWords) {
  const Result result = compared(shots("ours", "d: d6"), shots("theirs", "d, e: d6 given d >= e"));
  EXPECT_EQ(result.findings.front().verdict, Verdict::refuted);
  const Finding& one = finding_of(result, "after shot, the next choice, roll or draw differs");
  EXPECT_EQ(one.verdict, Verdict::refuted);
  ASSERT_TRUE(one.witness);
  EXPECT_THAT(one.witness->sides[0].said,
              ElementsAre(Assertion{Assertion::What::chance, "", "1; 2; 3; 4; 5; 6"}));
  ASSERT_EQ(one.witness->sides[1].said.size(), 1U);
  EXPECT_THAT(one.witness->sides[1].said[0].value, HasSubstr("2, 1; 2, 2; 3, 1"));
  // Another number of dice cannot be switched, and that is said: not that switching changed nothing.
  ASSERT_TRUE(one.cause);
  EXPECT_THAT(one.cause->items, ElementsAre("procedure game"));
  EXPECT_THAT(one.cause->why,
              HasSubstr("could not be exchanged: procedure game: other dice are thrown there"));
}

TEST(WhatIsResponsible, AreTheNumbersOfADie) {
  const Result result = compared(shots("ours", "d: d6"), shots("theirs", "d: d6", "8"));
  const Finding& one = finding_of(result, "the die roll in game (1.1) can have different results");
  EXPECT_EQ(one.verdict, Verdict::refuted);
  ASSERT_TRUE(one.cause);
  EXPECT_THAT(one.cause->items, ElementsAre("measure d6"));
  EXPECT_THAT(item_text(result, "d6"), HasSubstr("REFUTED"));
}

// The turns are counted in the procedure of the whole game, above that of the step.
TEST(WhatIsResponsible, IsTheGameItselfWhereItEndsLaterOrOtherwise) {
  for (const Rules& other : {Rules{.turns = "7"}, Rules{.ends = "end game won by white"}}) {
    const Result result = compared(marches("ours"), marches("theirs", other));
    const Finding& one = finding_of(result, "after pass, the game is drawn in ours");
    ASSERT_TRUE(one.cause);
    EXPECT_EQ(one.cause->by, Cause::By::switching) << one.cause->why;
    EXPECT_THAT(one.cause->items, ElementsAre("procedure game"));
    EXPECT_EQ(item_text(result, "game"), "REFUTED its text differs");
  }
}

/// The plain rules with other pieces, or with somebody else to move first.
ScenarioPtr begun(const std::string& id, const std::string& pieces, const std::string& mover = "white") {
  return named(id,
               "edition " + id +
                   " \"Marches\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
                   "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box reserve\n"
                   "  measure turns from 0 to 40\n  state turn: turns = 0\n  state mover: side = " +
                   mover +
                   "\n  define mine() -> set of unit = {x in unit where side(x) = mover}\n"
                   "  procedure game\n    repeat at most 6 times\n      choose by mover\n        step()\n"
                   "        pass()\n      mover := other(mover)\n      turn += 1\n    end game drawn\n"
                   "  action pass()\n"
                   "  action step(u in mine() at from, to in neighbours(from))\n"
                   "    require 1.1 free: no x in unit on to\n    do\n      place(u) := to\n",
               pieces);
}

// From the same position they play alike: that is proved by their text, and they are not the same game.
TEST(WhereTheyBegin, AUnitThatBeginsElsewhereIsADifference) {
  const Result result = compared(begun("ours", "A white a1\nB black c3\nD black b3\n"),
                                 begun("theirs", "A white a1\nB black c3\nD black a3\n"));
  EXPECT_EQ(result.findings.front().verdict, Verdict::refuted);
  EXPECT_EQ(status_of(result.findings), 40);
  EXPECT_THAT(result.findings.front().text,
              AllOf(HasSubstr("They begin differently."), HasSubstr("From the same position both play alike"),
                    Not(HasSubstr("rules differ"))));
  const Finding& one = finding_of(result, "They begin differently: ");
  EXPECT_EQ(one.text, "They begin differently: D begins at b3 in ours, at a3 in theirs");
  EXPECT_EQ(one.verdict, Verdict::refuted);
  ASSERT_TRUE(one.witness);
  EXPECT_EQ(one.witness->grade, Grade::reachable);
  EXPECT_THAT(one.witness->sides[0].said,
              ElementsAre(Assertion{Assertion::What::value, "place(\"D\")", "b3"}));
  EXPECT_THAT(one.witness->sides[1].said,
              ElementsAre(Assertion{Assertion::What::value, "place(\"D\")", "a3"}));
}

TEST(WhereTheyBegin, ThatAnotherSideMovesFirstIsADifferenceOfItsLine) {
  const std::string pieces = "A white a1\nB black c3\n";
  const Result result = compared(begun("ours", pieces), begun("theirs", pieces, "black"));
  EXPECT_EQ(result.findings.front().verdict, Verdict::refuted);
  ASSERT_GT(result.findings.size(), 1U);
  const Finding& one = result.findings[1];
  EXPECT_EQ(one.text,
            "They begin differently: mover = white in ours, black in theirs; white chooses first in ours, "
            "black in theirs");
  ASSERT_TRUE(one.cause);
  EXPECT_THAT(one.cause->items, ElementsAre("state mover"));
  ASSERT_EQ(one.places.size(), 2U);
  EXPECT_THAT(one.places[1].text, HasSubstr("state mover: side = black"));
  EXPECT_EQ(item_text(result, "mover"), "REFUTED begins differently");
  // Games of each, from its own start, show nothing more.
  EXPECT_EQ(result.shares[1].players, 0U);
  EXPECT_GT(result.shares[1].compared, 0U);
}

TEST(WhereTheyBegin, APieceOfOneAloneIsSaid) {
  const Result result = compared(begun("ours", "A white a1\nB black c3\nD black b3\n"),
                                 begun("theirs", "A white a1\nB black c3\n"));
  const Finding& one = finding_of(result, "They begin differently: only ours has D");
  EXPECT_EQ(one.verdict, Verdict::refuted);
  ASSERT_TRUE(one.witness);
  EXPECT_EQ(one.witness->sides[0].said.front().value, "3");
  EXPECT_EQ(one.witness->sides[1].said.front().value, "2");
}

// The set-up is the same: what the rules make of it before anything is chosen is told as that, once a state.
TEST(WhereTheyBegin, WhatTheRulesMakeOfItBeforeTheFirstChoiceSaysSo) {
  const auto rules = [](const std::string& points) {
    return Rules{.before = "    for each u in unit do\n      left(u) := " + points + "\n",
                 .more = "  state left(unit): turns = 0\n"};
  };
  const Result result = compared(marches("ours", rules("4")), marches("theirs", rules("5")));
  EXPECT_EQ(
      finding_of(result, "They begin differently: ").text,
      "They begin differently: before the first choice, left(\"A\") = 4 in ours, 5 in theirs (3 more values of "
      "this sort differ)");
  EXPECT_EQ(finding_of(result, "They begin differently: ").concern, Concern::difference);
  EXPECT_EQ(result.findings.front().verdict, Verdict::refuted);
}

// Where rules were found to differ, what they make of the start is no further thing to decide.
TEST(WhereTheyBegin, WhatTheRulesMakeOfItIsForInformationBesideOtherDifferences) {
  const auto rules = [](const std::string& points, const std::string& room) {
    return Rules{.by = "if turn > room() then other(by) else by",
                 .before = "    for each u in unit do\n      left(u) := " + points + "\n",
                 .more = "  state left(unit): turns = 0\n  define room() -> turns = " + room + "\n"};
  };
  const Result result = compared(marches("ours", rules("4", "1")), marches("theirs", rules("5", "2")));
  EXPECT_EQ(finding_of(result, "They begin differently: ").concern, Concern::information);
  EXPECT_NE(result.findings[1].subject, "start");
  EXPECT_THAT(result.findings.front().text, Not(HasSubstr("begin differently")));
  ASSERT_EQ(result.changes.size(), 1U);
  EXPECT_EQ(result.findings[result.changes.front().findings.front()].concern, Concern::difference);
}

// The findings of the groups are the same ones as without the start.
TEST(WhereTheyBegin, OtherDifferencesKeepTheirPlaces) {
  const Result result = compared(marches("ours"), marches("theirs", {.by = "other(by)", .mover = "black"}));
  EXPECT_EQ(result.findings[1].subject, "start");
  ASSERT_EQ(result.changes.size(), 1U);
  ASSERT_EQ(result.changes.front().findings.size(), 1U);
  EXPECT_THAT(result.findings[result.changes.front().findings.front()].text,
              HasSubstr("the choice in turn_of (1.1)"));
}

TEST(WithoutABoard, NothingIsSaidOfPlayAndWhatReadsNoStateIsCounted) {
  const auto rules = [](const std::string& cost) {
    return Rules{.more = "  define toll(s: side) -> turns = " + cost + "\n"};
  };
  const ScenarioPtr with = marches("ours", rules("if s = white then 1 else 2"));
  auto without = std::make_shared<runtime::Scenario>(
      *testing_support::scenario_of(text_of(rules("if s = white then 1 else 3"))));
  without->id = "theirs";
  const Result result = compared(with, without);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].verdict, Verdict::unknown);
  EXPECT_EQ(status_of(result.findings), 30);
  EXPECT_THAT(result.findings[0].text, HasSubstr("nothing is known about play"));
  EXPECT_FALSE(result.first);
  EXPECT_EQ(result.shares[0].compared, 0U);
  EXPECT_THAT(item_text(result, "toll"), HasSubstr("REFUTED differs on 1 of 2 inputs"));
}

// A table with more rows, or of a kind with more members, is not the same table: said alike from both sides.
TEST(WhatOneAloneCanBeAsked, IsNotProvedTheSame) {
  const auto rules = [](const std::string& kinds, const std::string& low, const std::string& rows) {
    return Rules{.more = "  kind ground = " + kinds + "\n  measure d6 from 1 to " + low +
                         "\n  table fee(ground) -> turns\n    " + rows +
                         "\n  table hits(d6) -> turns\n    1: 0, 2 and more: 2\n"
                         "  define hard(d: d6, g: ground) -> bool = hits(d) > fee(g)\n"};
  };
  const ScenarioPtr few = marches("few", rules("clear, woods", "6", "clear: 1, woods: 2")),
                    more =
                        marches("more", rules("clear, woods, swamp", "8", "clear: 1, woods: 2, swamp: 30"));
  for (const auto& [a, b] : {std::pair(few, more), std::pair(more, few)}) {
    const Result result = compared(a, b);
    EXPECT_EQ(
        item_text(result, "hits"),
        "REFUTED same on all 6 inputs that both have; only more has 2 more inputs, for example hits(7) = 2");
    EXPECT_EQ(
        item_text(result, "fee"),
        "REFUTED same on all 2 inputs that both have; only more has 1 more input, for example fee(swamp) = 30");
    EXPECT_THAT(item_text(result, "hard"),
                HasSubstr("on all 12 inputs that both have; only more has 12 more inputs"));
  }
}

}  // namespace
}  // namespace casebook::compare
