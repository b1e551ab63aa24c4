// SPDX-License-Identifier: Apache-2.0
// Two editions side by side in a report, and the pictures of witnesses.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/reference/reference.h"
#include "tests/verifier/report/made_report.h"
#include "verifier/finding/order_of_differences.h"
#include "verifier/report/items.h"
#include "verifier/report/ruleset_names.h"

namespace casebook::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::elements;
using testing_support::XmlElement;

TEST(Report, has_the_comparison_as_a_table_for_a_meeting) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  Comparison comparison = comparison_with_another();
  Finding one = finding(scenario, "step", {{Assertion::What::permitted, "pass()", ""}});
  one.concern = Concern::difference;
  comparison.result.findings = {one};
  comparison.result.items = {
      {"table", "results", {{{"2.2"}, {"9.9"}}}, Verdict::refuted, "differs on 3 of 420 inputs"}};
  comparison.remarks = {"in 30 games 7 of 400 positions differ"};
  report.comparisons = {comparison};
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const std::string text = all_text(*root);
  for (const char* wanted : {"Against Another edition", "Keep or change?", "what came out of step",
                             "table results", "differs on 3 of 420 inputs", "7 of 400"})
    EXPECT_THAT(text, HasSubstr(wanted));
  EXPECT_THAT(text, HasSubstr("There is nothing for the editor of the rules to decide"));
}

TEST(Report, has_a_difference_of_values_region_by_region_under_the_change) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  Comparison comparison = comparison_with_another();
  Finding one = finding(scenario, "step", {{Assertion::What::permitted, "pass()", ""}});
  one.concern = Concern::difference;
  one.cause = Cause{};
  one.cause->items = {"definition fee"};
  comparison.result.findings = {one};
  compare::Change change;
  change.findings = {0};
  comparison.result.changes = {change};
  compare::ItemResult fee{
      "definition", "fee", {{{"2.2"}, {"9.9"}}}, Verdict::refuted, "differs on 12 of 340 inputs"};
  compare::RegionCell cell;
  cell.both = {{"turn < 4", "2.2", "yes"}};
  cell.ways = {{{{"road(h)", "", "yes"}}, {{"road(h)", "", "no"}}}};
  cell.values = {{{"7"}, {"8"}}};
  cell.inputs = cell.differing = 12;
  cell.example = "fee(a1)";
  fee.regions = compare::RegionsApart{true, 340, 12, {cell}, 0, 0, 0, 3, 328};
  comparison.result.items = {fee};
  report.comparisons = {comparison};
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  const std::string text = all_text(*root);
  for (const char* wanted :
       {"The values of fee, region by region", "turn < 4 (2.2)", "not: road(h)", "12 inputs",
        "for example fee(a1)",
        "3 regions with 328 inputs have the same values in both; all 340 inputs were compared."})
    EXPECT_THAT(text, HasSubstr(wanted));
  comparison.result.findings[0].cause->items = {"definition another"};
  report.comparisons = {comparison};
  EXPECT_THAT(report_html(report), Not(HasSubstr("region by region")))
      << "under another change it does not stand";
}

TEST(Report, says_which_options_a_comparison_is_made_with) {
  Diagnostics diagnostics;
  const ScenarioPtr plain = loaded("across-suez/spi-1980"), other = loaded("examples/hex-skirmish");
  const ScenarioPtr with = runtime::bind_besides(*plain, {{"commandos", "yes"}}, diagnostics);
  ASSERT_TRUE(with);
  EXPECT_EQ(options_text(*other, *other), "");
  EXPECT_THAT(
      options_text(*plain, *plain),
      testing::AllOf(
          testing::StartsWith("Options: here no option is on (of "), HasSubstr("Commandos (15.4)"),
          HasSubstr("; there the same. Changes that only an option brings are not in this comparison.")));
  EXPECT_THAT(options_text(*with, *plain),
              testing::AllOf(HasSubstr("here the option Commandos (15.4) is on, off are "),
                             Not(HasSubstr("Changes that only an option brings"))));
}

