// SPDX-License-Identifier: Apache-2.0
// What is not proved is tried by play: mistakes planted in small games are refuted by a record from the
// start, and what nothing comes to stays NOT INDUCTIVE.
#include "verifier/symbolic/prove/reach_break.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/rules_text.h"
#include "verifier/symbolic/prove/proof_page.h"
#include "verifier/symbolic/prove/proof_text.h"

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

// White counts to five, one at a time.
constexpr const char* counting = R"(edition counting "Counting"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind unit on map
  box gone
  given side(unit): side
  measure small from 0 to 9
  state n: small = 0
  procedure game
    repeat at most 5 times
      choose by white
        up()
    end game won by white
  action up()
    do
      n += 1
)";

ScenarioPtr counting_with(const std::string& more, const std::string& what = "",
                          const std::string& instead = "") {
  std::string rules = counting + more;
  const size_t at = rules.find(what);
  EXPECT_NE(at, std::string::npos);
  rules.replace(at, what.size(), instead);
  testing_support::DataText data;
  data.map = testing_support::small_map(2, 2);
  data.order_of_battle = testing_support::units("A white a1");
  return testing_support::scenario_of(rules, data);
}

/// The record of the first cell of that property with that verdict, which is confirmed.
std::vector<runtime::RecordStep> record_of(const ScenarioPtr& scenario, const Induction& induction,
                                           const std::string& property, Verdict verdict) {
  const size_t id = property_of(*scenario, property);
  EXPECT_EQ(induction.verdicts[id], verdict) << induction_text(*scenario, induction, true);
  const auto cell = std::find_if(induction.cells.begin(), induction.cells.end(), [&](const ProofCell& one) {
    return static_cast<size_t>(one.invariant) == id && one.verdict == verdict && one.witness;
  });
  if (cell == induction.cells.end()) {
    ADD_FAILURE() << "no record: " << induction_text(*scenario, induction, true);
    return {};
  }
  for (const std::string& wrong : confirm(*cell->witness, {scenario})) ADD_FAILURE() << wrong;
  EXPECT_EQ(cell->witness->grade, casebook::Grade::reachable);
  EXPECT_TRUE(cell->witness->sides[0].record.start.empty()) << "from the scenario's start";
  return cell->witness->sides[0].record.steps;
}

// In every game `early` is broken before `slow` is, and `slow` before `late`.
TEST(ReachBreak, APropertyThatBreaksFirstInEveryGameHidesNoOther) {
  const ScenarioPtr scenario = counting_with(
      "  invariant early: n <= 1\n  invariant late: n <= 3\n"
      "  invariant slow at every step: n <= before(n) or n != 3\n");
  Induction induction = prove_invariants(scenario);
  for (const char* property : {"early", "late", "slow"})
    ASSERT_EQ(induction.verdicts[property_of(*scenario, property)], Verdict::not_inductive) << property;
  reach_breaks(scenario, induction);
  EXPECT_EQ(record_of(scenario, induction, "early", Verdict::refuted).size(), 2u);
  EXPECT_EQ(record_of(scenario, induction, "slow", Verdict::refuted).size(), 3u);
  EXPECT_EQ(record_of(scenario, induction, "late", Verdict::refuted).size(), 4u);
}

// `up` asks for room that is spent after three steps: nobody can go on, and the end is never come to.
TEST(ReachBreak, WhereNobodyCanChooseAGameRefutesThatSomebodyCan) {
  const ScenarioPtr scenario = counting_with("", "    do\n", "    require 1.0 room: n <= 2\n    do\n");
  Induction induction = prove_invariants(scenario);
  ASSERT_EQ(induction.verdicts[property_of(*scenario, "can_choose")], Verdict::not_inductive);
  reach_breaks(scenario, induction);
  EXPECT_EQ(record_of(scenario, induction, "can_choose", Verdict::refuted).size(), 3u);
  const auto cell = std::find_if(induction.cells.begin(), induction.cells.end(),
                                 [](const ProofCell& one) { return one.verdict == Verdict::refuted; });
  EXPECT_EQ(action_text(*scenario->program, *cell), "game:1 choice");
  EXPECT_EQ(cell->why.find("no choice is lawful after up(); a game reaches it in 3 steps"), 0u) << cell->why;
  const Assertion stuck{Assertion::What::outcome, "", "stuck at game:1"};
  EXPECT_EQ(cell->witness->sides[0].said, std::vector<Assertion>{stuck});
  ASSERT_TRUE(cell->small);
  EXPECT_TRUE(confirm(*cell->small, {scenario}).empty());
  // Nobody ends the game by it.
  EXPECT_EQ(induction.verdicts[property_of(*scenario, "one_winner")], Verdict::proved);
  EXPECT_EQ(induction.verdicts[property_of(*scenario, "no_fault")], Verdict::proved);
}

