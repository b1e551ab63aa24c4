// SPDX-License-Identifier: Apache-2.0
// Two exceptions or adjustments without an order: what `check` says of them, and of what follows from them.
#include "engine/runtime/claims/conflicts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/runtime/claims/claims.h"
#include "engine/runtime/claims/invariant_watch.h"
#include "engine/runtime/claims/tell_conflicts.h"
#include "tests/support/rules_text.h"

namespace casebook::runtime {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::DataText;
using testing_support::scenario_of;

/// One unit is heavy. Each has its speed to spend in a march of the one side.
const std::string army_rules = R"(edition army "Army"
case 1.0
  kind side = white, black
  kind unit on map
  box off
  given side(unit): side
  given heavy(unit): bool = no
  measure points from 0 to 40
  measure turns from 1 to 7
  state turn: turns = 1
  define speed(u: unit) -> points = 5
  define dark() -> bool = turn in {1, 4}
  action wait()
  procedure game
    march(white)
    end game drawn
  procedure march(by: side)
    state left(unit): points
    for all u in unit do left(u) := speed(u)
    choose by by
      wait()
)";

const std::string night_case = "case 3.0 \"Night\"\n  adjust speed(u) when dark() then otherwise - 1\n";
const std::string load_case = "case 4.0 \"Load\"\n  adjust speed(u) when heavy(u) then otherwise * 2";

DataText army_data() {
  return {testing_support::small_map(3, 3), testing_support::units("A white a1\nB black c3 heavy=true\n"), "",
          ""};
}