// Beside an edition that plays alike, the summary leads to the one that does not.
TEST(Report, leads_from_its_summary_to_the_edition_that_plays_otherwise) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  Comparison alike = comparison_with_another(), otherwise = comparison_with_another();
  alike.other_title = "The same";
  otherwise.result.findings = {finding(scenario, "step", {{Assertion::What::permitted, "pass()", ""}})};
  otherwise.result.findings[0].concern = Concern::difference;
  report.comparisons = {alike, otherwise};
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  EXPECT_THAT(html, HasSubstr("href=\"#most-2\">Which changes matter most"));
  EXPECT_THAT(html, HasSubstr("href=\"#comparison-2\">Against Another edition"));
}

// A rule read otherwise, and rules without what is supplied, are told apart from the rules as they are.
TEST(Report, names_the_other_answer_and_the_text_alone) {
  const ScenarioPtr plain = loaded("examples/cup");
  Diagnostics diagnostics;
  const ScenarioPtr rival = runtime::bind_besides(*plain, {{"rival", "pay.exactly"}}, diagnostics);
  ASSERT_TRUE(rival);
  Witness witness;
  witness.sides.resize(2);
  witness.sides[0].ruleset = plain->id;
  witness.sides[1].ruleset = rival->id;
  const RulesetNames names = ruleset_names(witness, plain->id, {plain, rival});
  EXPECT_THAT(names.sides, testing::ElementsAre("In examples/cup", "With the other answer"));

  const ScenarioPtr suez = loaded("across-suez/spi-1980");
  const ScenarioPtr text_alone = runtime::bind_besides(*suez, {{"without", "final-column"}}, diagnostics);
  ASSERT_TRUE(text_alone);
  witness.sides[0].ruleset = suez->id;
  witness.sides[1].ruleset = text_alone->id;
  EXPECT_THAT(ruleset_names(witness, suez->id, {suez, text_alone}).sides,
              testing::ElementsAre("In across-suez/spi-1980", "With the text alone"));
}

// A row shows the one of its group that is nearest to play and plainest, and says how near that is.
TEST(Report, shows_the_plainest_of_a_group_in_its_row_with_the_grade_of_its_position) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const auto difference = [&](const std::string& subject, Grade grade, std::vector<Assertion> said,
                              int32_t units, size_t steps) {
    Finding one = finding(scenario, subject, std::move(said));
    one.concern = Concern::difference;
    one.witness->grade = grade;
    one.witness->units = units;
    for (size_t i = 0; i < steps; ++i)
      one.witness->sides[0].record.steps.push_back(
          {runtime::StepKind::choice, i % 2 == 0 ? "first" : "second", "pass()", {}});
    one.witness->sides.push_back(one.witness->sides.front());
    return one;
  };
  const std::vector<Assertion> may = {{Assertion::What::permitted, "move(A1, b1)", ""}},
                               value = {{Assertion::What::value, "on_board(first)", "2"}};
  // From the plainest to the least plain: each is nearer, or of a choice, or shorter, or smaller than the
  // next.
  const std::vector<Finding> in_order = {difference("a game", Grade::seen, may, 4, 0),
                                         difference("one more step", Grade::reachable, may, 4, 1),
                                         difference("a value", Grade::seen, value, 4, 0),
                                         difference("made up", Grade::invariants, may, 2, 0),
                                         difference("made up, more", Grade::invariants, may, 3, 0),
                                         difference("any", Grade::typed, may, 1, 0)};
  for (size_t i = 0; i + 1 < in_order.size(); ++i) {
    EXPECT_TRUE(is_plainer(in_order[i], in_order[i + 1])) << in_order[i].subject;
    EXPECT_FALSE(is_plainer(in_order[i + 1], in_order[i])) << in_order[i].subject;
  }
  Finding nowhere = in_order[0];
  nowhere.witness.reset();
  EXPECT_TRUE(is_plainer(in_order.back(), nowhere));

  Report report = report_of(scenario, {});
  Comparison comparison = comparison_with_another();
  comparison.result.findings = {in_order[5], in_order[3], in_order[4]};
  comparison.result.changes = {{.findings = {0, 1, 2}, .met_in = {{"elsewhere", 12, 720, 9, 30, 12}}}};
  comparison.result.findings[0].met_in = {{"elsewhere", 0, 720, 0, 30}};
  report.comparisons = {comparison};
  const auto root = parsed(report_html(report));
  ASSERT_TRUE(root);
  for (const XmlElement* table : elements(*root, "table")) {
    if (table->attribute("class") != "meeting") continue;
    const std::string text = all_text(*table);
    EXPECT_THAT(text, HasSubstr("satisfies the invariants"));
    EXPECT_THAT(
        text,
        HasSubstr(
            "Of the positions sampled from games it shows at 12 of 720 of elsewhere (1.7 %, 1.0 to 2.9)."));
    EXPECT_THAT(text, Not(HasSubstr("may violate an invariant")));
    EXPECT_EQ(elements(*table, "a")[0]->attribute("href"),
              "#f-" + fmt::format("{:016x}", fingerprint(in_order[3])));
  }
  EXPECT_THAT(
      all_text(*root),
      HasSubstr(
          "Found at none of 720 positions sampled from 30 games of elsewhere (with 95 % confidence at most 0.5 %)."));
  // Of a position that perhaps no game can reach none is shown.
  EXPECT_THAT(all_text(*root), HasSubstr("No position is shown: it may break an invariant"));
  EXPECT_THAT(all_text(*root), HasSubstr("Not counted, since perhaps no game can reach such a position: "));
  // What differs is told by the titles of the cases; the names of the rules come after it.
  std::vector<std::string> heads;
  for (const XmlElement* head : elements(*root, "h4")) heads.push_back(all_text(*head));
  ASSERT_EQ(heads.size(), 3U);
  EXPECT_THAT(heads[0],
              testing::AllOf(HasSubstr("1a. "), HasSubstr("2.2 Moving"), Not(HasSubstr("what came out"))));
  EXPECT_THAT(all_text(*root), HasSubstr("In the words of the rules file: what came out of made up"));
}

