// SPDX-License-Identifier: Apache-2.0
// The report as a file: valid, alone, small, linked, and with everything in it that a reader is promised.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/board/provenance_counts.h"
#include "engine/board/scenario.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/reference/reference.h"
#include "tests/verifier/report/made_report.h"
#include "verifier/finding/laid_out.h"
#include "verifier/report/errata.h"
#include "verifier/report/ground_text.h"
#include "verifier/report/items.h"

namespace casebook::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::elements;
using testing_support::XmlElement;

TEST(Report, is_one_valid_file_that_stands_alone) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding drawn = finding(scenario, "move", {{Assertion::What::permitted, "move(A1, b1)", ""}});
  const std::string html = report_html(report_of(scenario, {drawn}));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->name, "html");
  expect_alone_and_linked(*root, html);
  const std::string text = all_text(*root);
  for (const char* wanted :
       {"A game", "CONTRADICTION", "what came out of move", "Checked: somebody claims move",
        "Shown in games: 3 games from seed 1.", "move(A1, b1) is lawful", "a line of detail",
        "02-turns.rules:7", "require 2.2 zones", "elsewhere 9.9", "One unit moves to an adjacent empty hex",
        "3 games from seed 1",
        ", 4 units on the map (grade 1: the record leads there from the start of the game).", "reachable",
        "Decision:", "Two places contradict each other",
        "There is 1 finding for the editor of the rules to decide",
        "casebook report examples/hex-skirmish -o r.html", "0123456789abcdef"})
    EXPECT_THAT(text, HasSubstr(wanted));
}

/// RFC 4648, by the definition.
std::string decoded(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  uint32_t bits = 0;
  int have = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<uint32_t>(letters.find(c));
    have += 6;
    if (have < 8) continue;
    have -= 8;
    out += static_cast<char>(bits >> have & 0xffU);
  }
  return out;
}

TEST(Report, carries_the_records_and_says_how_they_are_played_again) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding lawful = finding(scenario, "move", {{Assertion::What::permitted, "move(A1, b1)", ""}});
  Finding value = finding(scenario, "strength", {{Assertion::What::value, "on_board(first)", "2"}});
  value.witness->grade = Grade::typed;
  value.concern = Concern::information;  // else it would be shown in no report
  const Finding missing = finding(scenario, "jump", {{Assertion::What::not_offered, "jump(A1, b1)", ""}});
  const auto root = parsed(report_html(report_of(scenario, {lawful, value, missing})));
  ASSERT_TRUE(root);
  std::map<std::string, std::string> files;
  for (const XmlElement* link : elements(*root, "a")) {
    const std::string to = link->attribute("href");
    if (!link->attribute("download").empty())
      files[link->attribute("download")] = decoded(to.substr(to.find(',') + 1));
  }
  EXPECT_EQ(files[record_name(lawful, 0)], runtime::record_text(lawful.witness->sides[0].record));
  EXPECT_EQ(files[record_name(value, 0)], runtime::record_text(value.witness->sides[0].record));
  std::set<std::string> commands;
  for (const XmlElement* code : elements(*root, "code")) commands.insert(code->text);
  const auto position = [](const Finding& one) {
    const std::string name = record_name(one, 0);
    return name.substr(0, name.size() - 7) + ".json";
  };
  EXPECT_TRUE(
      commands.contains("casebook replay " + record_name(lawful, 0) + " --position " + position(lawful)));
  EXPECT_TRUE(commands.contains("casebook legal " + position(lawful) + " --why-not 'move(A1, b1)'"));
  // Why it may not be chosen, nobody can ask of what is not there.
  EXPECT_TRUE(commands.contains("casebook legal " + position(missing)));
  // Not known to keep the invariants: they are not asked again.
  EXPECT_TRUE(commands.contains("casebook replay " + record_name(value, 0) + " --no-invariants --position " +
                                position(value)));
  EXPECT_TRUE(commands.contains("casebook ask " + position(value) + " 'on_board(first)'"));
}

