// SPDX-License-Identifier: Apache-2.0
// What is asked of every game is not PROVED of games that fault, that nobody wins, or in which nobody can
// choose: every way in which play ends so has its obligation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/runtime/scenario.h"
#include "tests/support/rules_text.h"
#include "tests/verifier/symbolic/mistakes.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/reach_break.h"
#include "verifier/symbolic/selftest/selftest.h"

namespace casebook::symbolic {
namespace {

using testing::HasSubstr;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

constexpr const char* head = R"(edition small "Small"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind unit on map
  box gone
  given side(unit): side
  measure small from 0 to 5
  state n: small = 0
  state m: small = 0
  state phasing: side
)";

ScenarioPtr game_of(const std::string& rest, size_t pieces = 2) {
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  std::string units;
  for (size_t i = 0; i < pieces; ++i)
    units += "U" + std::to_string(i) + (i % 2 == 0 ? " white" : " black") + " gone\n";
  units.pop_back();
  data.order_of_battle = testing_support::units(units);
  return testing_support::scenario_of(head + rest, data);
}

enum Own : size_t { no_fault, one_winner, can_choose };

Verdict verdict_of(const runtime::Scenario& scenario, const Induction& induction, Own which) {
  return induction.verdicts[scenario.program->invariants.size() + which];
}

/// The cells of a property that are not proved, a line each.
std::string broken_cells(const runtime::Scenario& scenario, const Induction& induction, Own which) {
  std::string text;
  for (const ProofCell& cell : induction.cells)
    if (cell.invariant == static_cast<Id>(scenario.program->invariants.size() + which) &&
        cell.verdict != Verdict::proved)
      text += std::string(verdict_text(cell.verdict)) + " " + action_text(*scenario.program, cell) + ": " +
              cell.why + "\n";
  return text;
}

std::string told(const Selftest& result) {
  std::string text;
  for (const SelftestDifference& one : result.differences)
    text += one.definition + one.input + ": " + one.reference + " | " + one.translated + "\n";
  return text;
}

constexpr const char* draws = R"(  kind chit = red, blue
  state cup: set of chit = {red, blue}
  procedure game
    repeat at most 4 times
      choose by phasing
        pass()
      draw c from cup
      cup -= {c}
    end game won by white
  action pass()
)";

// There are two to draw, and three draws.
TEST(NoFault, IsNotProvedWhereThereMayBeNothingToDraw) {
  const ScenarioPtr scenario = game_of(draws);
  Induction induction = prove_invariants(scenario);
  EXPECT_EQ(verdict_of(*scenario, induction, no_fault), Verdict::not_inductive)
      << induction_text(*scenario, induction, true);
  EXPECT_THAT(broken_cells(*scenario, induction, no_fault), HasSubstr("NOT INDUCTIVE game:1 pass: "));
  reach_breaks(scenario, induction);
  EXPECT_EQ(verdict_of(*scenario, induction, no_fault), Verdict::refuted)
      << induction_text(*scenario, induction, true);
  const Selftest agree = selftest(scenario);
  EXPECT_EQ(told(agree), "");
  EXPECT_GT(agree.steps, 0U);
  const SelftestSettings wrong = with_mistake({}, *scenario, "draw: nothing to draw");
  EXPECT_THAT(told(selftest(scenario, wrong)), HasSubstr("a fault | over"));
}

// The side that wins is a value like others.
TEST(NoFault, IsNotProvedWhereWhoWinsHasNoValue) {
  const ScenarioPtr scenario = game_of(R"(  define twice(t: small) -> small = t + t
  procedure game
    repeat at most 4 times
      choose by phasing
        pass()
        up()
    end game won by if twice(n) <= 4 then white else black
  action pass()
  action up()
    do
      n := min(5, n + 1)
)");
  ASSERT_TRUE(scenario);
  Induction induction = prove_invariants(scenario);
  EXPECT_THAT(broken_cells(*scenario, induction, no_fault), HasSubstr("NOT INDUCTIVE game:1 up: "))
      << induction_text(*scenario, induction, true);
  reach_breaks(scenario, induction);
  EXPECT_EQ(verdict_of(*scenario, induction, no_fault), Verdict::refuted)
      << induction_text(*scenario, induction, true);
  EXPECT_EQ(told(selftest(scenario)), "");
}