// What games meet most often is read from the order of the rows; how it is known stands in each.
TEST(Report, orders_differences_by_how_often_games_meet_them_and_says_how_each_is_known) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const auto difference = [&](const std::string& subject, const std::string& label, Method method) {
    Finding one = finding(scenario, subject, {{Assertion::What::permitted, "move(A1, b1)", ""}});
    one.concern = Concern::difference;
    one.method = method;
    one.cases = {{scenario->program->edition, label}, {"elsewhere", "9.9"}};
    one.witness->sides.push_back(one.witness->sides.front());
    one.cause = Cause{};
    return one;
  };
  Report report = report_of(scenario, {});
  Comparison comparison = comparison_with_another();
  comparison.other_ruleset = "game/elsewhere+option";
  Finding answer;
  answer.check = "compare";
  answer.subject = "all";
  answer.claim = "here and there play alike";
  answer.verdict = Verdict::refuted;
  answer.concern = Concern::difference;
  comparison.result.findings = {answer, difference("nowhere", "2.2", Method::generated),
                                difference("seldom", "2.2", Method::play),
                                difference("often", "2.1", Method::play)};
  comparison.result.findings[1].details.emplace_back(
      "plays alike under another answer to a question that is open in elsewhere 9.9: Which? Read as so both alike");
  comparison.result.findings[3].cause->by = Cause::By::switching;
  comparison.result.findings[3].cause->items = {"definition price"};
  comparison.result.changes = {{.findings = {1}, .met_in = {{"elsewhere", 0, 72, 0, 3}}},
                               {.findings = {2}, .met_in = {{"elsewhere", 1, 72, 1, 3, 1}}},
                               {.findings = {3}, .met_in = {{"elsewhere", 25, 72, 3, 3}}}};
  std::string many = "0001";
  for (int i = 2; i <= 40; ++i) many += fmt::format(", {:04}", i);
  comparison.result.items = {
      {"definition",
       "price",
       {{{"2.1"}, {"9.9"}}},
       Verdict::refuted,
       "differs on 3 of 420 inputs, first price(1)",
       true},
      {"definition", "quiet", {{{"2.3"}, {"8.1"}}}, Verdict::sampled, "another text"},
      {"definition",
       "same_all_over",
       {{{"2.2"}, {"9.9"}}},
       Verdict::proved,
       "the same on all 12 inputs",
       true},
      {"definition",
       "by_itself",
       {{{"1.1"}, {"8.2"}}},
       Verdict::refuted,
       "first by_itself(1): {" + many + "} against {}"},
      {"definition", "quiet_too", {{{"1.1"}, {"8.2"}}}, Verdict::sampled, "another text"}};
  report.comparisons = {comparison};
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  std::vector<std::string> rows;
  for (const XmlElement* table : elements(*root, "table"))
    if (table->attribute("class") == "meeting")
      for (const XmlElement* row : elements(*table, "tr")) rows.push_back(all_text(*row));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_THAT(rows[1], testing::AllOf(HasSubstr("at 25 of 72"), HasSubstr("Games, traced by exchange"),
                                      HasSubstr("Enumerated: price differs on 3 of 420 inputs"),
                                      Not(HasSubstr("rests on a reading"))));
  EXPECT_THAT(rows[2], testing::AllOf(HasSubstr("at 1 of 72"), HasSubstr("Games, not exchanged"),
                                      Not(HasSubstr("at 0 of 72"))));
  EXPECT_THAT(rows[3], testing::AllOf(HasSubstr("at 0 of 72"), HasSubstr("Generated positions"),
                                      HasSubstr("rests on a reading")));
  const std::string text = all_text(*root);
  // The answer says what it refutes, and the figures what they are of.
  EXPECT_THAT(text, HasSubstr(report.ruleset + " and game/elsewhere+option do not play alike (REFUTED:"));
  EXPECT_THAT(text, HasSubstr("72 positions of 3 games of elsewhere"));
  // A pair of cases of which an item differs by itself is in that list alone; what play tells in none.
  // What is only worded otherwise comes last, and is counted.
  const size_t apart = text.find("evaluated by itself"), worded = text.find("Only the wording changes"),
               unmet = text.find("no difference of play is known to come from it"),
               counted = text.find("The same for every input");
  ASSERT_LT(apart, worded);
  ASSERT_LT(worded, unmet);
  ASSERT_LT(unmet, counted);
  EXPECT_THAT(
      text.substr(worded, unmet - worded),
      HasSubstr(
          "3 items of the rules: 1 the same for every input, and no difference of play was traced to 2."));
  ASSERT_NE(counted, std::string::npos);
  EXPECT_THAT(text.substr(unmet, counted - unmet),
              testing::AllOf(HasSubstr("elsewhere 8.1"), Not(HasSubstr("8.2"))));
  EXPECT_THAT(text.substr(apart, worded - apart),
              testing::AllOf(HasSubstr("elsewhere 8.2"), HasSubstr("{0001, 0002, 0003 and 37 more}"),
                             Not(HasSubstr("9.9"))));
  EXPECT_THAT(text.substr(counted, 300), HasSubstr("same all over: the same on all 12 inputs"));
  // From a case to the differences that cite it.
  for (const XmlElement* row : elements(*root, "tr")) {
    if (row->attribute("id") != "case-2_2e2") continue;
    std::vector<std::string> links;
    for (const XmlElement* link : elements(*row, "a")) links.push_back(link->text);
    EXPECT_THAT(all_text(*row), HasSubstr("Played differently in Another edition:"));
    EXPECT_EQ(links, (std::vector<std::string>{"2", "3"}));
  }
}

