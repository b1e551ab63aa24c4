// SPDX-License-Identifier: Apache-2.0
// What the checks say of seeded games is what those games come to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/battery.h"
#include "tests/support/rules_text.h"
#include "verifier/checks/verify.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;
using testing_support::DataText;

/// White and black step or pass in turn, six times; `tail` stands in case 2.0.
std::string turns(const std::string& tail, const std::string& pieces = "") {
  return R"(edition tiny "Tiny"
section 1 "All"
case 1.0 "Pieces"
  summary "Two sides have units."
  kind side = white, black
  kind unit on map
  box reserve
  given side(unit): side
  measure turns from 0 to 40
  state turn: turns = 0
  state mover: side = white
  define mine() -> set of unit = {x in unit where side(x) = mover}
)" + pieces +
         R"(case 2.0 "Play"
  summary "They move in turn."
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
    choose by by
      step()
      pass()
  action pass()
)" + tail;
}

const std::string step = R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    do
      place(u) := to
)";

DataText board(const std::string& pieces) {
  return {testing_support::small_map(3, 3), testing_support::units(pieces), "", ""};
}

Settings budget() {
  Settings settings;
  settings.games = 20;
  settings.decisions = 60;
  settings.positions = 120;
  return settings;
}

Verification verified(const std::string& rules, const std::string& pieces,
                      const std::vector<std::string>& only, const Settings& settings = budget()) {
  const auto scenario = testing_support::scenario_of(rules, board(pieces));
  return verify({scenario->id, scenario->program, scenario, std::nullopt}, settings, only);
}

const Finding* of_subject(const Verification& result, const std::string& subject) {
  const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                  [&](const Finding& one) { return one.subject == subject; });
  return found == result.findings.end() ? nullptr : &*found;
}

// Of the positions that are kept of games only few come to where it breaks, and each is tried by few choices.
TEST(InvariantsKept, OneThatGamesBreakIsRefutedByAGame) {
  const Verification result = verified(turns(step + "  invariant early at every choice: turn < 5\n"),
                                       "A white a1\nB black c3", {"invariants-kept"});
  const Finding* const early = of_subject(result, "early");
  ASSERT_NE(early, nullptr);
  EXPECT_EQ(early->verdict, Verdict::refuted);
  EXPECT_EQ(early->concern, Concern::contradiction);
  EXPECT_EQ(early->text, "20 of 20 games broke it, game 1 first, after step 5.");
  ASSERT_TRUE(early->witness);
  EXPECT_GE(early->witness->grade, Grade::reachable);
  EXPECT_TRUE(early->witness->sides[0].record.start.empty()) << "not a game from the start";
  EXPECT_EQ(early->witness->sides[0].record.steps.size(), 5U);
  EXPECT_EQ(early->witness->units, 2);
  EXPECT_EQ(result.confirmed, 1U);
  EXPECT_EQ(result.status(), 40);
}

TEST(InvariantsKept, WhatFewGamesBreakIsMadeShorter) {
  const std::string three = R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: (count x in unit on to) < 3
    do
      place(u) := to
  invariant stack at every choice: all u in unit at g: count x in unit on g <= 2
)";
  Settings settings = budget();
  settings.games = 100;
  const Verification result =
      verified(turns(three), "A white a1\nB white a2\nC white b1\nD black c3", {"invariants-kept"}, settings);
  const Finding* const stack = of_subject(result, "stack");
  ASSERT_NE(stack, nullptr);
  EXPECT_EQ(stack->verdict, Verdict::refuted);
  ASSERT_TRUE(stack->witness);
  // Two steps bring three together; a step of black's comes between.
  EXPECT_EQ(stack->witness->sides[0].record.steps.size(), 3U);
  EXPECT_EQ(stack->witness->grade, Grade::reachable);
  EXPECT_EQ(result.confirmed, 1U);
}

TEST(InvariantsKept, ThoseOfAStepAndOfTheEndOfAProcedureAreAsked) {
  const Verification result =
      verified(turns(step + "  invariant stays at every step: all u in unit: place(u) = before(place(u))\n"
                            "  invariant soon at end of turn_of: turn < 3\n"),
               "A white a1\nB black c3", {"invariants-kept"});
  for (const auto& [name, steps] : {std::pair<const char*, size_t>{"stays", 1}, {"soon", 4}}) {
    const Finding* const one = of_subject(result, name);
    ASSERT_NE(one, nullptr) << name;
    EXPECT_EQ(one->verdict, Verdict::refuted) << name;
    ASSERT_TRUE(one->witness);
    EXPECT_EQ(one->witness->sides[0].record.steps.size(), steps) << name;
  }
  EXPECT_EQ(result.confirmed, 2U);
}

// Without games made-up positions show them, and nobody says that play comes there.
TEST(InvariantsKept, ThoseOfAStepAreAskedOfMadeUpPositionsToo) {
  Settings settings = budget();
  settings.games = 0;
  const Verification result =
      verified(turns(step + "  invariant stays at every step: all u in unit: place(u) = before(place(u))\n"),
               "A white a1\nB black c3", {"invariants-kept"}, settings);
  const Finding* const stays = of_subject(result, "stays");
  ASSERT_NE(stays, nullptr);
  EXPECT_EQ(stays->verdict, Verdict::not_inductive);
  EXPECT_EQ(result.confirmed, 1U);
}

TEST(InvariantsKept, OneThatIsFalseAtTheStartIsNotSaidToBreakWherePlayIsNotKnownToCome) {
  const Verification result = verified(
      turns(step + "  invariant alone at every choice: all u in unit at g: count x in unit on g = 1\n"),
      "A white a1\nB white a1\nC black c3", {"set-up", "invariants-kept"});
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].check, "set-up");
  EXPECT_EQ(result.findings[0].verdict, Verdict::refuted);
  EXPECT_THAT(result.asked[1].answer.scope,
              HasSubstr("1 of them not, since it does not hold where the game begins (set-up)"));
}

TEST(InvariantsKept, ThoseOfTheEndOfAProcedureThatRunsBeforeTheFirstChoiceAreToldOfTheStart) {
  std::string rules =
      turns(step + "  procedure muster\n    turn := 0\n  invariant late at end of muster: turn > 3\n");
  rules.replace(rules.find("    repeat at most"), 0, "    muster()\n");
  const Verification result = verified(rules, "A white a1\nB black c3", {"set-up", "invariants-kept"});
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].check, "set-up");
  EXPECT_EQ(result.findings[0].subject, "late");
  EXPECT_EQ(result.findings[0].verdict, Verdict::refuted);
}

}  // namespace
}  // namespace casebook::checks