// Before anybody chooses there is no step of which anything could be asked.
TEST(NoFault, IsAskedOfTheWayToTheFirstSite) {
  const struct {
    const char* first;
    std::vector<Own> broken;
    const char* why;
  } games[] = {
      {"n -= 1", {no_fault}, "the game ends before the first choice: fault by 1.0"},
      {"if n = 0 then end game drawn", {one_winner}, "the game ends before the first choice: drawn"},
      {"if n = 0 then end game won by white", {}, ""},
      {"choose by phasing\n      stay()", {can_choose}, ""},
  };
  for (const auto& one : games) {
    SCOPED_TRACE(one.first);
    const ScenarioPtr scenario = game_of("  procedure game\n    " + std::string(one.first) + R"(
    repeat at most 4 times
      choose by phasing
        pass()
    end game won by white
  action pass()
  action stay()
    require 1.0 late: n >= 1
)");
    ASSERT_TRUE(scenario);
    Induction induction = prove_invariants(scenario);
    reach_breaks(scenario, induction);
    for (const Own own : {no_fault, one_winner, can_choose}) {
      const bool broken = std::find(one.broken.begin(), one.broken.end(), own) != one.broken.end();
      EXPECT_EQ(verdict_of(*scenario, induction, own) == Verdict::refuted, broken)
          << own_properties[own] << "\n"
          << induction_text(*scenario, induction, true);
      if (broken && own != can_choose) {
        EXPECT_THAT(broken_cells(*scenario, induction, own),
                    HasSubstr("REFUTED the start: " + std::string(one.why)));
      }
    }
    for (const ProofCell& cell : induction.cells)
      if (cell.verdict == Verdict::refuted) {
        ASSERT_TRUE(cell.witness);
        EXPECT_THAT(confirm(*cell.witness, {scenario}), testing::IsEmpty());
      }
  }
}

// What is asked before a choice faults once m is three. No step breaks `low`: the game is over there.
constexpr const char* guards = R"(  define twice() -> small = m + m
  invariant low: m <= 2
  procedure game
    repeat at most 5 times
      choose by phasing
        up()
        odd()
        pass()
    end game won by white
  action pass()
  action up()
    do
      n := min(5, n + 1)
      m := min(5, m + 1)
  action odd()
    require 1.0 t: twice() <= 4
)";

TEST(NoFault, IsRefutedWhereAGuardFaultsAndThatIsNoMistakeOfCasebook) {
  const ScenarioPtr scenario = game_of(guards);
  ASSERT_TRUE(scenario);
  Induction induction = prove_invariants(scenario);
  EXPECT_EQ(induction.verdicts[0], Verdict::unknown) << induction_text(*scenario, induction, true);
  EXPECT_THAT(induction.reasons[0],
              HasSubstr("game:1 up: the engine does not confirm the model: up() leads to where listing the "
                        "choices faults"));
  for (const ProofCell& cell : induction.cells) EXPECT_NE(cell.verdict, Verdict::tool_error) << cell.why;
  EXPECT_THAT(broken_cells(*scenario, induction, no_fault),
              HasSubstr("NOT INDUCTIVE game:1 odd asked: listing the choices faults: fault by 1.0"));
  reach_breaks(scenario, induction);
  EXPECT_EQ(verdict_of(*scenario, induction, no_fault), Verdict::refuted)
      << induction_text(*scenario, induction, true);
}