// Who wins in the last turn weighs more than what every turn brings, however seldom games meet it; why a row
// stands where it does is said in it, and the first rows once more before the table, in the titles of cases.
TEST(Report, a_finding_names_the_changes_of_other_editions_about_its_cases) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding own = finding(scenario, "own", {{Assertion::What::permitted, "move(A1, b1)", ""}});
  own.cases = {{scenario->program->edition, "2.1"}};
  Finding other = own;
  other.subject = "other";
  other.cases = {{scenario->program->edition, "2.2"}};
  Finding difference = own;
  difference.subject = "difference";
  difference.concern = Concern::difference;
  difference.witness->sides.push_back(difference.witness->sides.front());
  Finding doubtful = difference;
  doubtful.subject = "doubtful";
  doubtful.witness->grade = Grade::typed;
  Report report = report_of(scenario, {own, other});
  Comparison comparison = comparison_with_another();
  comparison.numbers = "The hexes have other numbers: Ford is a1 in ours and b2 in elsewhere.";
  comparison.result.findings = {difference, doubtful};
  comparison.result.changes = {
      {.labels = {{{"2.1"}, {"9.9"}}},
       .says = {{{{"2.1", "Moving", "A piece goes one hex."}},
                 {{"9.9", "Going", "A piece goes two hexes."}}}},
       .from_start = true,
       .begins = {"A1 has 1 left in ours, 2 in elsewhere"},
       .findings = {0}},
      {.labels = {{{"2.2"}, {"9.8"}}},
       .says = {{{{"2.2", "Room", "Room is needed."}}, {{"9.8", "Room", "No room is needed."}}}},
       .findings = {1}}};
  report.comparisons = {comparison};
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  EXPECT_THAT(
      html,
      HasSubstr("At the start of every game these values differ: A1 has 1 left in ours, 2 in elsewhere."));
  EXPECT_THAT(html, HasSubstr("The hexes have other numbers: Ford is a1 in ours and b2 in elsewhere."));
  EXPECT_THAT(html,
              testing::ContainsRegex("elsewhere changes this [(]<a href=\"#f-[0-9a-f]*\">change 1</a>[)][.] "
                                     "elsewhere 9[.]9: A piece goes two hexes[.]"));
  // The change about 2.2 is not counted: nobody can be sent there.
  EXPECT_THAT(html, Not(HasSubstr(">change 2</a>")));
}