TEST(Report, lists_what_has_to_be_decided_and_tells_the_rest_in_a_table) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding wanted = finding(scenario, "move", {{Assertion::What::permitted, "pass()", ""}});
  Finding idle = finding(scenario, "rule 17", {});
  idle.witness.reset();
  idle.concern = Concern::idle;
  idle.verdict = Verdict::sampled;
  const auto root = parsed(report_html(report_of(scenario, {wanted, idle})));
  ASSERT_TRUE(root);
  EXPECT_EQ(elements(*root, "article").size(), 1U);
  std::map<std::string, std::string> tables;
  for (const XmlElement* table : elements(*root, "table"))
    tables[table->attribute("class")] += all_text(*table);
  EXPECT_THAT(tables["decide"], HasSubstr("somebody claims move"));
  EXPECT_THAT(tables["decide"], Not(HasSubstr("rule 17")));
  EXPECT_THAT(tables["brief"], HasSubstr("somebody claims rule 17"));
  EXPECT_THAT(tables["brief"], HasSubstr("02-turns.rules:7"));
}

TEST(Report, shows_where_the_game_begins_for_a_finding_that_names_a_hex) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding text = finding(scenario, "set-up", {});
  text.witness.reset();
  text.text = "A1 begins in a1, where nothing may stand.";
  const auto root = parsed(report_html(report_of(scenario, {text})));
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 1U);
  EXPECT_THAT(pictures[0]->child("desc")->text, HasSubstr("The start of the game: A is a1"));
  text.text = "Nothing is said of a place.";
  EXPECT_TRUE(elements(*parsed(report_html(report_of(scenario, {text}))), "svg").empty());
}

TEST(Report, draws_the_witness_and_marks_the_hexes_it_speaks_of) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const std::string html = report_html(
      report_of(scenario, {finding(scenario, "move", {{Assertion::What::permitted, "move(A1, b1)", ""}})}));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 1U);
  ASSERT_TRUE(pictures[0]->child("title"));
  ASSERT_TRUE(pictures[0]->child("desc"));
  EXPECT_THAT(pictures[0]->child("desc")->text, HasSubstr("A is b1"));
  std::set<std::string> marked, counters;
  for (const XmlElement* group : elements(*pictures[0], "g")) {
    if (group->attribute("class") == "mark") marked.insert(group->attribute("data-name"));
    if (group->attribute("class") == "counter") counters.insert(group->attribute("data-name"));
  }
  EXPECT_EQ(marked, (std::set<std::string>{"a1", "b1"}));  // where it goes, and who goes
  EXPECT_EQ(ways(*pictures[0]), std::vector<std::string>{"The choice: move(A1, b1)"});
  EXPECT_EQ(counters, (std::set<std::string>{"A1", "A2", "B1", "B2"}));
}

TEST(Report, paints_the_cases_with_coverage_and_verdicts) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const auto root = parsed(report_html(
      report_of(scenario, {finding(scenario, "move", {{Assertion::What::permitted, "pass()", ""}})})));
  ASSERT_TRUE(root);
  bool seen = false;
  for (const XmlElement* row : elements(*root, "tr")) {
    if (row->attribute("id") != "case-2_2e2") continue;
    seen = true;
    EXPECT_THAT(all_text(*row), HasSubstr("encoded"));
    EXPECT_THAT(all_text(*row), HasSubstr("CONTRADICTION"));
    EXPECT_THAT(all_text(*row), HasSubstr("Moving"));
  }
  EXPECT_TRUE(seen);
}

TEST(Report, names_options_by_their_titles_and_readings_by_what_is_read) {
  Diagnostics diagnostics;
  const ScenarioPtr played = loaded("across-suez/spi-1980");
  const auto set = [&](const runtime::Switches& switches) {
    return runtime::bind_besides(*played, switches, diagnostics);
  };
  const ScenarioPtr plain = set({{"commandos", "yes"}}),
                    other = set({{"commandos", "yes"}, {"doubled_when", "always"}});
  ASSERT_TRUE(plain && other) << diagnostics_text(diagnostics);
  Finding one = finding(plain, "reading", {{Assertion::What::value, "night()", "yes"}});
  one.witness->sides.push_back(one.witness->sides.front());
  one.witness->sides[1].ruleset = other->id;
  ErrataHead head;
  head.ruleset = played->id;
  const std::string errata = errata_text(head, {one}, {played, plain, other});
  EXPECT_THAT(errata, HasSubstr("- With the option Commandos (15.4)\n"));
  EXPECT_THAT(
      errata,
      HasSubstr(
          "- With the answer \"no: the night of the sentence belongs to both of its halves\" (doubled\\_when = "
          "at\\_night), which these rules use: `night() = yes`"));
  EXPECT_THAT(
      errata,
      HasSubstr(
          "- With the answer \"yes: the night belongs to the zones alone\" (doubled\\_when = always): `night() = yes`"));
  EXPECT_THAT(errata, Not(HasSubstr("+commandos")));
}