/// Twenty-five pieces off the map, or a piece a hex.
ScenarioPtr sets_of(const std::string& rest, bool on_map) {
  testing_support::DataText data;
  data.map = testing_support::small_map(6, 6);
  std::string units;
  for (int i = 0; i < 25; ++i) {
    const std::string hex = std::string(1, static_cast<char>('a' + i % 6)) + std::to_string(1 + i / 6);
    units += "U" + std::to_string(i) + (i % 2 == 0 ? " white " : " black ") + (on_map ? hex : "gone") + "\n";
  }
  units.pop_back();
  data.order_of_battle = testing_support::units(units);
  return testing_support::scenario_of(head + rest, data);
}

// Evaluators go through the sets of so many members. Where there are more a game ends at a limit of Casebook, and no rule
// faults.
TEST(NoFault, IsNotProvedWhereMoreMayBeChosenThanIsGoneThrough) {
  const ScenarioPtr scenario = sets_of(R"(  procedure game
    repeat at most 4 times
      choose by phasing
        open_up()
        pass()
      if n >= 1 then
        choose by phasing
          pick(t)
          pass()
    end game won by white
  action pass()
  action open_up()
    do
      n := 1
  action pick(t: set of u in unit)
    require 1.0 odd: count t != 3
)",
                                       false);
  ASSERT_TRUE(scenario);
  Induction induction = prove_invariants(scenario);
  EXPECT_THAT(
      broken_cells(*scenario, induction, no_fault),
      testing::StartsWith(
          "UNKNOWN game:2 pick asked: listing the choices may end at a limit of Casebook: limit by 1.0"))
      << induction_text(*scenario, induction, true);
  reach_breaks(scenario, induction);
  EXPECT_EQ(verdict_of(*scenario, induction, no_fault), Verdict::unknown)
      << induction_text(*scenario, induction, true);
}

// Where members are asked one by one nobody counts who is left, and the verdict says so.
TEST(NoFault, SaysOfWhichSetItSupposesThatNoMoreAreLeft) {
  const ScenarioPtr scenario = sets_of(R"(  procedure game
    repeat at most 4 times
      choose by phasing
        pick(t)
        pass()
    end game won by white
  action pass()
  action pick(t: set of u in unit)
    each u in t require 1.0 own: side(u) = white
)",
                                       false);
  ASSERT_TRUE(scenario);
  const Induction induction = prove_invariants(scenario);
  EXPECT_EQ(verdict_of(*scenario, induction, no_fault), Verdict::proved)
      << induction_text(*scenario, induction, true);
  EXPECT_THAT(induction_text(*scenario, induction, false),
              HasSubstr("assuming that t of pick has no more than 20 to go through"));
}

// What is kept of a chosen set is no more than what was chosen.
TEST(NoFault, KnowsThatWhatIsKeptOfAChosenSetIsNotMore) {
  const std::string rules = R"(  procedure game
    repeat at most 4 times
      choose by phasing
        attack(t, team) then
          fight(team)
        pass()
    end game won by white
  procedure fight(team: set of unit)
    state attackers: set of unit = team
    choose by phasing
      lose(lost)
      pass()
  action pass()
  action attack(t in unit at h, team: set of u in unit)
    each u in team require 1.0 near: exists x in {u} at g: distance(g, h) <= 1
  action lose(lost: set of u in attackers)
    do
      for all u in lost do place(u) := gone
)";
  const ScenarioPtr kept = sets_of(rules, true);
  const Induction proved = prove_invariants(kept);
  EXPECT_EQ(verdict_of(*kept, proved, no_fault), Verdict::proved) << induction_text(*kept, proved, true);
  EXPECT_NE(std::find(proved.supposed.begin(), proved.supposed.end(), "attackers has no more than 20"),
            proved.supposed.end());
  const std::string what = "set of unit = team";
  std::string other = rules;
  other.replace(other.find(what), what.size(), "set of unit = {x in unit where n = 0}");
  const ScenarioPtr all = sets_of(other, true);
  const Induction induction = prove_invariants(all);
  EXPECT_THAT(broken_cells(*all, induction, no_fault),
              HasSubstr("UNKNOWN fight:1 lose asked: listing the choices may end at a limit of Casebook"))
      << induction_text(*all, induction, true);
}

}  // namespace
}  // namespace casebook::symbolic