TEST(Report, orders_differences_by_what_becomes_of_play_and_says_the_ground) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const auto difference = [&](const std::string& subject, Becomes becomes, std::vector<MetIn> met_in) {
    Finding one = finding(scenario, subject, {{Assertion::What::permitted, "move(A1, b1)", ""}});
    one.concern = Concern::difference;
    one.cases = {{scenario->program->edition, "2.1"}, {"elsewhere", "9.9"}};
    one.witness->sides.push_back(one.witness->sides.front());
    one.becomes = std::move(becomes);
    one.met_in = std::move(met_in);
    return one;
  };
  Report report = report_of(scenario, {});
  Comparison comparison = comparison_with_another();
  comparison.result.findings = {
      difference("often", {Becomes::What::choice, "something may be done in one of the two alone"},
                 {{"elsewhere", 60, 72, 3, 3, 60}}),
      difference("beside", {Becomes::What::choice, "something may be done in one of the two alone"},
                 {{"elsewhere", 61, 72, 3, 3, 61}}),
      difference("seldom", {Becomes::What::outcome, "the game ends otherwise"}, {{"elsewhere", 0, 72, 0, 3}}),
      difference("lost", {Becomes::What::pieces, "A1 is on the map in one of the two alone"},
                 {{"elsewhere", 1, 72, 1, 3, 1}})};
  comparison.result.findings[2].witness->grade = Grade::invariants;
  // Both summaries may say the same: the lines tell what was changed.
  comparison.result.changes = {
      {.labels = {{{"2.1"}, {"9.9"}}},
       .says = {{{{"2.1", "Moving", "A piece goes one hex."}},
                 {{"9.9", "Going", "A piece goes two hexes."}}}},
       .texts = {{{"define price() = 2", "define b() = 1", "define c() = 1"}, {"define price() = 3"}}},
       .findings = {0},
       .met_in = {{"elsewhere", 60, 72, 3, 3, 60}}},
      {.title = "Moving",
       .labels = {{{"2.2"}, {}}},
       .says = {{{{"2.2", "Moving", "A piece needs room."}}, {}}},
       .texts = {{{"require 2.2 room: yes"}, {}}},
       .findings = {1, 2},
       .met_in = {{"elsewhere", 61, 72, 3, 3, 61}}},
      {.labels = {{{"2.2"}, {}}}, .findings = {3}, .met_in = {{"elsewhere", 1, 72, 1, 3, 1}}}};
  report.comparisons = {comparison};
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  std::vector<std::string> rows, told;
  for (const XmlElement* table : elements(*root, "table"))
    if (table->attribute("class") == "meeting")
      for (const XmlElement* row : elements(*table, "tr")) rows.push_back(all_text(*row));
  ASSERT_EQ(rows.size(), 4U);
  const size_t most = html.find("Which changes matter most"), before = html.find("class=\"meeting\"");
  ASSERT_LT(most, before);
  // The first of the row is what it stands there for.
  EXPECT_THAT(
      rows[1],
      testing::AllOf(HasSubstr("Moving"), HasSubstr("ours 2.2 A piece needs room. elsewhere no such case"),
                     HasSubstr("The game ends otherwise; seen only in generated positions (1a).")));
  EXPECT_THAT(
      html, HasSubstr("<p>ours <code>require 2.2 room: yes</code></p>\n<p>elsewhere has no such line.</p>"));
  EXPECT_THAT(
      html,
      HasSubstr("<p>ours <code>define price() = 2</code> and <code>define b() = 1</code> and 1 more</p>\n"
                "<p>elsewhere <code>define price() = 3</code></p>"));
  // A piece that leaves the map weighs as another choice does: the more frequent one comes first.
  EXPECT_THAT(rows[2], HasSubstr("Something may be done in one of the two alone; seen in 3 of 3 games."));
  EXPECT_THAT(rows[2], HasSubstr("ours 2.1 A piece goes one hex. elsewhere 9.9 A piece goes two hexes."));
  EXPECT_THAT(rows[3], HasSubstr("A1 is on the map in one of the two alone; seen in 1 of 3 games."));
  EXPECT_THAT(rows[3], Not(HasSubstr("In the words of the rules")));
  const std::string head = all_text(*root);
  for (const std::string_view one : order_of_differences().list)
    EXPECT_THAT(head, HasSubstr(std::string(one)));
  EXPECT_LT(head.find("A piece needs room."), head.find("Keep or change?"));
}

