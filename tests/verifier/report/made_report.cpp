// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/report/made_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::report {

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
  Witness& witness = one.witness.emplace();
  witness.sides.push_back(side_at(*scenario, position, std::move(said)));
  witness.grade = Grade::reachable;
  witness.units = 4;
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

Comparison comparison_with_another() {
  Comparison comparison;
  comparison.other_title = "Another edition";
  comparison.other_ruleset = "elsewhere";
  comparison.result.names = {"ours", "elsewhere"};
  return comparison;
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
      if (!element->attribute("download").empty()) {  // a file that the report carries
        EXPECT_TRUE(to.starts_with("data:text/plain;charset=utf-8;base64,")) << to;
        continue;
      }
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

/// What is drawn as a way, by its titles.
std::vector<std::string> ways(const XmlElement& picture) {
  std::vector<std::string> titles;
  for (const XmlElement* group : elements(picture, "g"))
    if (group->attribute("class") == "way") titles.push_back(group->child("title")->text);
  return titles;
}

}  // namespace casebook::report
