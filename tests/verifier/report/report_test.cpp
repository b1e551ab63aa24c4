// SPDX-License-Identifier: Apache-2.0
// The report as a file: valid, alone, small, linked, and with everything in it that a reader is promised.
#include "verifier/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/reference/reference.h"
#include "tests/support/xml.h"
#include "verifier/picture/svg.h"

namespace casebook::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::elements;
using testing_support::XmlElement;

ScenarioPtr loaded(const std::string& edition) {
  Diagnostics diagnostics;
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  request.id = edition;
  const auto scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_TRUE(scenario) << diagnostics_text(diagnostics);
  return scenario;
}

/// A finding with the start of a game as its witness.
Finding finding(const ScenarioPtr& scenario, const std::string& subject, std::vector<Assertion> said) {
  runtime::ReferenceRules rules(scenario);
  runtime::Position position = scenario->start;
  rules.begin(position);
  Finding one;
  one.check = "made-up";
  one.subject = subject;
  one.claim = "somebody claims " + subject;
  one.text = "what came out of " + subject;
  one.verdict = Verdict::refuted;
  one.concern = Concern::contradiction;
  one.method = Method::play;
  one.scope = "3 games from seed 1";
  one.cases = {{scenario->program->edition, "2.2"}, {"elsewhere", "9.9"}};
  one.places = {{"02-turns.rules", 7, 3, "require 2.2 zones"}};
  one.details = {"a line of detail"};
  one.witness = Witness{{side_at(*scenario, position, std::move(said))}, Grade::reachable, {}, {}, 4};
  return one;
}

Report report_of(const ScenarioPtr& scenario, std::vector<Finding> findings) {
  Report report;
  report.title = "A game";
  report.ruleset = scenario->id;
  report.version = "0.1.0";
  report.fingerprint = "0123456789abcdef";
  report.command = "casebook report examples/hex-skirmish -o r.html";
  report.cases = coverage(*scenario->program, std::nullopt);
  report.findings = std::move(findings);
  report.rulesets = {scenario};
  return report;
}

std::unique_ptr<XmlElement> parsed(const std::string& html) {
  // To be looked at: CASEBOOK_REPORT names a file.
  if (const char* file = std::getenv("CASEBOOK_REPORT")) std::ofstream(file) << html;
  std::string problem;
  auto root = testing_support::parse_xml(html, problem, {"meta"});
  EXPECT_TRUE(root) << problem;
  return root;
}

std::string all_text(const XmlElement& element) {
  std::string text = element.text;
  for (const auto& child : element.children) text += " " + all_text(*child);
  return text;
}

void expect_alone_and_linked(const XmlElement& root, const std::string& html) {
  std::set<std::string> ids;
  for (const XmlElement* element : elements(root)) {
    const std::string id = element->attribute("id");
    if (!id.empty()) {
      EXPECT_TRUE(ids.insert(id).second) << "the id " << id << " twice";
    }
    for (const auto& [name, value] : element->attributes) {
      EXPECT_FALSE(name.starts_with("on")) << name;
      EXPECT_NE(name, "src");
    }
  }
  size_t links = 0;
  for (const XmlElement* element : elements(root)) {
    for (const char* key : {"href", "xlink:href"}) {
      const std::string to = element->attribute(key);
      if (to.empty()) continue;
      ++links;
      EXPECT_EQ(to[0], '#') << to;
      EXPECT_TRUE(ids.contains(to.substr(1))) << to << " leads nowhere";
    }
  }
  EXPECT_GT(links, 5U);
  EXPECT_TRUE(elements(root, "script").empty());
  EXPECT_THAT(html, Not(HasSubstr("http")));
  EXPECT_THAT(html, Not(HasSubstr("@import")));
  EXPECT_LT(html.size(), 5'000'000U);
}

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
       {"A game", "what came out of move", "Asked: somebody claims move", "REFUTED",
        "permitted: move(A1, b1)", "a line of detail", "02-turns.rules:7: require 2.2 zones", "elsewhere 9.9",
        "3 games from seed 1", "casebook replay ", "The position: reachable, 4 units on the map.",
        "Answer:", "Contradictions", "casebook report examples/hex-skirmish -o r.html", "0123456789abcdef",
        "casebook record 1"})
    EXPECT_THAT(text, HasSubstr(wanted));
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
  EXPECT_EQ(marked, std::set<std::string>{"b1"});
  EXPECT_EQ(counters, (std::set<std::string>{"A1", "A2", "B1", "B2"}));
}

TEST(Report, of_a_large_map_draws_what_is_near_and_stays_small) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  std::vector<Finding> findings;
  for (int i = 0; i < 5; ++i) {
    Finding one = finding(scenario, "finding " + std::to_string(i),
                          {{Assertion::What::value, "cost(0910, 1010)", "1"}});
    one.witness->hexes = {"0910", "1010"};
    findings.push_back(one);
  }
  Report report = report_of(scenario, findings);
  report.room_for_pictures = 90'000;
  report.room_for_records = 60'000;
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_FALSE(pictures.empty());
  size_t hexes = 0;
  for (const XmlElement* group : elements(*pictures[0], "g"))
    hexes += group->attribute("class") == "hex" ? 1U : 0U;
  EXPECT_EQ(hexes, 24U);  // within two steps of one of the two
  EXPECT_LT(pictures.size(), 5U);
  EXPECT_THAT(html, HasSubstr("no picture: this file would grow too large"));
  EXPECT_THAT(html, HasSubstr("Its record would make this file too large"));
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
    EXPECT_THAT(all_text(*row), HasSubstr("REFUTED"));
    EXPECT_THAT(all_text(*row), HasSubstr("Moving"));
  }
  EXPECT_TRUE(seen);
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

TEST(Report, has_the_comparison_as_a_table_for_a_meeting) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  Comparison comparison;
  comparison.other_title = "Another edition";
  comparison.other_ruleset = "elsewhere";
  Finding one = finding(scenario, "step", {{Assertion::What::permitted, "pass()", ""}});
  one.concern = Concern::difference;
  comparison.findings = {one};
  comparison.items = {{"table", "results", {"2.2"}, {"9.9"}, Verdict::refuted, "differs on 3 of 420 inputs"}};
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
  EXPECT_THAT(text, HasSubstr("Nothing was found that wants an answer"));
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
