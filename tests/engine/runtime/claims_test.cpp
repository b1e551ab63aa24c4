// SPDX-License-Identifier: Apache-2.0
// Claims: those that say nothing of a scenario, those that are meant for other switches, those that the rules
// call disputed.
#include "engine/runtime/claims/claims.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/runtime/pieces_text.h"

namespace casebook::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::DataText;
using testing_support::pieces;
using testing_support::pieces_data;
using testing_support::scenario_of;

TEST(Claims, SayNothingWhereWhatTheyNameIsMissing) {
  const auto scenario = scenario_of(std::string(pieces) + R"(  procedure game
    repeat
      choose by white
        step()
  claim "here"
    expect permitted step(A, a2)
  claim "a unit of another scenario"
    expect permitted step(X9, a2)
  claim "asks of it"
    expect place("X9") = off
)",
                                    pieces_data());
  Diagnostics diagnostics;
  const ClaimCount count = run_claims_without_play(scenario, diagnostics);
  EXPECT_EQ(count.held, 1);
  EXPECT_EQ(count.tried(), 1);
  EXPECT_EQ(count.says_nothing, 2);
  EXPECT_EQ(count.not_run(), 2);
  std::vector<std::string> codes;
  std::string text;
  for (const Diagnostic& one : diagnostics.all()) {
    codes.push_back(one.code);
    EXPECT_EQ(one.severity, Severity::warning);
    EXPECT_EQ(one.message, "this claim says nothing about this scenario");
    for (const auto& note : one.notes) text += note.text + "\n";
  }
  EXPECT_EQ(codes, (std::vector<std::string>{"W0602", "W0602"})) << testing_support::shown(diagnostics);
  EXPECT_THAT(text, testing::HasSubstr("X9"));
}

std::vector<std::string> statuses(const std::shared_ptr<const Scenario>& scenario, Claims& claims) {
  std::vector<std::string> out;
  for (const language::Claim& claim : scenario->program->claims)
    out.emplace_back(claim_status_words(claims.run(claim).status));
  return out;
}

/// The pieces, and markers on the map besides.
std::string two_kinds(const std::string& claims) {
  return std::string(pieces) + R"(  kind marker on map
  procedure game
    repeat
      choose by white
        step()
)" + claims;
}
DataText two_kinds_data(const std::string& id_of_marker) {
  DataText made = pieces_data();
  const std::string unit = R"("kind": "unit", "id": "A")";
  const std::string marker = R"("kind": "marker", "id": ")" + id_of_marker + R"(", "place": "b2"}, {)" + unit;
  made.order_of_battle.replace(made.order_of_battle.find(unit), unit.size(), marker);
  return made;
}

// A second kind on the map made every `place(A)` an error (E0305).
TEST(Claims, NamePiecesOfSeveralKindsWithoutTheirKind) {
  const auto scenario = scenario_of(two_kinds(R"(  claim "both are found"
    given place(A) = b1
    given place(M) = c1
    expect place(A) = b1 and place("M") = c1 and on_map(M) and place("B") = c3
  claim "and it is looked at"
    expect place(M) = a1
  claim "nobody"
    expect place(X) = a1
)"),
                                    two_kinds_data("M"));
  Claims claims(scenario);
  EXPECT_THAT(statuses(scenario, claims), ElementsAre("held", "fails", "says nothing here"));
}

TEST(Claims, DoNotNameAPieceByANameThatTwoKindsHave) {
  Diagnostics diagnostics;
  Diagnostics compiling;  // warnings
  const auto program =
      testing_support::compile_text(two_kinds("  claim \"which\"\n    expect place(A) = a1\n"), compiling);
  EXPECT_EQ(testing_support::bind_text(program, two_kinds_data("A"), diagnostics), nullptr);
  ASSERT_EQ(diagnostics.error_count(), 1U) << testing_support::shown(diagnostics);
  const Diagnostic& one = diagnostics.all().front();
  EXPECT_EQ(one.code, "E0305");
  EXPECT_EQ(one.message, "\"A\" is the name of a unit and of a marker, and nothing here says which is meant");
  EXPECT_GT(one.range.begin.line, 0);
}

const char* const switched = R"(  option fast "Fast"
  option slow "Slow" excludes fast
  reading pace "How far?"
    one "as printed"
    two "as meant"
    default one
  define far() -> number = (if pace = two then 2 else 1) + (if fast then 10 else 0) - (if slow then 1 else 0)
  procedure game
    repeat
      choose by white
        step()
)";

