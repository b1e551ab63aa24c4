// SPDX-License-Identifier: Apache-2.0
// What the checks say of seeded games is what those games come to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/platform/console.h"
#include "tests/support/battery.h"
#include "tests/support/rules_text.h"
#include "tests/verifier/checks/verified.h"
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

Verification verified(const std::string& rules, const std::string& pieces,
                      const std::vector<std::string>& only, const Settings& settings = small_budget()) {
  return verification_of(rules, board(pieces), only, settings);
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
  EXPECT_EQ(early->text, "20 of 20 games violate it. The first is game 1 after step 5.");
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
  Settings settings = small_budget();
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
  Settings settings = small_budget();
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
              HasSubstr("; 1 invariant not checked in games, since the set-up violates it"));
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

TEST(Exceptions, AThirdOneThatGoesBeforeOneOfTwoKeepsThemApart) {
  const std::string three = step +
                            "  define cost(x: turns) -> turns = sum of\n    2.0 base: 2\n"
                            "  view price(x: turns) \"P\" = items cost(x)\n"
                            "case 3.0 \"A\"\n  summary \"a\"\n  except cost(x) when x > 10 then 3\n"
                            "case 3.1 \"B\"\n  summary \"b\"\n  except cost(x) when x > 10 then 4 over 3.0\n"
                            "case 3.2 \"C\"\n  summary \"c\"\n  except cost(x) when x > ";
  const Verification kept = verified(turns(three + "10 then 4\n"), "A white a1\nB black c3", {"exceptions"});
  EXPECT_TRUE(kept.findings.empty()) << finding_text(kept.findings.front());
  EXPECT_THAT(kept.asked[0].answer.scope, HasSubstr("2 pairs of exceptions"));
  // Below ten nothing goes before it: it is asked of more than whether there is a third one.
  std::string apart = three + "5 then 4\n";
  apart.replace(apart.find("x > 10 then 3"), 13, "x > 3 then 3");
  const Verification met = verified(turns(apart), "A white a1\nB black c3", {"exceptions"});
  ASSERT_EQ(met.findings.size(), 1U);
  EXPECT_EQ(met.findings[0].subject, "cost: 3.0 and 3.2");
  EXPECT_EQ(met.findings[0].verdict, Verdict::refuted);
  EXPECT_EQ(met.confirmed, 1U);
}

/// Nobody can pay what is asked.
std::string unpaid() {
  std::string rules = turns(
      "  action pay(these: set of u in mine())\n    require 2.0 exact: (count u in these) = 3\n"
      "    do\n      for all u in these do place(u) := reserve\n");
  const std::string offers = "      step()\n      pass()\n  action pass()\n";
  return rules.replace(rules.find(offers), offers.size(), "      pay()\n");
}

TEST(NeverFires, APhaseInWhichEveryGameIsStuckIsComeTo) {
  const Verification result = verified(unpaid(), "A white a1\nB black c3", {"never-fires", "play-goes-on"});
  EXPECT_EQ(of_subject(result, "procedure turn_of"), nullptr);
  ASSERT_NE(of_subject(result, "action pay"), nullptr);
  const Finding* const stuck = of_subject(result, "stuck at turn_of:1");
  ASSERT_NE(stuck, nullptr);
  ASSERT_TRUE(stuck->witness);
  EXPECT_EQ(stuck->witness->units, 2) << "units on the map where the game begins";
}

TEST(IdleRules, NothingIsSaidOfWhatWasTriedAtNoPosition) {
  Settings settings = small_budget();
  settings.positions = 0;
  const Verification result = verified(unpaid(), "A white a1\nB black c3", {"idle-rules"}, settings);
  for (const Finding& one : result.findings) ADD_FAILURE() << finding_text(one);
  EXPECT_THAT(result.asked[0].answer.scope, HasSubstr(" not tried, since no position evaluates "));
}

TEST(IdleRules, ARuleThatAsksForAReadingMayMatterUnderAnotherAnswer) {
  const std::string reading =
      "  reading strict \"Must it wait?\"\n    lax \"nobody says so\"\n    waits \"it is said\"\n    default lax\n";
  const std::string rules = turns(reading + R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    require 2.0 wait: turn < 30 or strict = waits
    require 2.0 early: turn < 30
    do
      place(u) := to
)");
  const Verification result = verified(rules, "A white a1\nB black c3", {"idle-rules"});
  const std::string asks = "It asks for the answer to strict: under another answer it may matter.";
  const Finding* const waits = of_subject(result, "requirement step.wait");
  const Finding* const early = of_subject(result, "requirement step.early");
  ASSERT_NE(waits, nullptr) << result.asked[0].answer.scope;
  ASSERT_NE(early, nullptr);
  EXPECT_THAT(waits->text, HasSubstr(asks));
  EXPECT_THAT(early->text, testing::Not(HasSubstr(asks)));
}

