// SPDX-License-Identifier: Apache-2.0
// Checks that ask the solver, where sampling cannot decide: every position and argument that the types allow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/rules_text.h"
#include "verifier/checks/verify.h"
#include "verifier/symbolic/prove/any_input.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;
using testing::Not;

// What is drawn at random does not come to three numbers that add up to one number of a million.
constexpr const char* head = R"(edition large "Large"
section 1 "All"
case 1.0 "Pieces"
  summary "Two sides have units, and three numbers stand beside the map."
  kind side = white, black
  kind unit on map
  box reserve
  given side(unit): side
  measure turns from 0 to 40
  measure loads from 0 to 100000
  measure sums from 0 to 900000
  state turn: turns = 0
  state mover: side = white
  state one: loads = 0
  state two: loads = 0
  state three: loads = 0
  define all_three() -> sums = (one as sums) + (two as sums) + (three as sums)
  procedure game
    repeat at most 6 times
      choose by mover
        step()
        pass()
      mover := other(mover)
      turn += 1
    end game drawn
  action pass()
  action step(u in unit at from, to in neighbours(from))
    do
      place(u) := to
)";

std::string exceptions(const std::string& early, const std::string& late) {
  return std::string(head) +
         "  define worth(u: unit) -> turns = 1\n"
         "case 3.0 \"First\"\n  summary \"It is two.\"\n  except worth(u) when " +
         early +
         " then 2\n"
         "case 3.1 \"Second\"\n  summary \"It is three.\"\n  except worth(u) when " +
         late + " then 3\n";
}

struct Asking {
  Verification result;
  const Asked& asked(const std::string& check) const {
    return *std::find_if(result.asked.begin(), result.asked.end(),
                         [&](const Asked& one) { return one.check->id == check; });
  }
  const Finding* finding(const std::string& subject) const {
    const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                    [&](const Finding& one) { return one.subject == subject; });
    return found == result.findings.end() ? nullptr : &*found;
  }
  std::string text() const {
    std::string text;
    for (const Finding& one : result.findings) text += finding_text(one);
    for (const Asked& one : result.asked) text += one.answer.scope + "\n";
    return text;
  }
};

std::shared_ptr<const runtime::Scenario> scenario_of(const std::string& rules) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units("A white a1\nB black c3\nC white a2");
  return testing_support::scenario_of(rules, data);
}

Asking ask(const std::string& rules, const std::string& check, uint32_t resources) {
  const auto scenario = scenario_of(rules);
  Settings settings;
  settings.games = 10;
  settings.decisions = 40;
  settings.positions = 100;
  settings.solver_resources = resources;
  return {verify({scenario->id, scenario->program, scenario, std::nullopt}, settings, {check})};
}

constexpr uint32_t enough = 1'000'000;

TEST(SolverChecks, TwoExceptionsThatHoldTogetherInOneOfVeryManyPositionsAreFound) {
  const std::string rules =
      exceptions("all_three() = 271828 and one > two", "two > three and three > 90000 and turn < 3");
  const Asking sampled = ask(rules, "exceptions", 0);
  EXPECT_EQ(sampled.finding("worth: 3.0 and 3.1"), nullptr) << sampled.text();
  EXPECT_EQ(sampled.asked("exceptions").answer.verdict, Verdict::sampled);

  const Asking solved = ask(rules, "exceptions", enough);
  const Finding* found = solved.finding("worth: 3.0 and 3.1");
  // 90,001 + 90,002 + 90,003 is the least that they come to, and less than 271,828.
  ASSERT_NE(found, nullptr) << solved.text();
  EXPECT_EQ(found->verdict, Verdict::refuted);
  EXPECT_EQ(found->method, Method::solver);
  ASSERT_TRUE(found->witness.has_value());
  EXPECT_EQ(solved.result.confirmed, 1U);
}