TEST(Report, says_how_often_games_come_to_a_case) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const checks::ComeTo seen = checks::come_to(scenario, 1, 3, {});
  EXPECT_EQ(seen.games, 3U);
  EXPECT_EQ(checks::come_to_text(seen, "2.2"), "reached in 3 of 3 games");
  EXPECT_EQ(checks::come_to_text(seen, "9.9"), "");
  Report report =
      report_of(scenario, {finding(scenario, "move", {{Assertion::What::permitted, "pass()", ""}})});
  report.come_to.games = 7;
  report.come_to.every = 32;
  report.come_to.looked_at = 81;
  report.come_to.of = {{"2.2", 5}, {"2.3", 0}};
  const auto root = parsed(report_html(report));
  ASSERT_TRUE(root);
  std::map<std::string, std::string> rows;
  for (const XmlElement* row : elements(*root, "tr")) rows[row->attribute("id")] = all_text(*row);
  EXPECT_THAT(rows["case-2_2e2"], HasSubstr("reached in at least 5 of 7 games"));
  EXPECT_THAT(rows["case-2_2e3"],
              HasSubstr("never reached in the sample: 81 decisions of 7 games, one decision in 32"));
  ErrataHead head;
  head.come_to = report.come_to;
  EXPECT_THAT(errata_text(head, report.findings, {scenario}),
              HasSubstr("- In games of random players: 2.2 reached in at least 5 of 7 games\n"));
}

// What is asked once a game is asked by the step that ends it, which is hardly ever one of those looked at.
// Rules of the game ask rules of an option whether they have something to say: while it is off they have not.
TEST(Report, looks_at_the_end_of_games_and_leaves_out_options_that_are_off) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  const checks::ComeTo seen = checks::come_to(scenario, 1, 2, {});
  EXPECT_EQ(checks::come_to_text(seen, "14.0"), "reached in 2 of 2 games");
  EXPECT_GT(seen.looked_at, 2U);
  for (const char* const label : {"15.4", "15.4(1)", "15.4(3)", "15.5", "15.5.1(2)", "15.6"})
    EXPECT_EQ(checks::come_to_text(seen, label), "its option is off") << label;
  EXPECT_EQ(checks::come_to_text(seen, "11.6"), "not evaluated by itself");  // an invariant alone
  Diagnostics diagnostics;
  const ScenarioPtr on = runtime::bind_besides(*scenario, {{"commandos", "yes"}}, diagnostics);
  ASSERT_TRUE(on) << diagnostics_text(diagnostics);
  const checks::ComeTo with = checks::come_to(on, 1, 1, {});
  EXPECT_EQ(checks::come_to_text(with, "15.4(1)"), "reached in 1 of 1 games");
  EXPECT_EQ(checks::come_to_text(with, "15.5"), "its option is off");
}

TEST(Report, says_by_counts_how_much_of_the_ground_is_a_reconstruction) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  const std::string ground = ground_text(scenario->data->map);
  size_t attested = 0, all = 0;
  for (const board::ProvenanceCount& one : board::provenance_counts(scenario->data->map)) {
    attested += one.attested;
    all += one.attested + one.reconstructed + one.unstated;
  }
  ASSERT_GT(attested, 0U);
  EXPECT_THAT(ground, HasSubstr(std::to_string(attested) + " are attested"));
  EXPECT_THAT(ground, HasSubstr("Of the " + std::to_string(all) + " facts"));
  EXPECT_THAT(ground, HasSubstr(std::to_string(all - attested) + " reconstructed"));
  EXPECT_EQ(ground_share_text(scenario->data->map),
            fmt::format("No source attests {} % of their map, so hexes may differ from the printed map.",
                        (200 * (all - attested) + all) / (2 * all)));
  const Finding one = finding(scenario, "ground", {{Assertion::What::value, "night()", "yes"}});
  const auto root = parsed(report_html(report_of(scenario, {one})));
  ASSERT_TRUE(root);
  std::map<std::string, std::string> sections;
  for (const XmlElement* section : elements(*root, "section"))
    sections[section->attribute("id")] = all_text(*section);
  EXPECT_THAT(sections["rests-on"], HasSubstr(ground));
  ErrataHead head;
  head.ruleset = scenario->id;
  EXPECT_THAT(errata_text(head, {one}, {scenario}), HasSubstr("19 are attested"));
  EXPECT_THAT(errata_text(head, {one}, {loaded("examples/hex-skirmish")}), Not(HasSubstr("attested")));
}