// Every game ends by that line, and without it the rules would be refused (E0511).
TEST(IdleRules, WhatRulesAreRefusedWithoutIsNotIdle) {
  const Verification result = verified(turns(step), "A white a1\nB black c3", {"idle-rules"});
  for (const Finding& one : result.findings)
    EXPECT_EQ(one.subject.find("statement game"), std::string::npos) << one.subject;
}

// One position of a game is the one that counts: few of many are kept, and its last step is looked at always.
TEST(IdleRules, TheLastStepsOfGamesAreLookedAt) {
  std::string rules = turns(step);
  const std::string drawn = "    end game drawn\n";
  rules.replace(rules.find(drawn), drawn.size(), "    if turn = 40 then end game won by black\n" + drawn);
  rules.replace(rules.find("at most 6 times"), 15, "at most 40 times");
  Settings settings = small_budget();
  settings.positions = 0;
  const Verification result = verified(rules, "A white a1\nB black c3", {"idle-rules"}, settings);
  for (const Finding& one : result.findings)
    EXPECT_EQ(one.subject.find("statement game"), std::string::npos) << one.subject;
}

TEST(PlayGoesOn, AFaultIsToldWithItsLineAndItsValues) {
  std::string rules = turns(step);
  rules.replace(rules.find("from 0 to 40"), 12, "from 0 to 5");
  const Verification result = verified(rules, "A white a1\nB black c3", {"play-goes-on"});
  const Finding* const fault = of_subject(result, "fault by 2.0");
  ASSERT_NE(fault, nullptr);
  EXPECT_THAT(fault->text, HasSubstr("turn += 1 = 6 is outside the range of turns, 0 to 5, with turn = 5."));
  ASSERT_EQ(fault->places.size(), 1U);
  EXPECT_THAT(fault->places[0].text, HasSubstr("turn += 1"));
  EXPECT_EQ(result.confirmed, 1U);
}

/// `turns` with a choice among the sets of so many tokens after each step.
std::string sending(int count) {
  std::string tokens = "  kind token = t1";
  for (int i = 2; i <= count; ++i) tokens += ", t" + std::to_string(i);
  std::string rules = turns(step);
  const std::string from = "  action pass()\n";
  rules.replace(rules.find(from), from.size(), from + tokens + "\n  action send(team: set of t in token)\n");
  const std::string offered = "      step()\n      pass()\n";
  return rules.replace(rules.find(offered), offered.size(),
                       "      step()\n      pass()\n    choose by by\n      send(team)\n");
}

TEST(PlayGoesOn, ALimitOfCasebookIsUnknownAndToldOnce) {
  const Verification result = verified(sending(25), "A white a1\nB black c3", {"play-goes-on"});
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  const Finding& limit = result.findings[0];
  EXPECT_EQ(limit.subject, "limit by 2.0");
  EXPECT_EQ(limit.verdict, Verdict::unknown);
  EXPECT_EQ(limit.concern, Concern::information);
  EXPECT_THAT(limit.text, HasSubstr("25 members may be in team of send (2.0)"));
  EXPECT_THAT(limit.text, HasSubstr("join one by one"));
  EXPECT_THAT(limit.scope, HasSubstr("ended at a limit of Casebook"));
  EXPECT_EQ(result.confirmed, 1U);
  EXPECT_EQ(result.status(), 30);
}

// A stop in the middle of a list of choices: what the check had is dropped, since it may be half a finding.
TEST(PlayGoesOn, WhatWasCutOffIsNotClaimed) {
  platform::set_stop_requested(true);
  const Verification result = verified(sending(17), "A white a1\nB black c3", {"play-goes-on", "games-end"});
  platform::set_stop_requested(false);
  EXPECT_TRUE(result.stopped);
  EXPECT_TRUE(result.findings.empty()) << shown(result.findings);
  EXPECT_EQ(result.status(), 130);
  for (const Asked& one : result.asked) {
    EXPECT_EQ(one.answer.verdict, Verdict::unknown) << one.check->id;
    EXPECT_EQ(one.answer.scope, "stopped by the user") << one.check->id;
  }
}