TEST(Claims, AreRunUnderTheSwitchesThatTheyName) {
  const std::string rules = std::string(pieces) + switched + R"(  claim "as it is"
    expect far() = 1
  claim "fast" with fast
    expect far() = 11
  claim "fast, from the set-up" with fast
    expect far() = 11 and place("A") = a1
  claim "meant" with pace = two
    expect far() = 2
  claim "both, in the other order" with pace = two, fast
    expect far() = 12
  claim "and again" with fast, pace = two
    play step(A, a2)
    expect far() = 12 and place("A") = a2
  claim "not fast" with not fast
    expect far() = 1
)";
  const auto scenario = scenario_of(rules, pieces_data());
  Claims claims(scenario);
  EXPECT_THAT(statuses(scenario, claims), testing::Each(testing::Eq("held")));
  EXPECT_EQ(claims.bound(), 3U) << "fast; pace = two; both";

  // A ruleset that has some of them already; the claim without switches is about the ruleset at hand.
  const auto fast = scenario_of(rules, pieces_data(), {{"fast", "yes"}});
  Claims of_fast(fast);
  EXPECT_THAT(statuses(fast, of_fast), ElementsAre("fails", "held", "held", "fails", "held", "held", "held"));
  EXPECT_EQ(of_fast.bound(), 2U) << "pace = two, also for the claims of both; not fast";
}

TEST(Claims, WhoseSwitchesDoNotGoWithTheScenarioSayNothing) {
  const std::string rules = std::string(pieces) + switched + R"(  claim "fast" with fast
    expect far() = 11
)";
  const auto scenario = scenario_of(rules, pieces_data(), {{"slow", "yes"}});
  Diagnostics diagnostics;
  const ClaimCount count = run_all_claims(scenario, diagnostics);
  EXPECT_EQ(count.says_nothing, 1);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "W0602");
  EXPECT_THAT(testing_support::shown(diagnostics), HasSubstr("exclude one another"));
}

TEST(Claims, WhoseSwitchesBringInDataThatDoNotFitAreAnError) {
  DataText wrong = pieces_data();
  wrong.order_of_battle =
      "\"entities\": [{\"kind\": \"unit\", \"id\": \"A\", \"place\": \"a1\", \"side\": \"white\"},\n"
      "{\"kind\": \"unit\", \"id\": \"F\", \"with\": \"fast\", \"place\": \"z9\", \"side\": \"white\"}]";
  const auto scenario = scenario_of(std::string(pieces) + switched + R"(  claim "fast" with fast
    expect far() = 11
  claim "as it is"
    expect far() = 1
)",
                                    wrong);
  Diagnostics diagnostics;
  const ClaimCount count = run_all_claims(scenario, diagnostics);
  EXPECT_EQ(count.held, 1);
  EXPECT_EQ(count.otherwise, 1);
  ASSERT_EQ(diagnostics.all().size(), 1U) << testing_support::shown(diagnostics);
  EXPECT_EQ(diagnostics.all()[0].code, "E0613");
  EXPECT_THAT(testing_support::shown(diagnostics), HasSubstr("z9"));
}

TEST(Claims, ThatAreDisputedFailInAnExpectation) {
  const auto scenario =
      scenario_of(std::string(pieces) + switched + R"(  claim "the chart" disputed "the case says one"
    expect far() = 1
    expect far() = 2
  claim "the track" with fast disputed "nobody knows"
    expect far() = 12
  claim "it holds" with fast disputed "the case says one"
    expect far() = 11
  claim "it cannot be played" disputed "the case says one"
    play step(A, c3)
    expect far() = 2
  claim "nobody" disputed "it is in another scenario"
    expect place("X9") = off
)",
                  pieces_data());
  Diagnostics diagnostics;
  const ClaimCount count = run_all_claims(scenario, diagnostics);
  EXPECT_EQ(count.held, 0);
  EXPECT_EQ(count.disputed, 2);
  EXPECT_EQ(count.otherwise, 2);
  EXPECT_EQ(count.says_nothing, 1);
  EXPECT_EQ(count.all(), 5);
  std::vector<std::string> codes;
  for (const Diagnostic& one : diagnostics.all()) codes.push_back(one.code);
  EXPECT_THAT(codes, ElementsAre("E0612", "E0610", "W0602")) << testing_support::shown(diagnostics);
  EXPECT_EQ(diagnostics.all()[0].message, "this claim is disputed, and it holds");
  EXPECT_THAT(testing_support::shown(diagnostics), HasSubstr("run under test+fast"));
  EXPECT_THAT(testing_support::shown(diagnostics), HasSubstr("no expectation that fails"));

  Diagnostics without_play;
  const ClaimCount fewer = run_claims_without_play(scenario, without_play);
  EXPECT_EQ(fewer.needs_play, 1);
  EXPECT_EQ(fewer.otherwise, 1);
  EXPECT_EQ(fewer.all(), 5);
}