/// As `check --play` reports it.
Diagnostics check_says(const std::string& rules) {
  Diagnostics of_text, found(1'000), into;
  const auto program = testing_support::compile_text(rules, of_text);
  const auto scenario = program ? testing_support::bind_text(program, army_data(), of_text) : nullptr;
  if (!scenario) {
    ADD_FAILURE() << testing_support::shown(of_text);
    return into;
  }
  run_all_claims(scenario, found);
  InvariantWatch watch(scenario);
  Position start = scenario->start;
  ReferenceRules(scenario).begin(start);
  watch.begin(start);
  watch.report(found);
  tell_conflicts(scenario, of_text, found, into);
  return into;
}

std::vector<std::string> codes_told(const Diagnostics& diagnostics) {
  std::vector<std::string> all;
  for (const Diagnostic& one : diagnostics.all())
    if (one.code != "W0301") all.push_back(one.code);  // nothing uses the sides
  return all;
}

const Diagnostic& first_told(const Diagnostics& diagnostics) {
  return *std::find_if(diagnostics.all().begin(), diagnostics.all().end(),
                       [](const Diagnostic& one) { return one.code != "W0301"; });
}

std::string notes_told(const Diagnostic& diagnostic) {
  std::string text;
  for (const Note& note : diagnostic.notes) text += note.text + "\n";
  return text;
}

TEST(Conflicts, OfTheStartAreAnErrorThatNamesBothAndTheValues) {
  const Diagnostics all = check_says(army_rules + night_case + load_case + "\n");
  ASSERT_THAT(codes_told(all), ElementsAre("E0614")) << testing_support::shown(all);
  const Diagnostic& one = first_told(all);
  EXPECT_EQ(one.severity, Severity::error);
  EXPECT_EQ(one.message,
            "nothing says whether 3.0 or 4.0 adjusts \"speed\" first, and the value depends on it");
  EXPECT_EQ(one.expected, "`after 3.0` here, or `after 4.0` there");
  EXPECT_THAT(one.cases, ElementsAre("3.0", "4.0"));
  EXPECT_EQ(one.range.begin.line, 25);
  ASSERT_EQ(one.notes.size(), 2U) << notes_told(one);
  EXPECT_EQ(one.notes[0].range.begin.line, 23);
  EXPECT_EQ(one.notes[1].text, "at the start, speed(B) is 8 if 3.0 adjusts first, and 9 if 4.0 does");
}

TEST(Conflicts, WithAnOrderThereAreNone) {
  const Diagnostics all = check_says(army_rules + night_case + load_case + " after 3.0\n");
  EXPECT_THAT(codes_told(all), IsEmpty()) << testing_support::shown(all);
}

TEST(Conflicts, NoneAreToldOfAdjustmentsThatComeToTheSameInEitherOrder) {
  const Diagnostics all =
      check_says(army_rules + "case 3.0\n  adjust speed(u) when dark() then otherwise + 2\n" +
                 "case 4.0\n  adjust speed(u) when heavy(u) then otherwise + 4\n");
  EXPECT_THAT(codes_told(all), IsEmpty()) << testing_support::shown(all);
}

TEST(Conflicts, NoneAreToldWhereNoUnitIsOfBothConditions) {
  const Diagnostics all = check_says(army_rules + load_case + "\ncase 5.0\n" +
                                     "  adjust speed(u) when not heavy(u) and dark() then otherwise - 1\n");
  EXPECT_THAT(codes_told(all), IsEmpty()) << testing_support::shown(all);
}

// Turn 4 is not the first: nothing says that play comes to it, so that is a warning.
TEST(Conflicts, OfAnotherTurnAreAWarningThatNamesTheTurn) {
  const std::string late = "case 3.0\n  adjust speed(u) when turn = 4 then otherwise - 1\n";
  const Diagnostics all = check_says(army_rules + late + load_case + "\n");
  ASSERT_THAT(codes_told(all), ElementsAre("W0310")) << testing_support::shown(all);
  EXPECT_THAT(notes_told(first_told(all)),
              HasSubstr("with turn = 4, speed(B) is 8 if 3.0 adjusts first, and 9 if 4.0 does"));
  const Diagnostics excluded =
      check_says(army_rules + late + load_case + "\n  invariant short at every choice: turn < 4\n");
  EXPECT_THAT(codes_told(excluded), IsEmpty()) << testing_support::shown(excluded);
}

// Where pieces stand is not tried: `verify` does that.
TEST(Conflicts, ThatRestOnPlacesAreLeftToVerify) {
  const std::string rules =
      army_rules + "case 3.0\n  adjust speed(u) when place(u) = off then otherwise - 1\n" + load_case;
  const Diagnostics all = check_says(rules + "\n");
  EXPECT_THAT(codes_told(all), IsEmpty()) << testing_support::shown(all);
  // A claim comes to it: that is then told, and not that the claim fails.
  const Diagnostics met = check_says(rules + "\n  claim \"off the map\"\n    given place(\"B\") = off\n" +
                                     "    expect speed(\"B\") = 8\n");
  ASSERT_THAT(codes_told(met), ElementsAre("E0614")) << testing_support::shown(met);
  EXPECT_THAT(notes_told(first_told(met)),
              HasSubstr("1 claim leads to this, and is not reported as an error of its own"));
  EXPECT_THAT(notes_told(first_told(met)), Not(HasSubstr("at the start")));
}

TEST(Conflicts, TakeThePlaceOfWhatClaimsAndInvariantsFindBehindThem) {
  const std::string claims =
      "\n  claim \"asks\"\n    expect speed(\"B\") = 8\n"
      "  claim \"plays\"\n    play wait()\n    expect drawn\n"
      "  claim \"of a phase\"\n    at march(white)\n    expect left(\"A\") = 4\n"
      "  claim \"offers\"\n    at march(white)\n    expect permitted wait()\n"
      "  claim \"of another unit, by day\"\n    given turn = 2\n    expect speed(\"A\") = 4\n";
  const Diagnostics all = check_says(army_rules + night_case + load_case + claims);
  ASSERT_THAT(codes_told(all), ElementsAre("E0614", "E0610")) << testing_support::shown(all);
  EXPECT_THAT(notes_told(first_told(all)), HasSubstr("4 claims lead to this, the first of them here"));
  EXPECT_THAT(notes_told(all.all().back()), HasSubstr("speed(A) = 5")) << "fails for a reason of its own";
}

// Loading warns of them already, because one always applies.
TEST(Conflicts, AreToldOnceWhereTheTextDecidesThemToo) {
  const Diagnostics all =
      check_says(army_rules + "case 3.0\n  adjust speed(u) when yes then otherwise - 1\n" + load_case + "\n");
  EXPECT_THAT(codes_told(all), ElementsAre("E0614")) << testing_support::shown(all);
}

TEST(Conflicts, OfExceptionsAreToldToo) {
  const std::string two =
      "case 3.0\n  except speed(u) when dark() then 3\ncase 4.0\n  except speed(u) when heavy(u) then ";
  const Diagnostics all = check_says(army_rules + two + "4\n");
  ASSERT_THAT(codes_told(all), ElementsAre("E0614")) << testing_support::shown(all);
  EXPECT_EQ(first_told(all).message,
            "3.0 and 4.0 are both exceptions to \"speed\", they differ, and neither has priority");
  EXPECT_EQ(first_told(all).expected, "`over 3.0` here, or `over 4.0` there");
  EXPECT_THAT(notes_told(first_told(all)), HasSubstr("at the start, speed(B) is 3 by 3.0, and 4 by 4.0"));
  EXPECT_THAT(codes_told(check_says(army_rules + two + "4 over 3.0\n")), IsEmpty());
  EXPECT_THAT(codes_told(check_says(army_rules + two + "3\n")), IsEmpty()) << "they say the same";
}

// A phase that does not run has no state: what would hold there is nothing that play asks.
TEST(Conflicts, AreNotSoughtInPhasesThatDoNotRun) {
  const std::string late =
      "  state spent(unit): points = 0\n  procedure rest\n    state hours: points = 1\n    for all u in unit do spent(u) := speed(u)\n    choose by white\n      wait()\n"
      "case 3.0\n  adjust speed(u) when hours = 0 then otherwise - 1\n";
  std::string rules = army_rules + late + load_case + "\n";
  rules.replace(rules.find("    end game drawn"), 0, "    rest()\n");
  rules.replace(rules.find("left(u) := speed(u)"), 19, "left(u) := 1");
  const Diagnostics all = check_says(rules);
  EXPECT_THAT(codes_told(all), IsEmpty()) << testing_support::shown(all);
}

TEST(Conflicts, AFaultNamesBothLinesAndIsReadAgain) {
  const auto scenario = scenario_of(army_rules + night_case + load_case + "\n", army_data());
  const language::Program& program = *scenario->program;
  const std::vector<UnorderedPair> pairs = unordered_pairs(program);
  ASSERT_EQ(pairs.size(), 1U);
  ReferenceRules rules(scenario);
  Position position = scenario->start;
  rules.begin(position);
  ASSERT_EQ(rules.notes().size(), 1U);
  EXPECT_THAT(rules.notes()[0], AllOf(HasSubstr("speed: the adjustments of 3.0 and 4.0 both hold"),
                                      HasSubstr(":23 and "), testing::EndsWith(":25")));
  EXPECT_EQ(pair_told(program, "the game is over: " + rules.notes()[0] + "; and more"), pairs[0]);
  EXPECT_EQ(pair_told(program, "speed: both hold"), std::nullopt);
}

}  // namespace
}  // namespace casebook::runtime