TEST(Caps, TheTwoEndsOfAClampAreTwoFindings) {
  const std::string held = step +
                           "  view price(x: turns) \"P\" = items cost(x)\n"
                           "  define half(x: turns) -> number = if x > 20 then 8 else 6\n"
                           "  define held(x: turns) -> turns = clamp(half(x), 2, 9) as turns\n"
                           "  define cost(x: turns) -> turns = sum of\n    2.0 base: held(x)\n";
  const Verification result = verified(turns(held), "A white a1\nB black c3", {"caps"});
  std::set<std::string> prints, headlines;
  for (const Finding& one : result.findings)
    if (one.subject.ends_with("cap in held")) {
      prints.insert(fingerprint_text(one));
      headlines.insert(one.headline);
    }
  EXPECT_EQ(prints.size(), 2U);
  EXPECT_THAT(headlines, testing::ElementsAre("The lower cap in held never applies",
                                              "The upper cap in held never applies"));
}

TEST(Verify, what_was_not_looked_for_as_before_is_not_gone) {
  const auto scenario = testing_support::scenario_of(turns(step), board("A white a1\nB black c3"));
  board::Acknowledgements list;
  list.all.push_back(
      {"0123456789abcdef", "the editor", "known", "play-goes-on", "stuck at turn_of:1", {}, {}});
  list.all.push_back({"0123456789abcdee", "the editor", "known", "games-end", "stuck at turn_of:1", {}, {}});
  const auto gone = [&](uint64_t games, uint64_t positions) {
    Settings settings = small_budget();
    settings.games = games;
    settings.positions = positions;
    return verify({scenario->id, scenario->program, scenario, std::nullopt}, settings,
                  {"play-goes-on", "games-end"}, list)
        .gone.size();
  };
  EXPECT_EQ(gone(0, 0), 0U);
  EXPECT_EQ(gone(20, 2000), 0U);
  EXPECT_EQ(gone(100, 100), 1U) << "games-end needs no positions";
  EXPECT_EQ(gone(100, 2000), 2U);
}

// That the words mention the side says nothing: play does.
TEST(WrongSide, WordsThatLetBothSidesThroughAreToldWithHowOften) {
  const auto told = [&](const std::string& domain, const std::string& required) {
    const Verification result =
        verified(turns("  action step(u in unit at from" + domain + ", to in neighbours(from))\n" + required +
                       "    require 2.0 free: no x in unit on to\n    do\n      place(u) := to\n"),
                 "A white a1\nB black c3", {"wrong-side"});
    EXPECT_EQ(result.confirmed, result.witnesses);
    const Finding* const found = of_subject(result, "step.u");
    if (found == nullptr) return std::string();
    EXPECT_EQ(found->concern, Concern::gap);
    return found->headline + ": " + found->text;
  };
  EXPECT_EQ(told(" where side(u) = mover", ""), "");
  EXPECT_EQ(told(" where side(u) != mover", ""), "") << "always the other side's: the words say so";
  for (const std::string& text : {told(" where side(u) = mover or turn > 3", ""),
                                  told("", "    require 2.0 whose: side(u) = side(u)\n")}) {
    EXPECT_THAT(
        text,
        HasSubstr("step can be chosen for pieces of either side, though its rules depend on their side"));
    EXPECT_THAT(
        text,
        testing::ContainsRegex(
            "[0-9]+ are for the player's own pieces[.] The other [0-9]+ are for pieces of the other side"));
    EXPECT_THAT(text, testing::Not(HasSubstr(": 0 of them in positions of games")));
  }
}

