// SPDX-License-Identifier: Apache-2.0
// A question about a choice that nobody would make is a note. One that matters in any other way wants an answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verifier/checks/small_rules_texts.h"
#include "tests/verifier/checks/verified.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* as_note = "It only allows a choice that loses the game at once for who makes it";

/// A unit may leave for the reserve, if the reading `gate` says so; what becomes of the game is `then`.
std::string leaving(const std::string& then, const std::string& of_steps = "no x in unit on to") {
  return head + R"(case 2.0 "Play"
  summary "They move in turn."
  reading gate "May a unit leave?"
    closed "nothing permits it"
    wide_open "nothing forbids it"
    default closed
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
    choose by by
      step()
      leave()
      pass()
  action pass()
  action leave(u in mine())
    require 2.0 there: on_map(u)
    require 2.0 gate: gate = wide_open
    do
      place(u) := reserve
)" + then +
         "  action step(u in mine() at from, to in neighbours(from))\n    require 2.0 free: " + of_steps +
         "\n    do\n      place(u) := to\n";
}

Finding asked(const std::string& rules, const std::string& check, const std::string& subject) {
  const Verification result = verification_of(rules, board("A white a1\nB black c3\nC white b1"), {check});
  EXPECT_EQ(result.confirmed, result.witnesses);
  const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                  [&](const Finding& one) { return one.subject == subject; });
  if (found != result.findings.end()) return *found;
  ADD_FAILURE() << subject << "\n" << shown(result.findings);
  return {};
}

TEST(OnlyLoses, AReadingThatPermitsOnlyWhatLosesAtOnceIsANote) {
  const std::string rules = leaving("      end game won by other(mover)\n");
  const Finding note = asked(rules, "ambiguities", "gate");
  EXPECT_EQ(note.concern, Concern::information);
  EXPECT_EQ(note.verdict, Verdict::refuted);
  EXPECT_THAT(note.text, HasSubstr("is lawful"));
  EXPECT_THAT(note.text, HasSubstr(as_note));
  EXPECT_THAT(note.scope, HasSubstr("that it matters otherwise was not found in "));
}

TEST(OnlyLoses, AChoiceThatWinsOrDrawsOrGoesOnIsAQuestion) {
  for (const char* const then : {"      end game won by mover\n", "      end game drawn\n", ""}) {
    const Finding question = asked(leaving(then), "ambiguities", "gate");
    EXPECT_EQ(question.concern, Concern::ambiguity) << then;
    EXPECT_THAT(question.text, Not(HasSubstr(as_note))) << then;
  }
}

// Most positions show the choice that loses. In few the answer matters in another way, and these count.
TEST(OnlyLoses, AReadingThatAlsoMattersOtherwiseIsAQuestion) {
  const Finding question =
      asked(leaving("      end game won by other(mover)\n", "gate = wide_open or no x in unit on to"),
            "ambiguities", "gate");
  EXPECT_EQ(question.concern, Concern::ambiguity);
  EXPECT_THAT(question.text, Not(HasSubstr(as_note)));
}

/// One unit is the gun; it may not leave, or may.
std::string gun(const std::string& then) {
  std::string text = leaving(then);
  const std::string line = "    require 2.0 gate: gate = wide_open\n";
  text.replace(text.find(line), line.size(), "    require 2.0 gun: not gun(u)\n");
  const std::string first = "  reading gate", last = "    default closed\n";
  text.erase(text.find(first), text.find(last) + last.size() - text.find(first));
  return text.insert(text.find("case 2.0"), "  given gun(unit): bool = no\n");
}

TEST(OnlyLoses, AQuestionThatNobodyAskedIsJudgedAlike) {
  const DataText data = board("A white a1 gun=true\nB black c3\nC white b1");
  const auto concern = [&](const std::string& then) {
    const Verification result = verification_of(gun(then), data, {"questions"});
    const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                    [](const Finding& one) { return one.subject == "leave.single_piece"; });
    if (found != result.findings.end()) return found->concern;
    ADD_FAILURE() << shown(result.findings);
    return Concern::idle;
  };
  EXPECT_EQ(concern("      if gun(u) then end game won by other(mover)\n"), Concern::information);
  EXPECT_EQ(concern("      if gun(u) then end game won by mover\n"), Concern::ambiguity);
}

// Costs: what is closed to a piece is a note; a piece that can pay for nothing is a question.
TEST(OnlyLoses, CostsThatCloseSomeStepsOnlyAreANote) {
  for (const char* const part : {"costs-some", "costs-none"}) {
    const std::vector<SmallRules> all = small_rules();
    const auto rules =
        std::find_if(all.begin(), all.end(), [&](const SmallRules& one) { return one.name() == part; });
    ASSERT_NE(rules, all.end());
    const Verification result = verification_of(rules->flawed, rules->flawed_data, {"costs"});
    ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
    EXPECT_EQ(result.findings.front().concern,
              rules->name() == "costs-some" ? Concern::information : Concern::gap);
  }
}

}  // namespace
}  // namespace casebook::checks
