// SPDX-License-Identifier: Apache-2.0
// Of the examples of an ambiguity the one is shown that tells most: a choice that one answer permits and the other
// refuses, of a sort that somebody would make, in a position that play reaches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/verifier/checks/small_rules_texts.h"
#include "tests/verifier/checks/verified.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;
using testing::Not;

/// They move in turn; in a turn a side chooses until it passes. `kept`: what the phase keeps, and how it begins.
std::string in_phases(const std::string& readings, const std::string& kept, const std::string& offered = "") {
  return head + "case 2.0 \"Play\"\n  summary \"They move in turn.\"\n" + readings + R"(
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
)" + kept +
         R"(    repeat
      choose by by
        step()
)" + offered +
         R"(        pass() then stop
)";
}

Finding ambiguity(const std::string& rules, const DataText& data) {
  const Verification result = verification_of(rules, data, {"ambiguities"});
  EXPECT_EQ(result.confirmed, result.witnesses);
  if (result.findings.size() == 1U) return result.findings[0];
  ADD_FAILURE() << shown(result.findings);
  return {};
}

/// A step tires, or does not; who is tired goes two steps in a turn, others four.
std::string tiring() {
  return in_phases(
             "  reading tiring \"Does a step tire?\"\n    no_step \"no\"\n    each_step \"yes\"\n    default no_step\n",
             "    state tired(unit): bool\n    state gone(unit): turns\n") +
         R"(  action pass()
  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    require 2.0 far: gone(u) < 4
    require 2.0 rested: gone(u) < 2 or not tired(u)
    do
      tired(u) := tiring = each_step
      gone(u) += 1
      place(u) := to
)";
}

// After the first step only a value differs; after the second one answer refuses what the other permits.
TEST(Telling, AStepMoreShowsAChoiceWhereOneShowsOnlyAValue) {
  const Finding found = ambiguity(tiring(), board("A white a1\nB black d4", 4, 4));
  EXPECT_EQ(found.verdict, Verdict::refuted);
  EXPECT_THAT(
      found.text,
      HasSubstr("is lawful. With the other answer (tiring = each_step), case 2.0 (requirement \"rested\")"));
  EXPECT_THAT(found.text, Not(HasSubstr("tired(")));
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->grade, Grade::reachable);
  EXPECT_EQ(found.witness->sides[0].record.start, "") << "a game from the start";
}

/// In a turn each unit goes one step, the fixed ones none; no two may share a hex at the end of it.
std::string shared(const std::string& of_fixed) {
  return in_phases(
             "  reading joining \"When must a unit be alone?\"\n    at_once \"at once\"\n    by_the_end \"at the end of "
             "the turn\"\n    default at_once\n"
             "  given fixed(unit): bool = no\n",
             "    state gone(unit): bool\n") +
         R"(  action pass()
    require 2.0 alone: no u in mine() at g: exists x in unit on g: x != u
  action step(u in mine() at from, to in neighbours(from))
    require 2.0 once: not gone(u) and not fixed(u)
    require 2.0 enemy: no x in unit on to: side(x) != side(u)
    require 2.0 free: no x in unit on to: joining = at_once or )" +
         of_fixed + R"(
    do
      gone(u) := yes
      place(u) := to
)";
}

// The first of the choices that only one answer permits is to join a unit that cannot move: then the turn never ends.
TEST(Telling, AChoiceAfterWhichPlayGoesOnIsShownBeforeOneThatLeadsNowhere) {
  const DataText data = board("A white a1\nB white a2 fixed=true\nC white d1\nD white d2\nE black g4", 7, 4);
  const Finding found = ambiguity(shared("no"), data);
  EXPECT_EQ(found.verdict, Verdict::refuted);
  EXPECT_THAT(found.text, HasSubstr("the choice step("));
  EXPECT_THAT(found.text, Not(HasSubstr("the choice step(A, a2)")));
}

/// Over the bridge, a piece, others go ashore where it lies, if three came there: in a turn at whose beginning it lay
/// there, or at once. `way`: where the bridge may go.
std::string bridged(const std::string& way) {
  return in_phases(
             "  box ashore\n"
             "  reading bridging \"From when may the bridge be used?\"\n    next_turn \"it lay there before\"\n    "
             "at_once \"it lies there\"\n    default next_turn\n"
             "  given bridge(unit): bool = no\n  place landing\n"
             "  define lies() -> bool = exists b in unit: bridge(b) and place(b) = landing\n",
             "    state ready: bool = lies()\n    state gone(unit): bool\n", "        cross()\n") +
         R"(  action pass()
  action step(u in mine() at from, to in neighbours(from))
    require 2.0 once: not gone(u)
    require 2.0 enemy: no x in unit on to: side(x) != side(u)
    require 2.0 way: not bridge(u) or )" +
         way + R"(
    do
      gone(u) := yes
      place(u) := to
  action cross(u in mine())
    require 2.0 there: place(u) = landing and not bridge(u)
    require 2.0 came: (count x in mine() where gone(x) and place(x) = landing) >= 3
    require 2.0 laid: lies() and (ready or bridging = at_once)
    do
      place(u) := ashore
)";
}

// The rules ready the bridge when the phase begins. A search that sets values one by one has it laid and not ready, as
// no phase begins; a phase in which it comes there, and others after it, is begun anew.
TEST(Telling, WhatThePhaseKeepsIsMadeByPlayingIt) {
  const DataText data{
      small_map(9, 9, R"("places": {"landing": {"hex": "e5"}})"),
      units("A white a1\nB white a3\nC white c1\nG white c3 bridge=true\nE black i9\nF black i7"), "", ""};
  const Finding found = ambiguity(bridged("to in hex"), data);
  EXPECT_EQ(found.verdict, Verdict::refuted);
  EXPECT_THAT(found.text, HasSubstr("the choice cross("));
  EXPECT_THAT(
      found.text,
      HasSubstr("With the answer of these rules (bridging = next_turn), case 2.0 (requirement \"laid\") "
                "refuses this choice"));
  // A bridge that never moves is ready in every phase.
  const Finding never = ambiguity(bridged("turn > 30"), data);
  EXPECT_EQ(never.verdict, Verdict::sampled) << never.text;
}

}  // namespace
}  // namespace casebook::checks