// The other side's units are offered only with one answer of a reading: the reading asks whose they are.
TEST(WrongSide, WhatOneAnswerOfAReadingOffersIsThatReading) {
  const auto told = [&](const std::string& when, const std::string& before, const std::string& after,
                        const std::string& used = "both") {
    std::string rules =
        turns(step +
                  "  action push(u in unit at from, to in neighbours(from))\n"
                  "    require 2.0 empty: no x in unit on to\n    do\n      place(u) := to\n",
              "  reading aside \"Is it late?\"\n    early \"no\"\n    late \"yes\"\n    default early\n"
              "  reading who \"Who moves a unit?\"\n    owner \"its owner\"\n    both \"both\"\n"
              "    default " +
                  used + "\n");
    const std::string asks = "    choose by by\n      step()\n      pass()\n";
    const std::string pushes = "      choose by by\n        push()\n        pass()\n";
    rules.replace(rules.find(asks), asks.size(), "    if " + when + " then\n" + before + after);
    if (const size_t at = rules.find("PUSH\n"); at != std::string::npos) rules.replace(at, 5, pushes);
    const auto scenario = testing_support::scenario_of(rules, board("A white a1\nB black c3"));
    std::vector<Shipped> saved;
    if (used == "owner") {  // where only the other answer comes to, somebody laid a position down
      std::string other = rules;
      other.replace(other.find("default owner"), 13, "default both");
      const auto both = testing_support::scenario_of(other, board("A white a1\nB black c3"));
      runtime::Position position = both->start;
      runtime::ReferenceRules(both).begin(position);
      saved.push_back({"readings/pushed", {}, position, false});
    }
    const Verification result = verify({scenario->id, scenario->program, scenario, std::nullopt, {}, saved},
                                       small_budget(), {"wrong-side"});
    const Finding* const found = of_subject(result, "push.u");
    if (found == nullptr) return std::string("nothing");
    EXPECT_THAT(found->text, HasSubstr("B belongs to black"));
    // Shown under rules that come to it, and confirmed there.
    EXPECT_EQ(result.confirmed, result.witnesses);
    EXPECT_EQ(found->witness->sides.at(0).ruleset.find("who=both") != std::string::npos, used == "owner");
    return found->same_as ? found->same_as->check + " " + found->same_as->subject + ": " + found->same_as->why
                          : std::string("not asked");
  };
  const std::string own = "      choose by by\n        step()\n        pass()\n";
  const std::string asked = "ambiguities who: with the answer who = owner, nobody chooses here";
  EXPECT_EQ(told("who = both", "PUSH\n", "    else\n" + own), asked);
  EXPECT_EQ(told("who = owner", own, "    else\nPUSH\n"), asked);
  EXPECT_EQ(told("who = both or turn < 9", "PUSH\n", "    else\n" + own), "not asked");
  EXPECT_EQ(told("who = owner", "      turn += 0\n", "    choose by by\n      push()\n      pass()\n"),
            "not asked")
      << "it stands after the branch";
  // Nobody comes to it as these rules are played: not every answer of another reading is the reason.
  EXPECT_EQ(told("who = both", "PUSH\n", "    else\n" + own, "owner"),
            "ambiguities who: only with the answer who = both does anybody choose here");
}

// The state has that value only where the game is over.
TEST(Arrivals, ATimeAfterTheLastChoiceIsTold) {
  const std::string enters = R"(  action enter(v in mine(), at in entry(v))
    require 2.0 waits: place(v) = reserve
    require 2.0 due: arrival(v) <= turn
    do
      place(v) := at
)" + step;
  const auto told = [&](const std::string& when) {
    std::string rules =
        turns(enters, "  given arrival(unit): turns = 0\n  given entry(unit): hex or none = none\n");
    rules.replace(rules.find("      step()\n"), 0, "      enter()\n");
    const Verification result =
        verified(rules, "A white a1\nB black c3\nC white reserve entry=\"a3\" arrival=" + when, {"arrivals"});
    return result.findings.empty() ? std::string()
                                   : result.findings[0].subject + ": " + result.findings[0].text;
  };
  EXPECT_EQ(told("4"), "");
  EXPECT_EQ(told("6"), "arrival 6: It is due when turn is 6. In play, turn was never more than 5.");
}

// Play asks it where somebody chooses. Of a position that is made up at a throw it would not be asked, and
// the throw would be blamed for what was broken before.
TEST(InvariantsKept, AThrowIsNotBlamedForWhatWasBrokenBefore) {
  std::string rules =
      turns(step +
                "  procedure throwing(by: side)\n    roll d: d6\n"
                "    thrown := if by = white then d else 1\n"
                "  invariant alone at every choice: all u in unit at g: count x in unit on g = 1\n",
            "  measure d6 from 1 to 6\n  state thrown: d6 = 1\n");
  const std::string turn_ends = "      mover := other(mover)\n";
  rules.insert(rules.find(turn_ends), "      throwing(mover)\n");
  const std::string pieces = "A white a1\nC white b1\nB black c3";
  const Verification kept = verified(rules, pieces, {"invariants-kept"});
  EXPECT_TRUE(kept.findings.empty()) << finding_text(kept.findings.front());
  // What a throw breaks it is still blamed for.
  std::string broken = rules;
  const std::string thrown = "    thrown := if by = white then d else 1\n";
  broken.insert(broken.find(thrown) + thrown.size(), "    for all u in unit do place(u) := centre\n");
  broken.insert(broken.find("  box reserve\n"), "  state centre: hex\n");
  const Verification blamed = verified(broken, pieces, {"invariants-kept"});
  ASSERT_FALSE(blamed.findings.empty());
  EXPECT_EQ(blamed.findings.front().subject, "alone");
}

}  // namespace
}  // namespace casebook::checks
