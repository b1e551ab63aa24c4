// SPDX-License-Identifier: Apache-2.0
// The law: what a finding says of a position is looked at by the reference evaluator, and a witness that was
// tampered with is a tool error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/runtime/records/game.h"
#include "tests/support/rules_text.h"
#include "verifier/finding/example_position.h"
#include "verifier/finding/finding.h"
#include "verifier/finding/order_of_differences.h"
#include "verifier/finding/witness_text.h"
#include "verifier/report/items.h"

namespace casebook {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using What = Assertion::What;

std::shared_ptr<const runtime::Scenario> skirmish() {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/hex-skirmish";
  request.id = "examples/hex-skirmish";
  Diagnostics diagnostics;
  auto scenario = runtime::load_scenario(request, diagnostics);
  if (!scenario) throw std::runtime_error(testing_support::shown(diagnostics));
  return scenario;
}

/// A1 has moved to b1 and B1 to b3; the first player has to choose.
runtime::Record two_moves(const std::shared_ptr<const runtime::Scenario>& scenario) {
  runtime::Game game(runtime::make_reference_rules(scenario));
  for (const char* words : {"move(A2, a3)", "move(B1, b3)"}) {
    for (const runtime::Choice& choice : game.choices()) {
      if (runtime::choice_text(*scenario, game.position(), choice) != words) continue;
      game.play(choice);
      break;
    }
  }
  EXPECT_EQ(game.step_count(), 2u);
  return game.record();
}

Witness witness_of(const std::shared_ptr<const runtime::Scenario>& scenario) {
  Witness witness;
  witness.grade = Grade::reachable;
  witness.units = 4;
  witness.sides.push_back({scenario->id,
                           two_moves(scenario),
                           {{What::permitted, "attack(A2, B1)", ""},
                            {What::refused, "attack(A1, B1)", "2.3"},
                            {What::refused, "move(A1, a3)", ""},
                            {What::not_offered, "bombard(A1)", ""},
                            {What::value, "place(\"B1\")", "b3"},
                            {What::value, "on_board(first)", "2"},
                            {What::outcome, "", "open"}}});
  return witness;
}

TEST(Witness, is_confirmed_by_the_reference_evaluator) {
  const auto scenario = skirmish();
  EXPECT_THAT(confirm(witness_of(scenario), {scenario}), IsEmpty());
}

TEST(Witness, that_says_something_else_is_told_with_both_sides) {
  const auto scenario = skirmish();
  const auto wrong = [&](const Assertion& said) {
    Witness witness = witness_of(scenario);
    witness.sides[0].said = {said};
    const auto found = confirm(witness, {scenario});
    return found.empty() ? std::string() : found[0];
  };
  EXPECT_THAT(wrong({What::permitted, "attack(A1, B1)", ""}), HasSubstr("found: refused by 2.3"));
  EXPECT_THAT(wrong({What::refused, "attack(A2, B1)", "2.3"}), HasSubstr("found: it is lawful"));
  EXPECT_THAT(wrong({What::refused, "attack(A1, B1)", "2.2"}), HasSubstr("found: refused by 2.3"));
  EXPECT_THAT(wrong({What::not_offered, "attack(A1, B1)", ""}), HasSubstr("it can be read here"));
  EXPECT_THAT(wrong({What::permitted, "attack(A1, C9)", ""}), HasSubstr("P0172"));
  EXPECT_THAT(wrong({What::value, "on_board(first)", "1"}), HasSubstr("it is 2"));
  EXPECT_THAT(wrong({What::value, "on_bord(first)", "1"}), HasSubstr("E02"));
  EXPECT_THAT(wrong({What::fault, "on_board(first)", ""}), HasSubstr("it is 2"));
  EXPECT_THAT(wrong({What::outcome, "", "won by first"}), HasSubstr("found: open"));
  EXPECT_THAT(wrong({What::choices, "", "99"}), HasSubstr("lawful choices"));
  EXPECT_THAT(wrong({What::broken, "alone", ""}), HasSubstr("it holds"));
  EXPECT_THAT(wrong({What::broken, "aloof", ""}), HasSubstr("no such invariant"));
}

TEST(Witness, with_another_record_or_without_its_ruleset_is_not_confirmed) {
  const auto scenario = skirmish();
  Witness moved = witness_of(scenario);
  moved.sides[0].record.steps[1].text = "move(B1, a1)";
  EXPECT_THAT(confirm(moved, {scenario}), ElementsAre(HasSubstr("does not replay; P0151")));
  Witness elsewhere = witness_of(scenario);
  elsewhere.sides[0].ruleset = "examples/chess";
  EXPECT_THAT(confirm(elsewhere, {scenario}), ElementsAre(HasSubstr("no such ruleset")));
  Witness silent = witness_of(scenario);
  silent.sides[0].said.clear();
  EXPECT_THAT(confirm(silent, {scenario}), ElementsAre(HasSubstr("says nothing")));
  EXPECT_THAT(confirm(Witness{}, {scenario}), ElementsAre(HasSubstr("empty")));
}

TEST(Witness, may_be_a_position_that_breaks_an_invariant) {
  const auto scenario = testing_support::scenario_of(
      R"(edition bad "Bad"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  kind unit on map
  box removed
  given side(unit): side
  invariant alone: all u in unit at g: count x in unit on g = 1
  procedure game
    repeat
      choose by white
        stand()
        rush(u)
  action stand()
  action rush(u in unit at g)
    do
      for all x in unit do place(x) := g
)",
      {testing_support::small_map(3, 3), testing_support::units("A white a1\nB black b2"), {}, {}});
  runtime::Game game(runtime::make_reference_rules(scenario));
  game.play(game.choices()[1]);
  Witness witness;
  witness.sides.push_back(
      side_at(*scenario, game.position(), {{What::broken, "alone", ""}, {What::choices, "", "3"}}));
  EXPECT_THAT(confirm(witness, {scenario}), IsEmpty());
  EXPECT_THAT(position_at_end(scenario, witness.sides[0].record), HasSubstr("\"A\""));
}