TEST(Report, links_findings_of_the_same_cases) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding first = finding(scenario, "first", {}), other = finding(scenario, "other", {}),
          idle = finding(scenario, "idle", {}), apart = finding(scenario, "apart", {}),
          elsewhere = finding(scenario, "elsewhere", {});
  other.places[0].line = 9;
  idle.concern = Concern::idle;
  elsewhere.places[0].file = "03-else.rules";
  apart.cases.pop_back();
  for (Finding* one : {&first, &other, &idle, &elsewhere, &apart}) one->witness.reset();
  const std::vector<Finding> all{first, other, elsewhere, apart, idle};
  const auto root = parsed(report_html(report_of(scenario, all)));
  ASSERT_TRUE(root);
  std::map<std::string, std::string> texts;
  for (const XmlElement* one : elements(*root, "article")) texts[one->attribute("id")] = all_text(*one);
  const auto of = [&](const Finding& one) { return texts[fmt::format("f-{:016x}", fingerprint(one))]; };
  EXPECT_THAT(of(first), HasSubstr("Also about 2.2, 9.9: , , . 2 3 5"));  // the texts of links come last
  EXPECT_THAT(of(elsewhere), HasSubstr("Also about 2.2, 9.9: , , . 1 2 5"));
  EXPECT_THAT(of(apart), Not(HasSubstr("Also about")));
  const std::string errata = errata_text({}, all, {scenario});
  EXPECT_THAT(errata, HasSubstr("- Also about 2.2 and 9.9: findings 2, 3 and 5\n"));
  EXPECT_THAT(errata, HasSubstr("   Also about 2.2 and 9.9: findings 1, 2 and 3\n"));
}

TEST(Report, writes_numbers_by_hand_and_names_what_stands_alone_among_arguments) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  Finding one = finding(scenario, "left", {{Assertion::What::value, "left(\"Matt 1\")", "23/2"}});
  one.text = "attack(16/2, no, {Matt 2}) is lawful, and left(\"Matt 1\") = 23/2 beside 23/2.";
  const std::string html = report_html(report_of(scenario, {one}));
  const std::string text = all_text(*parsed(html));
  EXPECT_THAT(
      text,
      HasSubstr(
          "\u201c16/2 is attacked by Matt 2 (artillery support: no)\u201d is lawful, and Matt 1 has movement points left: 11\u00bd beside 23/2."));
  EXPECT_THAT(text, Not(HasSubstr("= 23/2")));
  const std::string errata = errata_text({}, {one}, {scenario});
  EXPECT_THAT(errata, HasSubstr("`left(\"Matt 1\") = 11\u00bd`"));
  // What is read by programs is as it was.
  EXPECT_THAT(finding_json(one).dump(), HasSubstr("left(\\\"Matt 1\\\") = 23/2"));
  EXPECT_THAT(finding_text(one, Prose({scenario})),
              HasSubstr("Matt 1 has\n    movement points left: 11\u00bd beside"));
}