// Two differences of one group are a row of two positions; the position comes first, in words, and what the
// program calls it last. Where a game first separates the two stands above the table.
TEST(Report, tells_differences_of_the_same_lines_in_one_row_of_the_table_for_a_meeting) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  Comparison comparison = comparison_with_another();
  const auto difference = [&](const std::string& subject) {
    Finding one = finding(scenario, subject, {{Assertion::What::permitted, "move(A1, b1)", ""}});
    one.concern = Concern::difference;
    one.witness->sides.push_back(one.witness->sides.front());
    return one;
  };
  comparison.result.findings = {difference("step"), difference("run"), difference("stay")};
  comparison.result.changes = {{.findings = {0, 1}}};
  // What a step comes to names the step.
  for (WitnessSide& side : comparison.result.findings[2].witness->sides) {
    side.said = {{Assertion::What::outcome, "", "open"}};
    side.record.steps.push_back({runtime::StepKind::choice, "first", "move(A1, b1)", {}});
  }
  comparison.result.first = difference("from the start");
  comparison.result.first->concern = Concern::information;
  report.comparisons = {comparison};
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const XmlElement* table = nullptr;
  for (const XmlElement* one : elements(*root, "table"))
    if (one->attribute("class") == "meeting") table = one;
  ASSERT_TRUE(table);
  EXPECT_THAT(all_text(*root), HasSubstr("3 differences of play, from 2 changes of the rules."));
  std::vector<std::string> rows;
  for (const XmlElement* row : elements(*table, "tr")) rows.push_back(all_text(*row));
  ASSERT_EQ(rows.size(), 3U);  // with the heads
  // One sentence, one position, what it changes; where else it shows is a link.
  const size_t sentence = rows[1].find("move(A1, b1) is lawful in ours; in elsewhere it is lawful."),
               position = rows[1].find("A1 in "), cases = rows[1].rfind("Moving");
  ASSERT_NE(sentence, std::string::npos) << rows[1];
  ASSERT_NE(position, std::string::npos) << rows[1];
  ASSERT_NE(cases, std::string::npos) << rows[1];
  EXPECT_LT(sentence, position);
  EXPECT_LT(position, cases);
  EXPECT_THAT(rows[1], testing::AllOf(HasSubstr("The same cause shows in "), HasSubstr("1b")));
  EXPECT_THAT(rows[1], Not(HasSubstr("02-turns.rules:7")));
  EXPECT_THAT(rows[1], Not(HasSubstr("what came out of")));
  EXPECT_THAT(rows[2], Not(HasSubstr("The same lines show in")));
  EXPECT_THAT(rows[2],
              HasSubstr("After move(A1, b1): the game goes on in ours; in elsewhere the game goes on."));
  EXPECT_LT(html.find("what came out of from the start"), html.find("class=\"meeting\""));
}