TEST(ReachBreak, WhereNobodyCanBeginTheStartRefutesThatSomebodyCan) {
  const ScenarioPtr scenario = counting_with("", "    do\n", "    require 1.0 room: n >= 1\n    do\n");
  Induction induction = prove_invariants(scenario);
  reach_breaks(scenario, induction);
  EXPECT_TRUE(record_of(scenario, induction, "can_choose", Verdict::refuted).empty());
  EXPECT_EQ(induction.reasons[property_of(*scenario, "can_choose")],
            "game:1 choice: no choice is lawful when the game begins");
}

/// What a solver would say that found no break of anything.
void call_all_proved(Induction& induction) {
  for (ProofCell& cell : induction.cells) cell.verdict = Verdict::proved;
  for (Verdict& verdict : induction.verdicts) verdict = Verdict::proved;
  for (std::string& reason : induction.reasons) reason.clear();
}

// The net below the proofs: whatever is said to be proved, games look at it.
TEST(ReachBreak, ABreakOfWhatIsSaidToBeProvedIsAToolErrorWithItsRecord) {
  struct {
    const char *more, *what, *instead, *property;
    size_t steps;
  } const wrong[] = {
      {"  invariant late: n <= 3\n", "", "", "late", 4},
      {"  invariant slow at every step: n <= before(n)\n", "", "", "slow", 1},
      {"  invariant first: n >= 1\n", "", "", "first", 0},
      {"", "n += 1", "n := n * 3 + 1", "no_fault", 3},
      {"", "end game won by white", "end game drawn", "one_winner", 5},
      {"", "    do\n", "    require 1.0 room: n <= 2\n    do\n", "can_choose", 3},
  };
  for (const auto& one : wrong) {
    SCOPED_TRACE(one.property);
    const ScenarioPtr scenario = counting_with(one.more, one.what, one.instead);
    Induction induction = prove_invariants(scenario);
    EXPECT_NE(induction.verdicts[property_of(*scenario, one.property)], Verdict::proved);
    call_all_proved(induction);
    const ReachCount count = reach_breaks(scenario, induction);
    EXPECT_EQ(count.asked, 0u);
    EXPECT_EQ(count.games, ReachSettings{}.beside);
    EXPECT_EQ(record_of(scenario, induction, one.property, Verdict::tool_error).size(), one.steps);
    EXPECT_NE(induction.reasons[property_of(*scenario, one.property)].find("proved, but a game violates it"),
              std::string::npos)
        << induction.reasons[property_of(*scenario, one.property)];
  }
}

TEST(ReachBreak, WhereOthersAreOpenWhatIsProvedIsWatchedToo) {
  const ScenarioPtr scenario = counting_with("  invariant early: n <= 1\n  invariant late: n <= 3\n");
  Induction induction = prove_invariants(scenario);
  const size_t late = property_of(*scenario, "late");
  for (ProofCell& cell : induction.cells)
    if (static_cast<size_t>(cell.invariant) == late) cell.verdict = Verdict::proved;
  induction.verdicts[late] = Verdict::proved;
  reach_breaks(scenario, induction);
  EXPECT_EQ(record_of(scenario, induction, "early", Verdict::refuted).size(), 2u);
  EXPECT_EQ(record_of(scenario, induction, "late", Verdict::tool_error).size(), 4u);
}

// Asked by itself a step supposes the invariants as they stand: `up` keeps `late` where `early` holds, which
// another step breaks, so a game that breaks `late` contradicts no proof.
TEST(ReachBreak, WhatASingleStepSupposedAndIsFalseMakesNoToolError) {
  const ScenarioPtr scenario = counting_with(
      "  state m: small = 0\n  action leap()\n    do\n      m := 1\n"
      "  invariant early: m = 0\n  invariant late: n = 0\n",
      "        up()\n    end game won by white\n  action up()\n    do\n      n += 1\n",
      "        up()\n        leap()\n    end game won by white\n  action up()\n    do\n      n += m\n");
  InductionSettings alone;
  alone.steps = {"game:1 up"};
  Induction induction = prove_invariants(scenario, alone);
  const size_t late = property_of(*scenario, "late");
  const auto kept = std::find_if(induction.cells.begin(), induction.cells.end(), [&](const ProofCell& cell) {
    return static_cast<size_t>(cell.invariant) == late && cell.site >= 0;
  });
  ASSERT_NE(kept, induction.cells.end());
  ASSERT_EQ(kept->verdict, Verdict::proved);
  const auto early = static_cast<language::Id>(property_of(*scenario, "early"));
  EXPECT_EQ(std::count(kept->invariants.begin(), kept->invariants.end(), early), 1) << "it leans on it";
  reach_breaks(scenario, induction);
  EXPECT_EQ(record_of(scenario, induction, "late", Verdict::refuted).size(), 2u);
}

