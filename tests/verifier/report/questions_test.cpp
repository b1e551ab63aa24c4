// SPDX-License-Identifier: Apache-2.0
// The open questions before the changes of a comparison.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/verifier/report/made_report.h"

namespace casebook::report {
namespace {

using testing::HasSubstr;

TEST(Report, has_the_open_questions_before_the_changes_that_rest_on_them) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Report report = report_of(scenario, {});
  Comparison comparison = comparison_with_another();
  Finding one = finding(scenario, "step", {{Assertion::What::permitted, "pass()", ""}});
  one.concern = Concern::difference;
  comparison.result.findings = {one};
  compare::Change change;
  change.findings = {0};
  change.questions = {{1,
                       "5.4",
                       "Must the trail be paid?",
                       {"trail=may", "a unit may use it"},
                       {{"trail=always", "each hex costs two"}, {"trail=never", ""}},
                       {},
                       {0}}};
  comparison.result.changes = {change};
  report.comparisons = {comparison};
  const std::string html = report_html(report);
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const std::string text = all_text(*root);
  const size_t at = html.find("<h3>To decide first: what the texts leave open</h3>");
  ASSERT_NE(at, std::string::npos);
  EXPECT_LT(at, html.find("<h3 id=\"most-1\">"));
  EXPECT_THAT(html, HasSubstr("<strong>Must the trail be paid?</strong> elsewhere 5.4"));
  EXPECT_THAT(text, HasSubstr("The rules files answer \u201ca unit may use it\u201d (trail=may)."));
  EXPECT_THAT(text, HasSubstr("Under \u201ceach hex costs two\u201d (trail=always) or trail=never, both "
                              "rulesets play alike: "));
  EXPECT_THAT(html,
              testing::ContainsRegex("alike: <a href=\"#[^\"]+\">1</a> \\(all examples of that change\\)"));
}

}  // namespace
}  // namespace casebook::report
