// SPDX-License-Identifier: Apache-2.0
// What is not proved is tried by play: mistakes planted in small games are refuted by a record from the
// start, and what nothing comes to stays NOT INDUCTIVE.
#include "verifier/symbolic/reach_break.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/rules_text.h"
#include "verifier/symbolic/proof_text.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

constexpr const char* duels = R"(edition duels "Duels"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind unit on map
  box gone, away
  given side(unit): side
  measure turns from 0 to 9
  measure wounds from 0 to 3
  measure d6 from 1 to 6
  state turn: turns = 1
  state rests: turns = 0
  state hurt(unit): wounds
  state phasing: side
  procedure game
    repeat at most 3 times
      phasing := white
      turn_of(white)
      phasing := black
      turn_of(black)
      turn += 1
    end game won by white
  procedure turn_of(by: side)
    choose by by
      duel(u, t) then
        match_of(t)
      rest()
  procedure match_of(t: unit)
    roll d: d6
    if d = 1 then place(t) := gone
    if d = 2 then hurt(t) := 3
  action duel(u in unit at g where side(u) = phasing, t in unit at h where side(t) != phasing)
  action rest()
    do
      rests := min(9, rests + 2)
  invariant three: turn <= 3
  invariant gone_for_good at every step: all u in unit: before(place(u)) = gone implies place(u) = gone
  invariant not_three: rests != 3
  invariant still_there at end of match_of: no u in unit: place(u) = away
)";

ScenarioPtr duels_with(const std::string& what, const std::string& instead) {
  std::string rules = duels;
  const size_t at = rules.find(what);
  EXPECT_NE(at, std::string::npos);
  rules.replace(at, what.size(), instead);
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  data.order_of_battle = testing_support::units("A white a1\nB white b2\nC black c3\nD black d4");
  return testing_support::scenario_of(rules, data);
}

size_t property_of(const runtime::Scenario& scenario, const std::string& name) {
  const auto& all = scenario.program->invariants;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return i;
  for (size_t i = 0; i < own_properties.size(); ++i)
    if (own_properties[i] == name) return all.size() + i;
  ADD_FAILURE() << "no property " << name;
  return 0;
}

struct Planted {
  const char *what, *instead, *property, *step;
  size_t steps;   // of the record, at most
  int32_t units;  // of the small position, at most
};

void expect_refuted(const ScenarioPtr& scenario, const Induction& induction, const Planted& one) {
  const size_t property = property_of(*scenario, one.property);
  EXPECT_EQ(induction.verdicts[property], Verdict::refuted) << induction_text(*scenario, induction, true);
  const auto cell =
      std::find_if(induction.cells.begin(), induction.cells.end(), [&](const ProofCell& candidate) {
        return static_cast<size_t>(candidate.invariant) == property &&
               candidate.verdict == Verdict::refuted &&
               action_text(*scenario->program, candidate) == one.step;
      });
  ASSERT_NE(cell, induction.cells.end()) << induction_text(*scenario, induction, true);
  ASSERT_TRUE(cell->witness);
  EXPECT_TRUE(cell->witness->sides[0].record.start.empty()) << "from the scenario's start";
  EXPECT_EQ(cell->witness->grade, casebook::Grade::reachable);
  EXPECT_TRUE(confirm(*cell->witness, {scenario}).empty());
  EXPECT_LE(cell->witness->sides[0].record.steps.size(), one.steps);
  ASSERT_TRUE(cell->small) << cell->why;
  EXPECT_TRUE(confirm(*cell->small, {scenario}).empty());
  EXPECT_EQ(cell->small->sides[0].record.steps.size(), 1u);
  EXPECT_LE(cell->small->units, one.units);
}

TEST(ReachBreak, PlantedMistakesAreRefutedByShortRecordsAndFewUnits) {
  const Planted planted[] = {
      {"repeat at most 3 times", "repeat at most 4 times", "three", "turn_of:1 rest", 6, 0},
      {"if d = 2 then hurt(t) := 3", "if d = 2 then for all x in unit do place(x) := away", "gone_for_good",
       "match_of:1 roll", 4, 2},
      {"if d = 2 then hurt(t) := 3", "if d = 2 then place(t) := away", "still_there", "match_of:1 roll", 2,
       2},
      {"hurt(t) := 3", "hurt(t) += 3", "no_fault", "match_of:1 roll", 5, 2},
      {"end game won by white", "end game drawn", "one_winner", "turn_of:1 rest", 6, 0},
  };
  for (const Planted& one : planted) {
    SCOPED_TRACE(one.instead);
    const ScenarioPtr scenario = duels_with(one.what, one.instead);
    Induction induction = prove_invariants(scenario);
    EXPECT_NE(induction.verdicts[property_of(*scenario, one.property)], Verdict::proved);
    reach_breaks(scenario, induction);
    expect_refuted(scenario, induction, one);
  }
}

TEST(ReachBreak, WhatNoGameComesToStaysNotInductiveAndSaysHowMuchWasTried) {
  const ScenarioPtr scenario = duels_with("turn <= 3", "turn <= 3");
  Induction induction = prove_invariants(scenario);
  ReachSettings settings;
  settings.games = 8;
  settings.steered = 2;
  const ReachCount count = reach_breaks(scenario, induction, settings);
  const size_t property = property_of(*scenario, "not_three");
  EXPECT_EQ(induction.verdicts[property], Verdict::not_inductive);
  EXPECT_EQ(count.found, 0u);
  EXPECT_GE(count.games, 10u);
  EXPECT_NE(induction.tried[property].find(std::to_string(count.positions) + " positions"), std::string::npos)
      << induction.tried[property];
  EXPECT_EQ(induction.verdicts[property_of(*scenario, "three")], Verdict::proved);
  EXPECT_EQ(induction.tried[property_of(*scenario, "three")], "");
}

TEST(ReachBreak, SaysTheSameTwice) {
  const ScenarioPtr scenario = duels_with("repeat at most 3 times", "repeat at most 4 times");
  Induction first = prove_invariants(scenario), second = first;
  reach_breaks(scenario, first);
  reach_breaks(scenario, second);
  EXPECT_EQ(induction_text(*scenario, first, true), induction_text(*scenario, second, true));
}

}  // namespace
}  // namespace casebook::symbolic