TEST(ReachBreak, WhatIsProvedIsBrokenByNoGameAndNoneIsPlayedWhereNoneIsWanted) {
  const ScenarioPtr scenario = counting_with("  invariant late: n <= 5\n");
  Induction induction = prove_invariants(scenario);
  ReachCount count = reach_breaks(scenario, induction);
  EXPECT_EQ(count.games, ReachSettings{}.beside);
  EXPECT_EQ(count.looks, 5 * count.games);
  EXPECT_EQ(count.found, 0u);
  for (const Verdict verdict : induction.verdicts) EXPECT_EQ(verdict, Verdict::proved);
  ReachSettings none;
  none.games = 0;
  EXPECT_EQ(reach_breaks(scenario, induction, none).games, 0u);
}

/// Of the property with that name.
std::vector<std::string> supposing_of(const runtime::Scenario& scenario, const Induction& induction,
                                      const std::string& name) {
  return supposing(*scenario.program, induction, property_of(scenario, name));
}

// `up` asks for room that is spent after three steps, so that no game ends and none is won.
TEST(Supposing, IsSaidOfWhatRestsOnAPropertyOfEveryGameThatIsNotProved) {
  const ScenarioPtr scenario = counting_with("  invariant slow at every step: n <= before(n) + 1\n",
                                             "    do\n", "    require 1.0 room: n <= 2\n    do\n");
  Induction induction = prove_invariants(scenario);
  const std::vector<std::string> open{"that every player has a choice (can_choose is NOT INDUCTIVE)"};
  EXPECT_EQ(supposing_of(*scenario, induction, "one_winner"), open);
  EXPECT_TRUE(supposing_of(*scenario, induction, "slow").empty()) << "nothing faults";
  EXPECT_TRUE(supposing_of(*scenario, induction, "can_choose").empty()) << "it is not proved";
  reach_breaks(scenario, induction);
  const std::string taken = "assuming that every player has a choice (can_choose is REFUTED)";
  EXPECT_NE(induction_text(*scenario, induction, false)
                .find("PROVED one_winner (every game that ends), " + taken + ": 1 of 1 steps proved"),
            std::string::npos)
      << induction_text(*scenario, induction, false);
  const std::string page = proof_page(*scenario, induction, {}, "verify");
  EXPECT_NE(
      page.find("| one\\_winner | every game that ends | PROVED, assuming that every player has a choice "
                "(can\\_choose is REFUTED) | 1 of 1 |"),
      std::string::npos)
      << page;
  bool is_told = false;
  for (const auto& line : induction_json(*scenario, induction)) {
    EXPECT_EQ(line.contains("supposing"), line.at("invariant") == "one_winner") << line;
    is_told =
        is_told || (line.contains("supposing") &&
                    line.at("supposing").at(0) == "that every player has a choice (can_choose is REFUTED)");
  }
  EXPECT_TRUE(is_told);
}

TEST(Supposing, IsSaidOfStepsAndChoicesWhereSomethingMayFaultOrWasNotAsked) {
  const ScenarioPtr faults =
      counting_with("  invariant slow at every step: n <= before(n) + 2\n", "n += 1", "n += 2");
  Induction induction = prove_invariants(faults);
  EXPECT_NE(induction.verdicts[property_of(*faults, "no_fault")], Verdict::proved);
  reach_breaks(faults, induction);
  const std::vector<std::string> refuted{"that no rule faults (no_fault is REFUTED)"};
  for (const char* property : {"slow", "one_winner", "can_choose"})
    EXPECT_EQ(supposing_of(*faults, induction, property), refuted) << property;

  const ScenarioPtr scenario = counting_with("  invariant few: n <= 5\n");
  EXPECT_TRUE(supposing_of(*scenario, prove_invariants(scenario), "one_winner").empty());
  InductionSettings alone;
  alone.invariants = {static_cast<Id>(property_of(*scenario, "one_winner"))};
  EXPECT_EQ(supposing_of(*scenario, prove_invariants(scenario, alone), "one_winner"),
            (std::vector<std::string>{"that no rule faults (no_fault was not checked)",
                                      "that every player has a choice (can_choose was not checked)"}));
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