Finding finding_of(const std::shared_ptr<const runtime::Scenario>& scenario) {
  Finding finding;
  finding.check = "example";
  finding.subject = "attack";
  finding.claim = "nobody attacks";
  finding.text = "A2 can.";
  finding.verdict = Verdict::refuted;
  finding.concern = Concern::contradiction;
  finding.method = Method::play;
  finding.scope = "1 game";
  finding.cases = {{"hex-skirmish", "2.3"}, {"hex-skirmish", "2.2"}};
  finding.witness = witness_of(scenario);
  return finding;
}

TEST(Findings, keep_the_law_and_a_tampered_one_is_a_tool_error) {
  const auto scenario = skirmish();
  std::vector<Finding> findings{finding_of(scenario), finding_of(scenario)};
  findings[1].witness->sides[0].said[0].subject = "attack(A1, B2)";
  EXPECT_EQ(confirm_all(findings, {scenario}), 1u);
  EXPECT_EQ(findings[0].verdict, Verdict::refuted);
  EXPECT_EQ(findings[1].verdict, Verdict::tool_error);
  EXPECT_THAT(findings[1].details, ElementsAre(HasSubstr("found: refused by 2.3")));
  EXPECT_EQ(status_of(findings), 50);
  findings.pop_back();
  EXPECT_EQ(status_of(findings), 40);
  findings[0].marks = {Mark::acknowledged};
  EXPECT_EQ(status_of(findings), 0);
  findings[0].marks.clear();
  findings[0].verdict = Verdict::sampled;
  EXPECT_EQ(status_of(findings), 30);
  findings[0].verdict = Verdict::proved;
  EXPECT_EQ(status_of(findings), 0);
}

TEST(Findings, are_the_same_whatever_their_witness_and_words) {
  const auto scenario = skirmish();
  const Finding one = finding_of(scenario);
  Finding other = one;
  other.witness.reset();
  other.text = "Somebody can.";
  std::swap(other.cases[0], other.cases[1]);
  EXPECT_EQ(fingerprint(one), fingerprint(other));
  other.cases.pop_back();
  EXPECT_NE(fingerprint(one), fingerprint(other));
  other = one;
  other.subject = "move";
  EXPECT_NE(fingerprint(one), fingerprint(other));
}