TEST(SolverChecks, TwoExceptionsThatNeverHoldTogetherAreProvedToAgree) {
  const std::string rules =
      exceptions("all_three() = 271828 and one > two", "two > three and three > 91000 and turn < 3");
  const Asking sampled = ask(rules, "exceptions", 0);
  EXPECT_EQ(sampled.asked("exceptions").answer.verdict, Verdict::sampled);
  const Asking solved = ask(rules, "exceptions", enough);
  EXPECT_EQ(solved.finding("worth: 3.0 and 3.1"), nullptr) << solved.text();
  EXPECT_EQ(solved.asked("exceptions").answer.verdict, Verdict::proved) << solved.text();
  EXPECT_THAT(solved.asked("exceptions").answer.scope, HasSubstr("1 proved by Z3 for every position"));
}

TEST(SolverChecks, ALimitThatIsMetStaysSampledAndSaysWhichPair) {
  const Asking solved =
      ask(exceptions("all_three() = 271828 and one > two", "two > three and three > 91000"), "exceptions", 1);
  EXPECT_EQ(solved.asked("exceptions").answer.verdict, Verdict::sampled);
  EXPECT_THAT(solved.asked("exceptions").answer.scope,
              HasSubstr("1 open: 3.0 and 3.1 of worth: Z3 reached its limit"));
}

TEST(SolverChecks, WhatIsStoppedStaysOpenAndSaysSo) {
  const auto scenario = scenario_of(exceptions("one > two", "two > one"));
  const auto& definitions = scenario->program->definitions;
  const auto worth = std::find_if(definitions.begin(), definitions.end(),
                                  [](const language::Definition& one) { return one.name == "worth"; });
  ASSERT_NE(worth, definitions.end());
  bool going = true;
  symbolic::AnyInput input(scenario, static_cast<language::DefinitionId>(worth - definitions.begin()),
                           {enough}, [&] { return going; });
  EXPECT_EQ(input.never_faults().never, Verdict::proved);
  going = false;
  const symbolic::NeverAnswer stopped = input.never_faults();
  EXPECT_EQ(stopped.never, Verdict::unknown);
  EXPECT_EQ(stopped.why, "stopped");
}

// One that goes before both lets neither decide.
TEST(SolverChecks, AnExceptionBeforeBothHidesThatTheyDiffer) {
  const auto with = [](const std::string& turns) {
    return std::string(head) +
           "  define worth(u: unit) -> turns = 1\n"
           "case 3.0 \"Both\"\n  summary \"It is two, or three.\"\n"
           "  except worth(u) when all_three() = 271828 then 2\n  except worth(u) when one > two then 3\n"
           "case 3.2 \"Third\"\n  summary \"It is four.\"\n  except worth(u) when turn < " +
           turns + " then 4 over 3.0\n";
  };
  const Asking solved = ask(with("41"), "exceptions", enough);
  EXPECT_EQ(solved.finding("worth: 3.0 and 3.0"), nullptr) << solved.text();
  EXPECT_EQ(solved.asked("exceptions").answer.verdict, Verdict::proved) << solved.text();
  // On the last turn it does not.
  EXPECT_NE(ask(with("40"), "exceptions", enough).finding("worth: 3.0 and 3.0"), nullptr);
}

// No value where all three stand on one hex with one sum beside the map.
std::string crowding(const std::string& sum) {
  return std::string(head) +
         "  kind ground = open, closed\n"
         "  table room(ground) -> turns\n    open: 2\n    closed: silent\n"
         "  define crowd(h: hex) -> turns = room(if all_three() = " +
         sum + " and (count x in unit on h) = 3 then closed else open)\n";
}

TEST(SolverChecks, AGapInOneOfVeryManyPositionsIsFound) {
  const Asking sampled = ask(crowding("271828"), "definitions-in-play", 0);
  EXPECT_EQ(sampled.finding("crowd without a value"), nullptr) << sampled.text();
  const Asking solved = ask(crowding("271828"), "definitions-in-play", enough);
  const Finding* found = solved.finding("crowd without a value");
  ASSERT_NE(found, nullptr) << solved.text();
  EXPECT_EQ(found->verdict, Verdict::refuted);
  EXPECT_EQ(found->method, Method::solver);
  ASSERT_TRUE(found->witness.has_value());
  EXPECT_EQ(found->witness->units, 3);
  EXPECT_EQ(solved.result.confirmed, solved.result.witnesses);
}