// The rules stand in a folder `edition`, and the map has a numbering of that name beside the one in use.
const char* const rolled = R"(  measure d6 from 1 to 6
  measure turns from 0 to 9
  state turn: turns = 2
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
  action hit(t in units(white))
  procedure game
    state seen: number = 7
    round(black)
    end game won by white
  procedure round(by: side)
    state left(unit): number = 1
    choose by by
      step() then
        roll d: d6
      hit() then rest()
  procedure rest
    state tired(unit): number = 1
    choose by black
      wait()
    roll a, b: d6 given a != b
    draw u from unit
)";

/// What each claim is told: the notes of its diagnostic, one a line.
std::vector<std::string> told(const std::string& claims) {
  const auto scenario = scenario_of(std::string(pieces) + rolled + claims, pieces_data());
  Diagnostics diagnostics;
  run_all_claims(scenario, diagnostics);
  std::vector<std::string> out;
  for (const Diagnostic& one : diagnostics.all()) {
    std::string text = one.code;
    for (const Note& note : one.notes) text += "\n" + note.text;
    out.push_back(text);
  }
  return out;
}

TEST(Claims, MaySetAndReadStateOfAProcedureOnlyWhileItRuns) {
  const char* const out_of_scope =
      "E0610\nfound: \"tired\" lives only while \"rest\" runs; begin with `at rest`";
  EXPECT_THAT(told(R"(  claim "begins in it"
    at rest
    given tired("A") = 9, left("A") = 8, seen = 5
    expect tired("A") = 9 and left("A") = 8 and seen = 5
  claim "the first choice is in it"
    given left("A") = 9
    expect left("A") = 9
  claim "sets what does not run"
    given tired("A") = 9
    expect turn = 2
  claim "reads what does not run"
    expect tired("A") = 0
  claim "reads it before it begins"
    at round(if tired("A") = 0 then white else black)
    expect turn = 2
  claim "reads it when it runs"
    play hit(A)
    expect tired("A") = 1
)"),
              ElementsAre(out_of_scope, out_of_scope, out_of_scope));
  EXPECT_THAT(
      told(R"(  claim "is over"
    play step(A, a2)
    roll 3
    expect left("A") = 1
)"),
      ElementsAre("E0610\nfound: \"left\" lives only while \"round\" runs; begin with `at round(...)`"));
}

TEST(Claims, SayWhatIsDueWhereTheyExpectSomethingElse) {
  EXPECT_THAT(
      told(R"(  claim "won"
    expect won by white
  claim "whose choice it is"
    expect choice by black
    play hit(A)
    expect choice by black
  claim "the other"
    expect choice by white
  claim "a die is due"
    play step(A, a2)
    expect choice by white
  claim "it is over"
    play step(A, a2)
    roll 1
    expect choice by white
  claim "forgets the roll"
    play step(A, a2)
    play wait()
  claim "forgets two dice"
    play hit(A)
    play wait()
    expect permitted wait()
  claim "forgets the draw"
    play hit(A)
    play wait()
    roll 1, 2
    roll 1
  claim "rolls too early"
    roll 1
  claim "is over"
    play step(A, a2)
    roll 1
    play wait()
)"),
      ElementsAre("E0610\nfound: the game goes on: black chooses, at round:1, n 0, turn 2",
                  "E0610\nfound: black chooses, at round:1, n 0, turn 2",
                  "E0610\nfound: a die is rolled here (`d` in round): write `roll N` first",
                  "E0610\nfound: the game is over: won by white",
                  "E0610\nfound: a die is rolled here (`d` in round): write `roll N` first",
                  "E0610\nfound: 2 dice are rolled here (`a`, `b` in rest): write `roll N, N` first",
                  "E0610\nfound: a member is drawn here (`u` in rest): write `draw NAME` first",
                  "E0610\nfound: nothing is rolled or drawn here: black chooses, at round:1, n 0, turn 2",
                  "E0610\nfound: the game is over: won by white"));
}

TEST(Claims, SayWhatCanComeUp) {
  EXPECT_THAT(
      told(R"(  claim "no face"
    play step(A, a2)
    roll 7
  claim "too many"
    play step(A, a2)
    roll 3, 4
  claim "twice the same"
    play hit(A)
    play wait()
    roll 3, 3
)"),
      ElementsAre("E0610\nfound: roll 7 cannot come up here; expected 1 to 6",
                  "E0610\nfound: roll 3 4 cannot come up here; expected 1 die",
                  "E0610\nfound: roll 3 3 cannot come up here; the `given` of this roll excludes it"));
}