TEST(Findings, say_of_what_kind_they_are_and_how_they_are_known) {
  Finding finding = finding_of(skirmish());
  finding.headline = "Somebody attacks";
  finding.concern = Concern::impossible;
  finding.method = Method::counting;
  finding.scope = "all 12 inputs";
  const std::string text = finding_text(finding);
  EXPECT_THAT(text, testing::StartsWith("CANNOT BE DONE  Somebody attacks\n"));
  EXPECT_THAT(text, testing::EndsWith("Shown by enumeration: all 12 inputs.\n"));
  EXPECT_EQ(finding_json(finding)["kind"], "CANNOT BE DONE");
  finding.kind = "NEVER SEEN";
  EXPECT_EQ(kind_text(finding), "NEVER SEEN");
  finding.kind.clear();
  finding.concern = Concern::idle;
  finding.verdict = Verdict::sampled;
  EXPECT_EQ(kind_text(finding), "MADE NO DIFFERENCE");
  // What disagrees with itself is of no other kind.
  finding.verdict = Verdict::tool_error;
  EXPECT_EQ(kind_text(finding), "TOOL ERROR");
  EXPECT_EQ(looked_text(Verdict::sampled), "sampled");
  EXPECT_EQ(looked_text(Verdict::proved), "exhaustive");
}

// A label with a comma in it is no list, and a set of many members is counted.
TEST(Findings, quote_labels_with_commas_and_shorten_long_sets) {
  EXPECT_EQ(case_in_text("4.2"), "4.2");
  EXPECT_EQ(cases_in_text({{"hex", "4.2"}, {"hex", "chart: movement, lake"}}),
            "4.2 and \"chart: movement, lake\"");
  EXPECT_EQ(with_few_members("it is {0101, 0102, 0103}."), "it is {0101, 0102, 0103}.");
  EXPECT_EQ(with_few_members("{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13} of {a, b}"),
            "{1, 2, 3 and 10 more} of {a, b}");
  EXPECT_EQ(with_few_members("no { end"), "no { end");
}

// What is said of the position is filled by the replay: before it, nobody has seen it.
TEST(Findings, show_their_position_once_it_is_confirmed) {
  const auto scenario = skirmish();
  std::vector<Finding> findings{finding_of(scenario)};
  EXPECT_EQ(position_line(*findings[0].witness), "position (grade 1: reachable): 4 units on the map");
  ASSERT_EQ(confirm_all(findings, {scenario}), 1U);
  const Witness& witness = *findings[0].witness;
  EXPECT_EQ(witness.position_at, PositionAt::end);
  EXPECT_THAT(position_line(witness), testing::StartsWith("position at the end (grade 1: reachable): "));
  EXPECT_THAT(witness.position, HasSubstr("A2 in a3"));
  EXPECT_THAT(witness.position, HasSubstr("B1 in b3"));
  EXPECT_EQ(finding_json(findings[0])["witness"]["position"], witness.position);
  // Set up at that position, it begins there.
  Witness set_up = witness;
  set_up.sides[0].record.start = position_at_end(scenario, set_up.sides[0].record);
  set_up.sides[0].record.steps.clear();
  say_position(set_up, {scenario});
  EXPECT_EQ(set_up.position_at, PositionAt::beginning);
  EXPECT_EQ(set_up.position, witness.position);
  // How a game ends is shown by its last step.
  Witness by_step = witness;
  by_step.sides[0].said = {{What::outcome, "", "open"}};
  say_position(by_step, {scenario});
  EXPECT_EQ(by_step.position_at, PositionAt::before_last_step);
  EXPECT_THAT(by_step.position, testing::Not(HasSubstr("B1 in b3")));
}