TEST(SolverChecks, ThatThereIsNoGapIsShown) {
  const Asking solved = ask(crowding("300001"), "definitions-in-play", enough);
  EXPECT_EQ(solved.finding("crowd without a value"), nullptr) << solved.text();
  EXPECT_THAT(solved.asked("definitions-in-play").answer.scope,
              HasSubstr("; Z3 proves that 2 definitions always have a value"));
  EXPECT_THAT(solved.asked("definitions-in-play").answer.scope, Not(HasSubstr("undecided")));
  EXPECT_THAT(solved.asked("definitions-in-play").answer.scope, Not(HasSubstr("Z3 proves that 0 always")));
}

// The invariant asks the definition and faults exactly where the exceptions are in conflict: it hides
// nothing.
TEST(SolverChecks, AnInvariantThatFaultsHidesNoConflictAndNoGap) {
  const std::string rules =
      exceptions("all_three() = 271828", "one > 90000 and two > 90000 and three > 90000 and turn < 3") +
      "  invariant low: all u in unit: worth(u) <= 4\n";
  const Asking conflict = ask(rules, "exceptions", enough);
  const Finding* found = conflict.finding("worth: 3.0 and 3.1");
  ASSERT_NE(found, nullptr) << conflict.text();
  EXPECT_TRUE(found->details.empty()) << conflict.text();
  EXPECT_EQ(found->witness->grade, Grade::typed);
  const Asking gap = ask(rules, "definitions-in-play", enough);
  ASSERT_NE(found = gap.finding("worth without a value"), nullptr) << gap.text();
  EXPECT_EQ(found->verdict, Verdict::refuted);
  EXPECT_EQ(found->witness->grade, Grade::typed);
  EXPECT_THAT(gap.asked("definitions-in-play").answer.scope, Not(HasSubstr("assumed")));
}

TEST(SolverChecks, WhatAnInvariantWouldExcludeNamesItAsSupposed) {
  const std::string rules =
      exceptions("all_three() = 271828", "one > 90000 and two > 90000 and three > 90000 and turn < 3") +
      "  invariant light: one <= 70000\n  invariant beside: turn <= 40\n";
  const Asking conflict = ask(rules, "exceptions", enough);
  const Finding* found = conflict.finding("worth: 3.0 and 3.1");
  ASSERT_NE(found, nullptr) << conflict.text();
  EXPECT_EQ(found->details, std::vector<std::string>{"Play need never reach it: if light holds no position "
                                                     "does so, which is assumed here and not proved."});
  const Asking gap = ask(rules, "definitions-in-play", enough);
  EXPECT_EQ(gap.finding("worth without a value"), nullptr) << gap.text();
  EXPECT_THAT(gap.asked("definitions-in-play").answer.scope,
              HasSubstr(", and that 1 more has one if light holds (assumed, not proved)"));
}

// What was the same wherever it was drawn: shown to be so, or shown to be otherwise somewhere and not told.
TEST(SolverChecks, WhatWasAlwaysTheSameIsProvedOrNoLongerTold) {
  const std::string never =
      std::string(head) +
      "  define crowd(h: hex) -> number = count x in unit on h where place(x) = reserve\n";
  const Finding* same = nullptr;
  const Asking sampled = ask(never, "definitions-in-play", 0),
               proved = ask(never, "definitions-in-play", enough);
  ASSERT_NE(same = sampled.finding("crowd"), nullptr) << sampled.text();
  EXPECT_EQ(same->verdict, Verdict::sampled);
  ASSERT_NE(same = proved.finding("crowd"), nullptr) << proved.text();
  EXPECT_EQ(same->verdict, Verdict::refuted);
  EXPECT_EQ(same->method, Method::solver);

  const std::string seldom =
      std::string(head) +
      "  define crowd(h: hex) -> number = if all_three() = 271828 then (count x in unit "
      "on h) else 0\n";
  EXPECT_NE(ask(seldom, "definitions-in-play", 0).finding("crowd"), nullptr);
  const Asking other = ask(seldom, "definitions-in-play", enough);
  EXPECT_EQ(other.finding("crowd"), nullptr) << other.text();
}

}  // namespace
}  // namespace casebook::checks