// What ends the game is looked at before the step that ends it: afterwards no phase runs.
TEST(Report, draws_the_position_before_the_last_step_where_that_ends_the_game) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  runtime::Game game(runtime::make_reference_rules(scenario));
  for (size_t i = 0; game.node() != runtime::NodeKind::over && i < 500; ++i) {
    if (game.node() == runtime::NodeKind::chance) {
      game.take(game.outcomes()[i % game.outcomes().size()]);
      continue;
    }
    const auto& choices = game.choices();
    game.play(choices[(i * 7) % choices.size()]);
  }
  ASSERT_EQ(game.node(), runtime::NodeKind::over);
  const std::string ended = runtime::outcome_text(*scenario, game.outcome());
  Finding won = finding(scenario, "won", {{Assertion::What::outcome, "", ended}});
  won.witness->sides[0].record = game.record();
  const auto root = parsed(report_html(report_of(scenario, {won})));
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 1U);
  EXPECT_THAT(pictures[0]->child("title")->text, HasSubstr("before the last step"));
  EXPECT_THAT(all_text(*root), HasSubstr(Prose({scenario}).sentence("the game is " + ended)));
}

// A witness that speaks of no hex and of no piece in one is of all that is on the map.
TEST(Report, draws_all_that_is_on_the_map_where_a_witness_speaks_of_no_hex) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  const Finding one = finding(scenario, "turn", {{Assertion::What::value, "turn", "1"}});
  const auto root = parsed(report_html(report_of(scenario, {one})));
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 1U);
  size_t counters = 0;
  for (const XmlElement* group : elements(*pictures[0], "g"))
    counters += group->attribute("class") == "counter" ? 1U : 0U;
  EXPECT_GT(counters, 4U);
  EXPECT_THAT(all_text(*root), testing::ContainsRegex("On the map: .* in [0-9]{4}"));
}

TEST(Report, draws_the_step_that_shows_it_and_the_way_of_a_piece_through_the_last_steps) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding game = finding(scenario, "game", {{Assertion::What::refused, "move(A1, b3)", "2.2"}});
  runtime::Record& record = game.witness->sides[0].record;
  record.start.clear();  // from the start of the game
  for (const char* step : {"move(A1, b1)", "pass()", "move(A1, b2)", "pass()"}) {
    runtime::RecordStep one;
    one.player = record.steps.size() % 2 == 0 ? "first" : "second";
    one.text = step;
    record.steps.push_back(one);
  }
  const auto root = parsed(report_html(report_of(scenario, {game})));
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 1U);
  EXPECT_EQ(ways(*pictures[0]), (std::vector<std::string>{"The choice: move(A1, b3)", "The way here: A1"}));
  EXPECT_THAT(all_text(*root), HasSubstr("move(A1, b3) is refused by 2.2"));
}

TEST(Report, draws_one_picture_where_both_sides_of_a_witness_look_alike) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding both = finding(scenario, "move", {{Assertion::What::permitted, "move(A1, b1)", ""}});
  both.concern = Concern::ambiguity;
  both.witness->sides.push_back(both.witness->sides[0]);
  Finding apart = both;
  apart.subject = "apart";
  apart.witness->sides[1].said = {{Assertion::What::permitted, "move(A2, b1)", ""}};
  const auto root = parsed(report_html(report_of(scenario, {both, apart})));
  ASSERT_TRUE(root);
  EXPECT_EQ(elements(*root, "svg").size(), 3U);
  EXPECT_THAT(all_text(*root), HasSubstr("The position, under both"));
}

}  // namespace
}  // namespace casebook::report