TEST(Claims, SayWhyAChoiceIsRefused) {
  EXPECT_THAT(told(R"(  claim "not his"
    play hit(B)
  claim "not his either"
    expect permitted hit(B)
)"),
              testing::Each(testing::AllOf(
                  HasSubstr("found: hit(B) is not lawful: case 1.0 (which unit may be chosen) refuses it"),
                  HasSubstr("B is not in units(white)"))));
}

TEST(Claims, OfferTheNearestNameForOneThatIsMissing) {
  EXPECT_THAT(told(R"(  claim "a unit"
    expect place("AB") = off
  claim "a unit in a choice"
    expect permitted hit(AB)
  claim "a unit far from all"
    expect permitted hit(X9)
  claim "no box"
    expect place("A") = "of"
  claim "no box, in the usual form"
    expect place("A") = dead
)"),
              ElementsAre(HasSubstr("there is no \"AB\" in this scenario; expected A or B"),
                          HasSubstr("there is no unit \"AB\"; expected A or B"),
                          HasSubstr("there is no unit \"X9\"; expected A or B"),
                          HasSubstr("there is no \"of\" in this scenario; the only box is off"),
                          HasSubstr("there is no \"dead\" in this scenario; the only box is off")));
}

// A number that this map has not is one of another map: every hex is near to it by its digits.
TEST(Claims, NameNoOtherHexForANumberOfAnotherMap) {
  DataText numbered = pieces_data();
  const auto replace_all = [](std::string& text, const std::string& from, const std::string& to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace_all(numbered.map, R"({"style": "letters"})", R"({"width": 2}, "row": {"width": 2})");
  for (char column = 'a'; column <= 'i'; ++column)
    for (char row = '1'; row <= '9'; ++row)
      for (std::string* const text : {&numbered.map, &numbered.order_of_battle})
        replace_all(*text, fmt::format("\"{}{}\"", column, row),
                    fmt::format("\"0{}0{}\"", column - 'a' + 1, row));
  const auto scenario = scenario_of(std::string(pieces) + R"(  procedure game
    repeat
      choose by white
        step()
  claim "a number of another map"
    expect place("A") = 0109
)",
                                    numbered);
  ASSERT_EQ(scenario->members[language::kind_hex].front(), "0101");
  Diagnostics diagnostics;
  run_claims_without_play(scenario, diagnostics);
  const std::string shown = testing_support::shown(diagnostics);
  EXPECT_THAT(shown, HasSubstr("; this map has 0101 to " + scenario->members[language::kind_hex].back()));
  EXPECT_THAT(shown, testing::Not(HasSubstr("did you mean")));
}

TEST(Claims, HaveTheHexNumbersOfTheirEdition) {
  DataText two = pieces_data();
  const std::string numberings = "\"numberings\": {";
  two.map.replace(two.map.find(numberings), numberings.size(),
                  numberings + R"("edition": {"column": {"width": 2, "start": 3}, "row": {"width": 2}}, )");
  const auto scenario = scenario_of(std::string(pieces) + R"(  procedure game
    repeat
      choose by white
        step()
  claim "its own number"
    expect place("A") = 0301
  claim "a choice"
    play step(A, 0302)
    expect place("A") = 0302
  claim "a number of which the map has no hex"
    expect place("A") = 0101
  claim "the same, known to be wrong"
    disputed "the second place says 0301"
    expect place("A") = 0101
  claim "the number in use"
    expect place("A") = "a1"
  claim "a unit that is not there says nothing still"
    expect place("Z") = 0301
  claim "a number among others"
    expect place("A") in {0301, 0101}
  claim "a number in a condition"
    expect exists h in hex where distance(h, 0101) = 0
  claim "a number in a choice"
    play step(A, 0101)
  claim "a number of a set-up"
    given place("A") = 0101
    expect n = 0
  claim "a unit that is not there, before a number that is not"
    expect place("Z") = 0101
)",
                                    two);
  EXPECT_EQ(scenario->members[language::kind_hex].front(), "a1");
  Claims claims(scenario);
  EXPECT_THAT(statuses(scenario, claims),
              ElementsAre("held", "held", "fails", "disputed", "fails", "says nothing here", "fails", "fails",
                          "fails", "fails", "says nothing here"));
  EXPECT_EQ(claims.bound(), 0U) << "names are no switches";
  Diagnostics diagnostics;
  run_claims_without_play(scenario, diagnostics);
  ASSERT_FALSE(diagnostics.all().empty());
  EXPECT_EQ(diagnostics.all().front().code, "E0610");
  EXPECT_THAT(testing_support::shown(diagnostics),
              HasSubstr("the map has no hex of that number in the numbering edition"));
}

}  // namespace
}  // namespace casebook::runtime
