// SPDX-License-Identifier: Apache-2.0
// What an action has to ensure is asked of the position before it where that is possible. Each text below writes, and
// asks afterwards, in another way; both evaluators list the same choices and come to the same faults.
#include <gtest/gtest.h>

#include "engine/runtime/reference/reference.h"
#include "tests/engine/runtime/compiled/together.h"

namespace casebook::runtime {
namespace {

struct Ensured {
  std::string name;
  std::string text;  // of case 2.2 with the action `go`
};

std::shared_ptr<const Scenario> rules_of(const Ensured& one) {
  std::string why;
  const auto scenario = tests::on_the_ground_of("hex-skirmish", R"(edition trial "Trial"
case 1.1 "Words"
  kind side = first, second
  kind unit on map
  box removed
  given side(unit): side
  measure tally from 0 to 6
  state left(unit): tally = 4
  state sum: tally
  state tired(unit): bool = no
  state held(hex): bool = no
  state moved: set of unit = {}
  state last: unit or none
  state turn: tally = 1
  define alone(u: unit) -> bool = no x in unit at g where place(u) = g: x != u
  define price(a: hex, b: hex) -> tally = if watched(b, second) then 3 else 1
  define watched(h: hex, by: side) -> bool = exists e in unit at g where side(e) = by: adjacent(g, h)
  define units_of(by: side) -> set of unit = {x in unit where side(x) = by}
  define crowd(h: hex) -> number = count u in unit on h
case 2.0 "The game"
  procedure game
    repeat at most 6 times
      choose by first
        go()
        rest()
    end game drawn
case 2.1 "Resting"
  action rest()
    do for all u in unit do left(u) := 4
case 2.2 "Going"
)" + one.text,
                                                &why);
  EXPECT_EQ(why, "") << one.name;
  return scenario;
}

const std::vector<Ensured>& all() {
  static const std::vector<Ensured> texts{
      {"AUnitAloneWhereItGoes", R"(  action go(u in unit at from, to in neighbours(from))
    require 2.2 enough: price(from, to) <= left(u)
    ensure 2.2 room: alone(u)
    do
      left(u) -= price(from, to)
      place(u) := to
)"},
      {"APaymentThatThereMayNotBeEnoughFor", R"(  action go(u in unit at from, to in neighbours(from))
    ensure 2.2 room: alone(u)
    do
      left(u) -= 2
      place(u) := to
)"},
      {"ABitOfOneAndOfAll", R"(  action go(u in unit at from)
    ensure 2.2 some: exists x in unit: not tired(x)
    do
      tired(u) := yes
)"},
      {"ABitThatDependsOnWhatIsWrittenBefore", R"(  action go(u in unit at from, to in neighbours(from))
    ensure 2.2 hold: held(from) and not held(to)
    do
      held(to) := held(from)
      held(from) := not held(to)
      place(u) := to
)"},
      {"OneOfTwoEntries", R"(  effect tire(u: unit) = first of
    2.2 first: tired(u) := yes when side(u) = first
    2.2 other: left(u) := 0
  action go(u in unit at from)
    ensure 2.2 fresh: not tired(u) or left(u) > 0
    do tire(u)
)"},
      {"EachEntry", R"(  effect tire(u: unit) = each of
    2.2 first: tired(u) := yes when side(u) = first
    2.2 other: left(u) := 0 when not tired(u)
  action go(u in unit at from)
    ensure 2.2 fresh: left(u) > 0
    do tire(u)
)"},
      {"TwoBranches", R"(  effect tire(u: unit) do
    if side(u) = first then tired(u) := yes
    if not tired(u) then left(u) := 0
  action go(u in unit at from)
    ensure 2.2 fresh: left(u) > 0
    do tire(u)
)"},
      {"WhatIsInASet", R"(  action go(u in unit at from)
    ensure 2.2 few: (count x in moved) < 3 and not (exists x in moved: side(x) = second)
    do
      moved += {u}
)"},
      {"WhatLeavesASet", R"(  action go(u in unit at from)
    ensure 2.2 some: last = none or moved is not empty
    do
      moved := units_of(second)
      moved -= {u}
      last := u
)"},
      {"TwoThatChangePlaces", R"(  action go(u in unit at from, x in unit at there where side(x) != side(u))
    ensure 2.2 watched: not watched(there, second) or place(u) = there
    do
      place(u) := there
      place(x) := from
)"},
      {"OneThatIsGone", R"(  action go(u in unit at from)
    ensure 2.2 watched: watched(from, side(u)) or (no x in unit on from)
    do place(u) := removed
)"},
      {"WhoStandsWhereZonesAre", R"(  action go(u in unit at from, to in hexes_within(from, 2))
    ensure 2.2 apart: no e in unit at g where side(e) != side(u): adjacent(g, to)
    do place(u) := to
)"},
      {"ANumberOfUnitsOnAHex", R"(  action go(u in unit at from, to in hexes_within(from, 2))
    ensure 2.2 few: crowd(to) < 2
    do place(u) := to
)"},
      {"AFaultBeforeWhatHolds", R"(  table worth(side) -> number
    first: 7, second: silent
  action go(u in unit at from, s in side)
    ensure 2.2 worth: worth(s) > 5 or turn < 9
    do turn := 2
)"},
      {"AFaultAfterWhatHolds", R"(  table worth(side) -> number
    first: 7, second: silent
  action go(u in unit at from, s in side)
    ensure 2.2 worth: turn < 9 or worth(s) > 5
    do turn := 2
)"},
      {"ABranch", R"(  action go(u in unit at from, to in neighbours(from))
    ensure 2.2 left: left(u) >= 2 and place(u) != from
    do
      if watched(to, second) then
        left(u) := 1
        place(u) := to
      else
        let half = sum
        sum := half
        place(u) := to
)"},
      {"ALoopBeforeIt", R"(  action go(u in unit at from, to in neighbours(from))
    ensure 2.2 room: alone(u) and left(u) >= 0
    do
      for all x in unit where x != u do tired(x) := yes
      place(u) := to
)"},
      {"WhatALoopWrites", R"(  action go(u in unit at from)
    ensure 2.2 fresh: not tired(u)
    do
      for all x in unit where x != u do tired(x) := yes
)"},
      {"AnotherOfItsKindWritten", R"(  action go(u in unit, x in unit)
    ensure 2.2 differ: left(u) != left(x) or u = x
    do
      left(u) := 1
      left(x) := 2
)"}};
  return texts;
}

class Ensure : public testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(Compiled, Ensure, testing::Range<size_t>(0, all().size()),
                         [](const auto& one) { return all()[one.param].name; });

TEST_P(Ensure, IsAskedAsTheReferenceEvaluatorAsksIt) {
  const auto scenario = rules_of(all()[GetParam()]);
  ASSERT_TRUE(scenario);
  CompiledRules compiled(scenario);
  const auto reference = make_reference_rules(scenario);
  int64_t nodes = 0;
  for (uint64_t game = 1; game <= 40; ++game) {
    const auto both = tests::play_together(compiled, *reference, 1, game, 200);
    ASSERT_EQ(both.difference, "") << "game " << game;
    nodes += both.nodes;
  }
  EXPECT_GT(nodes, 0);
}

}  // namespace
}  // namespace casebook::runtime
