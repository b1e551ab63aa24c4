// SPDX-License-Identifier: Apache-2.0
// What is laid on the table for a difference: the game that came there, where one did; of made-up positions
// one that no invariant forbids, with nobody where games never have him, and no fault that nobody comes to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/rules_text.h"
#include "verifier/compare/compare.h"
#include "verifier/compare/hunt/sample.h"
#include "verifier/compare/hunt/smaller.h"

namespace casebook::compare {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Units step about for six turns. `bag` has somebody only in positions that are made up, unless `packed`.
ScenarioPtr steps(const std::string& id, const std::string& price, const std::string& packed = {}) {
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black c3\nY black d4\n");
  const auto made = testing_support::scenario_of(
      "edition steps \"Steps\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone, beyond\n"
      "  measure points from 0 to 40\n  measure turns from 1 to 9\n"
      "  state turn: turns = 1\n  state mover: side\n  state left: points = 9\n"
      "  state bag: set of unit = {}\n  state used(unit): bool\n"
      "  define price(u: unit) -> points = " +
          price +
          "\n"
          "  invariant here: no u in unit where place(u) = beyond\n"
          "  procedure game\n    repeat at most 6 times\n      march(white)\n      march(black)\n"
          "      turn += 1\n    1.1 end game drawn\n"
          "  procedure march(by: side)\n    mover := by\n    left := 9\n    repeat\n      choose by by\n"
          "        step()\n        rest() then stop\n"
          "  action rest()\n"
          "  action step(u in {x in unit where side(x) = mover} at from, to in neighbours(from))\n"
          "    require 1.1 room: no x in unit on to\n    require 1.1 points: price(u) <= left\n"
          "    do\n      left -= price(u)\n      used(u) := yes\n      place(u) := to\n" +
          packed,
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

Settings little(uint64_t games, uint64_t positions) {
  Settings settings;
  settings.budget.games = games;
  settings.budget.positions = positions;
  settings.budget.threads = 1;
  return settings;
}

std::vector<std::string> texts(const Result& result) {
  std::vector<std::string> all;
  for (size_t i = 1; i < result.findings.size(); ++i)
    all.push_back(std::string(verdict_text(result.findings[i].verdict)) + ": " + result.findings[i].text);
  return all;
}

// The step costs more from the third turn on: games come there, so the game is the witness, and its beginning
// is the scenario's.
TEST(CompareWitnesses, WhatAGameCameToIsShownByThatGame) {
  const Result result =
      compare(steps("ours", "2"), steps("theirs", "if turn >= 3 then 3 else 2"), little(6, 400), {}, {});
  ASSERT_THAT(texts(result), Contains(HasSubstr("REFUTED: after step, the value \"left\" differs")));
  for (size_t i = 1; i < result.findings.size(); ++i) {
    const Finding& one = result.findings[i];
    if (one.text.find("the value \"left\" differs") == std::string::npos) continue;
    SCOPED_TRACE(one.text);
    ASSERT_TRUE(one.witness);
    EXPECT_GE(one.witness->grade, Grade::reachable);
    for (const WitnessSide& side : one.witness->sides) {
      EXPECT_TRUE(side.record.start.empty()) << side.record.start;
      EXPECT_GE(side.record.steps.size(), 5U);   // two turns are four rests
      EXPECT_LE(side.record.steps.size(), 20U);  // made shorter: what wanders about is left out
    }
    EXPECT_THAT(one.details, Contains(HasSubstr("from the start lead there in both")));
  }
}

// One side has two entries and the other one value, which is the second of them: both are told, each in the
// words of its rules.
TEST(CompareWitnesses, TheLinesThatDifferAreToldOfBothSides) {
  const Result result = compare(steps("ours", "2"),
                                steps("theirs", "first of\n    1.1 late: 3 when turn >= 3\n    1.1 early: 2"),
                                little(6, 400), {}, {});
  ASSERT_FALSE(result.changes.empty());
  EXPECT_THAT(result.changes[0].texts[0], testing::ElementsAre("define price(u: unit) -> points = 2"));
  EXPECT_THAT(result.changes[0].texts[1], testing::ElementsAre("1.1 late: 3 when turn >= 3", "1.1 early: 2"));
  // An entry that one side alone has: the head of the list says nothing of it.
  const Result more = compare(
      steps("ours", "first of\n    1.1 early: 2 when turn < 3\n    1.1 late: 2"),
      steps("theirs",
            "first of\n    1.1 early: 2 when turn < 3\n    1.1 odd: 3 when turn = 4\n    1.1 late: 2"),
      little(6, 400), {}, {});
  ASSERT_FALSE(more.changes.empty());
  EXPECT_THAT(more.changes[0].texts[0], testing::IsEmpty());
  EXPECT_THAT(more.changes[0].texts[1], testing::ElementsAre("1.1 odd: 3 when turn = 4"));
}

// Nobody is ever in the bag: only made-up positions show it.
TEST(CompareWitnesses, AMadeUpOneSaysThatItIsAndSatisfiesTheInvariants) {
  const Result result =
      compare(steps("ours", "2"), steps("theirs", "if u in bag then 3 else 2"), little(6, 400), {}, {});
  ASSERT_THAT(texts(result), Contains(HasSubstr("REFUTED: after step, ")));
  for (size_t i = 1; i < result.findings.size(); ++i) {
    const Finding& one = result.findings[i];
    SCOPED_TRACE(one.text);
    ASSERT_TRUE(one.witness);
    EXPECT_EQ(one.witness->grade, Grade::invariants);
    // Games take nobody off the map, so nobody is taken off it to make the position smaller.
    for (const WitnessSide& side : one.witness->sides)
      EXPECT_THAT(side.record.start, Not(HasSubstr("\"beyond\"")));
  }
}

/// A unit steps about; after each step a die is thrown, and points are scored. `soft`: the ground where no unit may be.
ScenarioPtr throws(const std::string& id, const std::string& soft, const std::string& gain) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units("A white b1\n");
  const auto made = testing_support::scenario_of(
      "edition throws \"Throws\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
      "  measure points from 0 to 40\n  measure d6 from 1 to 6\n  state score: points = 0\n"
      "  define soft(h: hex) -> bool = " +
          soft + "\n  define gain() -> points = " + gain +
          "\n  invariant dry: all u in unit at g: not soft(g)\n"
          "  procedure game\n    repeat at most 8 times\n      choose by white\n        step()\n"
          "      roll d: d6\n      score += gain()\n    1.1 end game drawn\n"
          "  action step(u in unit at from, to in neighbours(from))\n"
          "    require 1.1 dry: not soft(to)\n    do\n      place(u) := to\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

// While a die is about to be thrown, no invariant of choices is due. What comes of the throw shows that theirs never has
// the unit there.
TEST(CompareWitnesses, APositionAtAThrowHasToSatisfyTheInvariantsAfterIt) {
  // The middle of the map alone has six neighbours.
  const std::string middle = "(count n in neighbours(h)) = 6";
  const std::string more = "if exists u in unit at h: " + middle + " then 2 else 1";
  const auto grades_of = [&](const std::string& soft) {
    std::set<Grade> grades;
    const Result result =
        compare(throws("ours", "no", more), throws("theirs", soft, "1"), little(6, 0), {}, {});
    for (size_t i = 1; i < result.findings.size(); ++i) {
      const Finding& one = result.findings[i];
      if (one.witness && one.text.find("score") != std::string::npos) grades.insert(one.witness->grade);
    }
    return grades;
  };
  EXPECT_THAT(grades_of("no"), testing::ElementsAre(Grade::seen)) << "both may stand there";
  EXPECT_THAT(grades_of(middle), testing::ElementsAre(Grade::typed)) << "theirs may not";
}

// One that has no price at all with three in the bag faults there; no game comes to it.
TEST(CompareWitnesses, AFaultThatNobodyComesToIsNoDifference) {
  const auto faulty = [](const std::string& id, const std::string& more) { return steps(id, "2 + " + more); };
  const Result result =
      compare(faulty("ours", "0"), faulty("theirs", "50 * ((count x in unit where x in bag) as points)"),
              little(4, 600), {}, {});
  EXPECT_THAT(texts(result), Not(Contains(HasSubstr("fault"))));
}

TEST(CompareWitnesses, ShrinkingPutsNobodyWhereGamesNeverHaveHim) {
  Pair pair(steps("ours", "2"), steps("theirs", "3"));
  Classes classes(pair);
  Lockstep lockstep(pair);
  Random random(1, 1);
  Position position = pair.scenarios[0]->start;
  pair.rules[0]->begin(position);
  Origin origin;
  origin.sort = Origin::Sort::generated;
  origin.grade = games::Grade::invariants;
  lockstep.look(0, position, random, [&](const Difference& one) { classes.see(one, origin, true); });
  ASSERT_FALSE(classes.all().empty());
  games::PositionMaker maker(pair.scenarios[0]);
  games::Phases phases(*pair.scenarios[0]);
  DifferenceClass kept = classes.all().begin()->second, smaller = kept;
  // Without games nothing is known: the box that the invariant forbids is tried, and not taken.
  shrink(pair, classes, smaller, maker, nullptr, 60);
  EXPECT_LT(pieces_on_map(*pair.scenarios[0], smaller.example.positions[0]), 4);
  EXPECT_TRUE(maker.satisfies_invariants(smaller.example.positions[0]));
  phases.see(position);
  shrink(pair, classes, kept, maker, &phases, 60);
  EXPECT_EQ(pieces_on_map(*pair.scenarios[0], kept.example.positions[0]), 4);
}

// The table or the price alone is another: every choice is lawful in both, and what they lead to differs.
TEST(CompareWitnesses, TheShareCountsWhereAStepLeadsElsewhere) {
  const Result result = compare(steps("ours", "1"), steps("theirs", "if u in bag or turn >= 3 then 2 else 1"),
                                little(4, 0), {}, {});
  EXPECT_GT(result.shares[0].stepping, 0U);
  EXPECT_EQ(result.shares[0].games_with, 4U);
}

// All positions are drawn, so the counts are those of the share: the price shows wherever a step is open from
// the third turn on, and nowhere else.
TEST(CompareWitnesses, HowOftenEachIsMetIsCountedInDrawnPositions) {
  Settings settings = little(5, 400);
  settings.budget.drawn = 10'000;
  const Result result =
      compare(steps("ours", "2"), steps("theirs", "if turn >= 3 then 3 else 2"), settings, {}, {});
  ASSERT_THAT(texts(result), Contains(HasSubstr("the value \"left\" differs")));
  ASSERT_EQ(result.changes.size(), 1U);
  ASSERT_EQ(result.changes.front().met_in.size(), 2U);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const MetIn& met = result.changes.front().met_in[side];
    const Share& share = result.shares[side];
    EXPECT_EQ(met.ruleset, side == 0 ? "ours" : "theirs");
    EXPECT_EQ(met.of_positions, share.compared);
    EXPECT_EQ(met.positions, share.differing + share.stepping);
    EXPECT_EQ(met.at_once, share.differing);
    EXPECT_GT(met.positions, 0U);
    EXPECT_LT(met.positions, met.of_positions);
    EXPECT_EQ(met.games, 5U);
    EXPECT_EQ(met.of_games, 5U);
  }
  for (size_t i = 1; i < result.findings.size(); ++i) EXPECT_EQ(result.findings[i].met_in.size(), 2U);
}

TEST(CompareWitnesses, WhatNoGameCameToIsMetInNoneOfThePositionsDrawn) {
  Settings settings = little(4, 400);
  settings.budget.drawn = 6;
  const Result result =
      compare(steps("ours", "2"), steps("theirs", "if u in bag then 3 else 2"), settings, {}, {});
  ASSERT_GE(result.findings.size(), 2U);
  for (size_t i = 1; i < result.findings.size(); ++i) {
    ASSERT_EQ(result.findings[i].met_in.size(), 2U);
    for (const MetIn& met : result.findings[i].met_in) {
      EXPECT_EQ(met.positions, 0U);
      EXPECT_EQ(met.of_positions, 24U);  // of four games six each
      EXPECT_EQ(met.games, 0U);
    }
    EXPECT_EQ(met_in_text(result.findings[i].met_in.front()),
              "at none of 24 positions sampled from 4 games of ours (with 95 % confidence at most 13.8 %)");
  }
}

// Two changes that refuse the same step are one class where both do. That class is dropped when each shows
// alone as well, and what was of it counts for each of the two.
TEST(CompareWitnesses, WhatTwoItemsShowTogetherCountsForEach) {
  Pair pair(steps("ours", "2"), steps("theirs", "3"));
  const auto one_of = [](const ItemRefs& items) {
    DifferenceClass one;
    one.key = "permitted step by 0 refused points";
    for (const ItemRef& item : items) one.key += "; " + item.text();
    one.blame.items = items;
    return one;
  };
  const ItemRef first{ItemSort::definition, "a"}, second{ItemSort::definition, "b"};
  const DifferenceClass a = one_of({first}), b = one_of({second}), both = one_of({first, second});
  Sample sample;
  for (uint64_t number = 0; number < 10; ++number) sample.drawn({0, 1 + number / 5, number});
  sample.shows({0, 1, 0}, a);
  sample.shows({0, 1, 0}, both);
  sample.shows({0, 1, 1}, both);
  sample.shows({0, 2, 7}, b);
  const auto met = [&](const DifferenceClass& one) { return sample.met_in(pair, {&one}); };
  ASSERT_EQ(met(a).size(), 1U);  // no game of the other was played
  EXPECT_EQ(met(a)[0].positions, 2U);
  EXPECT_EQ(met(a)[0].games, 1U);
  EXPECT_EQ(met(b)[0].positions, 3U);
  EXPECT_EQ(met(b)[0].games, 2U);
  EXPECT_EQ(met(both)[0].positions, 2U);
  EXPECT_EQ(sample.met_in(pair, {&a, &b})[0].positions, 3U);
  EXPECT_EQ(met(a)[0].of_positions, 10U);
}

// Each of a hundred things has the same chance of being among the ten that are kept.
TEST(CompareWitnesses, EveryPositionOfAGameIsAsLikelyToBeDrawn) {
  std::vector<int> kept(100, 0);
  for (uint64_t game = 0; game < 2000; ++game) {
    Reservoir reservoir(10, Random(1, game));
    std::vector<size_t> places(10);
    for (size_t at = 0; at < 100; ++at) {
      if (const auto place = reservoir.next()) places[*place] = at;
    }
    for (const size_t at : places) ++kept[at];
  }
  for (const int times : kept) {  // 200 of each are expected, five standard deviations either way
    EXPECT_GT(times, 133);
    EXPECT_LT(times, 267);
  }
}

}  // namespace
}  // namespace casebook::compare