// Of a way that the rules ask for, all of it is on the picture, and drawn; also what the other side has of
// it.
TEST(Report, draws_the_whole_of_a_way_that_the_case_is_about) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  Finding one =
      finding(scenario, "line", {{Assertion::What::value, "line_of_communication()[matzmed]", "yes"}});
  std::ifstream file(std::string(CASEBOOK_SOURCE_DIR) +
                     "/rulesets/across-suez/spi-1980/positions/line-of-communication.json");
  one.witness->sides[0].record.start = {std::istreambuf_iterator<char>(file), {}};
  ASSERT_NE(one.witness->sides[0].record.start, "");
  const std::string held = "\"16/8\": {\"place\": \"1608\"}";
  std::string& start = one.witness->sides[0].record.start;
  ASSERT_NE(start.find(held), std::string::npos);
  one.cases = {{scenario->program->edition, "14.1"}};
  const auto shown = [&](const Finding& each) {
    const auto root = parsed(report_html(report_of(scenario, {each})));
    EXPECT_EQ(elements(*root, "svg").size(), 1U);
    return all_text(*root);
  };
  // An enemy beside the far end: there is none, and the ground between the ends is there all the same.
  const std::string cut = shown(one);
  EXPECT_THAT(cut, HasSubstr("there is no Line of communication (14.1) from 0112"));
  EXPECT_THAT(cut, HasSubstr(" 0810 "));
  start.replace(start.find(held), held.size(), "\"16/8\": {\"place\": \"eliminated\"}");
  const std::string with = shown(one);
  EXPECT_THAT(with, HasSubstr("the long line is the Line of communication (14.1) from 0112 to 1708"));
  // A hex somewhere in the middle of it is shown, and the far end, which the words of the witness do not
  // name.
  EXPECT_THAT(with, HasSubstr(" 1708 "));
  EXPECT_THAT(with, HasSubstr(" 0808 "));
  one.cases = {{scenario->program->edition, "4.0"}};
  EXPECT_THAT(shown(one), Not(HasSubstr("the long line")));
}

// On a narrow screen the rows of tables are stacked, and each part says which column it is of.
TEST(Report, names_the_columns_of_stacked_rows_as_their_heads) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding idle = finding(scenario, "idle", {});
  idle.concern = Concern::idle;
  idle.witness.reset();
  Report report =
      report_of(scenario, {finding(scenario, "move", {{Assertion::What::permitted, "pass()", ""}}), idle});
  Comparison comparison = comparison_with_another();
  Finding other = finding(scenario, "difference", {{Assertion::What::permitted, "pass()", ""}});
  other.concern = Concern::difference;
  comparison.result.findings = {other};
  report.comparisons.push_back(comparison);
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  std::map<std::string, std::vector<std::string>> heads;
  for (const XmlElement* table : elements(*root, "table")) {
    std::vector<std::string>& of = heads[table->attribute("class")];
    if (of.empty())
      for (const XmlElement* head : elements(*table, "th"))
        if (head->attribute("scope") == "col") of.push_back(head->text);
  }
  const std::regex rule(
      R"re(((?:\.\w+)|:is\([^)]*\)) td:nth-child\((\d)\)(?::not\(:empty\))?::before \{ content: "([^"]*)")re");
  size_t rules = 0;
  for (std::sregex_iterator at(html.begin(), html.end(), rule), end; at != end; ++at) {
    const std::string tables = (*at)[1], words = (*at)[3];
    for (const char* const name : {"decide", "brief", "meeting", "cases"}) {
      if (tables.find(std::string(".") + name) == std::string::npos) continue;
      const auto column = static_cast<size_t>(std::stoi((*at)[2]));
      ASSERT_LE(column, heads[name].size()) << name;
      EXPECT_EQ(words.substr(0, words.find_last_not_of(' ') + 1), heads[name][column - 1]) << name;
      ++rules;
    }
  }
  EXPECT_GE(rules, 10U);
}

TEST(Report, holds_hostile_texts_as_text) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding one = finding(scenario, "<script>alert(1)</script>", {{Assertion::What::permitted, "pass()", ""}});
  one.text = "\"><img src=x onerror=alert(1)>";
  one.details = {"</pre></article>", "\xff\x01"};
  const std::string html = report_html(report_of(scenario, {one}));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  EXPECT_TRUE(elements(*root, "script").empty());
  EXPECT_TRUE(elements(*root, "img").empty());
  EXPECT_THAT(all_text(*root), HasSubstr("\"><img src=x onerror=alert(1)>"));
}

// What was marked while the rules were written down is no discovery of the verifier's.
TEST(Report, says_what_was_marked_in_the_rules_and_what_was_found) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  std::vector<Finding> all = {finding(scenario, "a", {}), finding(scenario, "b", {}),
                              finding(scenario, "c", {}), finding(scenario, "d", {})};
  all[0].marked = Marked::reading;
  all[0].concern = Concern::ambiguity;
  all[1].marked = Marked::disputed;
  all[3].marked = Marked::reading;
  all[3].concern = Concern::information;
  sort_findings(all);
  const std::string count =
      "3 findings want an answer: 2 were marked in the rules (1 as a reading and 1 as disputed) and confirmed "
      "here; 1 was found by the verifier alone.";
  const std::string errata = errata_text({}, all, {scenario});
  EXPECT_THAT(errata, HasSubstr("\n" + count + "\n"));
  EXPECT_THAT(
      errata,
      HasSubstr(
          "- The author of the rules files marked this question; Casebook found that the answer changes play.\n"));
  EXPECT_THAT(errata, HasSubstr("- Casebook found this; nothing in the rules files marks it.\n"));
  const auto root = parsed(report_html(report_of(scenario, all)));
  ASSERT_TRUE(root);
  EXPECT_THAT(all_text(*root), HasSubstr(count));
  EXPECT_THAT(all_text(*root),
              HasSubstr("Casebook found this; nothing in the rules files marks it. Shown in games"));
}