// Play may never have a position that was made up, so the text does not lay it out; the JSON document has it.
TEST(Findings, lay_out_no_position_that_no_game_comes_to) {
  const auto scenario = skirmish();
  Finding finding = finding_of(scenario);
  finding.headline = "Somebody attacks";
  finding.concern = Concern::impossible;
  finding.text = "A2 attacks.";
  finding.witness->sides[0].record.start = position_at_end(scenario, finding.witness->sides[0].record);
  finding.witness->sides[0].record.steps.clear();
  finding.witness->grade = Grade::invariants;
  say_position(*finding.witness, {scenario});
  ASSERT_TRUE(no_game_shows(finding));
  std::string text = finding_text(finding);
  EXPECT_THAT(text, HasSubstr("  In a generated position: A2 attacks.\n"));
  EXPECT_THAT(text, HasSubstr("No position is shown: Casebook found no game"));
  EXPECT_THAT(text, testing::Not(HasSubstr("A2 in a3")));
  EXPECT_THAT(text, testing::Not(HasSubstr("is lawful")));
  EXPECT_THAT(finding_json(finding)["witness"]["position"].get<std::string>(), HasSubstr("A2 in a3"));
  // A game comes to this one.
  finding.witness->grade = Grade::reachable;
  text = finding_text(finding);
  EXPECT_THAT(text, HasSubstr("A2 in a3"));
  EXPECT_THAT(text, testing::Not(HasSubstr("No position is shown")));
}

TEST(Findings, keep_the_lines_of_a_derivation) {
  Finding finding = finding_of(skirmish());
  finding.details = {"cost = 3\n  ground = 2\n  leaving = 1\n"};
  EXPECT_THAT(finding_text(finding), HasSubstr("    cost = 3\n      ground = 2\n      leaving = 1\n"));
}

TEST(Findings, are_told_in_text_and_json) {
  const auto scenario = skirmish();
  Finding finding = finding_of(scenario);
  for (const language::Action& action : scenario->program->actions) {
    if (action.name == "attack") finding.places = {place_of(*scenario->program, action.place)};
  }
  const std::string text = finding_text(finding);
  EXPECT_THAT(text, HasSubstr("REFUTED  nobody attacks\n"));
  EXPECT_THAT(text, HasSubstr("cases hex-skirmish 2.3, 2.2\n"));
  EXPECT_THAT(text, HasSubstr("02-turns.rules:38: action"));
  EXPECT_THAT(text, HasSubstr("then: attack(A2, B1) is lawful\n"));
  const auto json = finding_json(finding);
  EXPECT_EQ(json["verdict"], "REFUTED");
  EXPECT_EQ(json["witness"]["sides"][0]["said"][1], "refused by 2.3: attack(A1, B1)");
  EXPECT_EQ(json["places"][0]["text"],
            "action attack(u in units(mover) at from, t in units(other(mover)) at g)");
}

TEST(Findings, shown_only_where_play_may_never_be_are_not_counted) {
  Finding finding;
  finding.verdict = Verdict::refuted;
  finding.concern = Concern::gap;
  finding.method = Method::generated;
  finding.witness = Witness{};
  finding.witness->grade = Grade::typed;
  EXPECT_TRUE(report::is_not_counted(finding));
  EXPECT_FALSE(report::wants_decision(finding));
  EXPECT_EQ(witness_json(*finding.witness)["gradeNumber"], 3);
  EXPECT_THAT(position_line(*finding.witness), HasSubstr("grade 3: generated, may violate an invariant"));

  // What games meet counts, and what satisfies every invariant; a text says what it says wherever one stands.
  Finding met = finding, kept = finding, text = finding;
  met.met = Met{1, 10, 1, 5, 0, 0};
  kept.witness->grade = Grade::invariants;
  text.method = Method::text;
  for (const Finding* one : {&met, &kept, &text}) {
    EXPECT_FALSE(report::is_not_counted(*one));
    EXPECT_TRUE(report::wants_decision(*one));
  }
  EXPECT_EQ(grade_number(Grade::seen), 1);
  EXPECT_EQ(grade_number(Grade::reachable), 1);
  EXPECT_EQ(grade_number(Grade::invariants), 2);
  EXPECT_EQ(grade_number(Grade::none), 0);
}

}  // namespace
}  // namespace casebook