TEST(Report, has_what_is_proved_as_a_matrix_with_the_cases_that_proofs_need) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  Proofs proofs;
  proofs.solver = "Z3 4.8.12";
  proofs.command = "casebook verify examples/hex-skirmish --prove --json";
  Property alone{"alone", "1.3", "induction", "", "", Verdict::proved, {"1.3", "2.2"}, {}};
  alone.steps = {{"game:1 move", Verdict::proved, ""}, {"game:1 pass", Verdict::proved, ""}};
  Property far{"far", "9.9", "play", "game:1 move: move(A1, b1)", "60 games did not", Verdict::refuted,
               {},    {}};
  far.steps = {{"game:1 move", Verdict::proved, ""}, {"game:1 move", Verdict::refuted, "move(A1, b1)"}};
  proofs.properties = {alone, far};
  proofs.unused = {"2.3"};
  report.proofs = proofs;
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const std::string text = all_text(*root);
  for (const char* wanted : {"1 of 2 properties are proved", "2 of 2 steps proved", "1 of 2 steps proved",
                             "60 games did not", "Cases with requirements that no proof needs: "})
    EXPECT_THAT(text, HasSubstr(wanted));
  const XmlElement* matrix = nullptr;
  for (const XmlElement* table : elements(*root, "table"))
    if (table->attribute("class") == "matrix") matrix = table;
  ASSERT_TRUE(matrix);
  std::vector<std::string> cells;
  for (const XmlElement* cell : elements(*matrix, "td")) cells.push_back(all_text(*cell));
  // Of the two places to which the step leads the one that says most against it.
  EXPECT_THAT(cells, testing::ElementsAre(HasSubstr("P"), HasSubstr("R"), HasSubstr("P"), ""));
}

TEST(Report, tells_findings_of_the_same_lines_as_one_item_with_several_witnesses) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const std::vector<Assertion> said = {{Assertion::What::permitted, "move(A1, b1)", ""}};
  std::vector<Finding> all = {finding(scenario, "one", said), finding(scenario, "two", said),
                              finding(scenario, "apart", said)};
  all[2].places[0].line = 8;
  const std::vector<Item> items = items_of(all);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].name_of(0), "1a");
  EXPECT_EQ(items[0].name_of(1), "1b");
  EXPECT_EQ(items[1].name_of(0), "2");
  const auto root = parsed(report_html(report_of(scenario, all)));
  ASSERT_TRUE(root);
  EXPECT_THAT(all_text(*root), HasSubstr("There are 2 findings"));
  EXPECT_THAT(all_text(*root), HasSubstr("2 decisions, shown by 3 examples."));
  EXPECT_EQ(elements(*root, "article").size(), 3U);
  const std::string errata = errata_text({}, all, {scenario});
  EXPECT_THAT(errata, HasSubstr("### 1. 2.2 and 9.9: 2 findings about the same lines"));
  EXPECT_THAT(errata, HasSubstr("**1b. somebody claims two**"));
  EXPECT_THAT(errata, HasSubstr("### 2. 2.2 and 9.9: somebody claims apart"));

  // What is acknowledged, or of another kind, is another thing to decide.
  all[1].marks = {Mark::acknowledged};
  EXPECT_EQ(items_of(all).size(), 3U);
}

// That nothing told two readings apart is no answer to the question that the rulebook leaves.
TEST(Report, says_what_stays_open) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  std::vector<Finding> all = {finding(scenario, "one", {}), finding(scenario, "apart", {}),
                              finding(scenario, "known", {})};
  for (Finding& one : all) one.witness.reset();
  all[1].check = "ambiguities";
  all[1].verdict = Verdict::sampled;
  all[1].concern = all[2].concern = Concern::information;
  sort_findings(all);
  const std::string errata = errata_text({}, all, {scenario});
  const size_t open = errata.find(
      "\n## Ambiguities with no known effect on play\n\nThe rules can be read in several ways, "
      "and no position that play may reach was found to differ.");
  ASSERT_NE(open, std::string::npos) << errata;
  EXPECT_GT(errata.find("\n\n2. 2.2 and 9.9: somebody claims apart"), open);
  const size_t known = errata.find("\n## Notes\n");
  EXPECT_GT(known, open);
  EXPECT_GT(errata.find("\n\n3. 2.2 and 9.9: somebody claims known"), known);
  EXPECT_THAT(errata, HasSubstr("| Ambiguities with no known effect on play | 1 |\n| Notes | 1 |"));
  const std::string html = report_html(report_of(scenario, all));
  EXPECT_THAT(html, HasSubstr("id=\"concern-open\""));
  EXPECT_THAT(html, HasSubstr("href=\"#concern-open\""));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  EXPECT_THAT(all_text(*root), HasSubstr("A position that was not tried may still differ."));
}

TEST(Report, puts_first_what_games_come_to_most_often) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  std::vector<Finding> all = {finding(scenario, "a", {}), finding(scenario, "b", {}),
                              finding(scenario, "c", {})};
  all[1].met = Met{3, 119};
  all[2].met = Met{21, 119};
  sort_findings(all);
  EXPECT_EQ(all[0].subject + all[1].subject + all[2].subject, "cba");
  const auto root = parsed(report_html(report_of(scenario, all)));
  ASSERT_TRUE(root);
  EXPECT_THAT(all_text(*root), HasSubstr("the result is different; seen in 21 of 119 positions of games"));
}

TEST(Report, says_what_has_become_of_pieces_and_of_the_game) {
  const ScenarioPtr scenario = loaded("examples/cup");
  runtime::Position position = scenario->start;
  runtime::ReferenceRules(scenario).begin(position);
  const auto set = [&](const std::string& name, int32_t value) {
    for (const games::Cell& cell : games::cells_of(*scenario, position))
      if (games::cell_text(*scenario, cell) == name) {
        games::write(*scenario, position, cell, {value, {}});
        return;
      }
    ADD_FAILURE() << "no cell " << name;
  };
  EXPECT_THAT(laid_out(*scenario, position).marks, testing::IsEmpty());
  set("disrupted(H1)", 1);
  set("disrupted(H2)", 1);
  set("supplied(H2)", 0);
  set("activated(Lance)", 1);
  const LaidOut told = laid_out(*scenario, position);
  EXPECT_THAT(told.marks, testing::ElementsAre("disrupted: H1 and H2", "not supplied: H2"));
  EXPECT_THAT(told.game, testing::Contains("activated: Lance"));
  EXPECT_THAT(told.text(), HasSubstr("H1 in 0402 (disrupted)"));
  EXPECT_THAT(told.text(), HasSubstr("H2 in 0402 (disrupted, not supplied)"));
  EXPECT_THAT(told.text(), Not(HasSubstr("H3 in 0302 (")));

  // In the caption of its picture, in what is read aloud of it, and in the errata list.
  Finding one = finding(scenario, "move", {});
  one.witness->sides[0] = side_at(*scenario, position, {{Assertion::What::permitted, "pass()", ""}});
  const auto root = parsed(report_html(report_of(scenario, {one})));
  ASSERT_TRUE(root);
  EXPECT_THAT(all_text(*root), HasSubstr("disrupted: H1 and H2"));
  for (const XmlElement* picture : elements(*root, "svg")) {
    EXPECT_THAT(picture->child("title")->text, HasSubstr("take initiative"));
    EXPECT_THAT(picture->child("desc")->text, HasSubstr("H1 in 0402"));
    EXPECT_THAT(picture->child("desc")->text, HasSubstr("disrupted: H1 and H2"));
  }
  EXPECT_THAT(errata_text({}, {one}, {scenario}), HasSubstr("H1 in 0402 (disrupted)"));
}

TEST(Report, is_the_same_each_time) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  const auto make = [&] {
    return report_html(
        report_of(scenario, {finding(scenario, "move", {{Assertion::What::permitted, "move(A1, b1)", ""}})}));
  };
  EXPECT_EQ(make(), make());
}

}  // namespace
}  // namespace casebook::report
