// SPDX-License-Identifier: Apache-2.0
// The pictures of a report: before and after what decides, and which of them there is room for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/picture/counters.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/stuck.h"
#include "tests/verifier/report/made_report.h"
#include "verifier/report/items.h"

namespace casebook::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::elements;
using testing_support::XmlElement;

std::string description(const XmlElement& picture) {
  return picture.child("desc") ? picture.child("desc")->text : std::string();
}

/// By hex: what is ringed or lettered. Of layers that another picture has written, what stands there.
std::set<std::string> marked(const XmlElement& root, const XmlElement& picture) {
  std::set<std::string> names;
  const auto add = [&](const XmlElement& within) {
    for (const XmlElement* group : elements(within, "g"))
      if (group->attribute("class") == "mark") names.insert(group->attribute("data-name"));
  };
  add(picture);
  for (const XmlElement* use : elements(picture, "use"))
    for (const XmlElement* group : elements(root, "g"))
      if ("#" + group->attribute("id") == use->attribute("xlink:href")) add(*group);
  return names;
}

runtime::RecordStep step(const std::string& text) {
  return {runtime::StepKind::choice, "first", text, {}};
}

/// A value after a step: the position that the step is made from, and the one that it leads to.
TEST(Report, draws_what_the_step_that_decides_is_made_from_and_what_it_leads_to) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding one = finding(scenario, "moved", {{Assertion::What::value, "place(A1)", "b1"}});
  one.witness->sides[0].record.steps = {step("move(A1, b1)")};
  const auto root = parsed(report_html(report_of(scenario, {one})));
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_THAT(pictures[0]->child("title")->text, HasSubstr("Before the step"));
  EXPECT_THAT(description(*pictures[0]), HasSubstr("A1 in a1"));
  EXPECT_THAT(description(*pictures[1]), HasSubstr("A1 in b1"));
  EXPECT_EQ(ways(*pictures[0]), std::vector<std::string>{"The step: move(A1, b1)"});
  EXPECT_EQ(ways(*pictures[1]), std::vector<std::string>{"The way here: A1"});
  const std::string text = all_text(*root);
  EXPECT_THAT(text, testing::ContainsRegex("Before move\\(A1, b1\\)"));
  EXPECT_THAT(text, HasSubstr("After it"));
  EXPECT_THAT(text, HasSubstr(", 4 units on the map before it"));
}

/// Where it is the position itself that is shown, as where nobody can choose, that alone is drawn.
TEST(Report, draws_one_picture_of_a_position_in_which_the_choices_are_what_is_shown) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding stuck = finding(scenario, "stuck", {{Assertion::What::choices, "", "0"}});
  stuck.witness->sides[0].record.steps = {step("move(A1, b1)")};
  const auto root = parsed(report_html(report_of(scenario, {stuck})));
  ASSERT_TRUE(root);
  ASSERT_EQ(elements(*root, "svg").size(), 1U);
  EXPECT_THAT(all_text(*root), Not(HasSubstr("After it")));
  EXPECT_THAT(all_text(*root), HasSubstr(", 4 units on the map ("));
}

/// Two sides that come apart: once what both have in common, then what becomes of it in each, with what
/// stands otherwise ringed in both, on the same ground, which is written once.
TEST(Report, draws_what_both_sides_have_in_common_and_rings_what_then_differs) {
  const ScenarioPtr scenario = loaded("examples/hex-skirmish");
  Finding apart = finding(scenario, "apart", {{Assertion::What::value, "place(A1)", "b1"}});
  apart.concern = Concern::ambiguity;
  apart.witness->hexes = {"c3"};
  apart.witness->sides.push_back(apart.witness->sides[0]);
  apart.witness->sides[0].record.steps = {step("move(A1, b1)")};
  apart.witness->sides[1].record.steps = {step("move(A2, b2)")};
  apart.witness->sides[1].said = {{Assertion::What::value, "1 + 1", "2"}};
  const std::string html = report_html(report_of(scenario, {apart}));
  const auto root = parsed(html);
  ASSERT_TRUE(root);
  expect_alone_and_linked(*root, html);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 3U);
  EXPECT_THAT(pictures[0]->child("title")->text, HasSubstr("Before the step"));
  // A1 and A2 stand elsewhere on the other side: both are ringed where they are.
  EXPECT_THAT(marked(*root, *pictures[1]), testing::IsSupersetOf({"b1", "a2"}));
  EXPECT_THAT(marked(*root, *pictures[2]), testing::IsSupersetOf({"a1", "b2"}));
  EXPECT_THAT(all_text(*root), HasSubstr("After it. In "));
  const auto hexes = [](const XmlElement& picture) {
    size_t count = 0;
    for (const XmlElement* group : elements(picture, "g"))
      count += group->attribute("class") == "hex" ? 1U : 0U;
    return count;
  };
  EXPECT_GT(hexes(*pictures[0]), 0U);
  EXPECT_EQ(hexes(*pictures[1]) + hexes(*pictures[2]), 0U) << "the ground is the same, and written before";
}

/// The choice names no piece, and a piece keeps it from being lawful: that one is ringed, where it is.
TEST(Report, rings_the_piece_that_a_choice_is_refused_for) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  Finding one = finding(scenario, "duty", {{Assertion::What::refused, "end_combat()", ""}});
  one.witness->sides[0].record.steps = {{runtime::StepKind::choice, "israel", "end_movement()", {}}};
  Diagnostics diagnostics;
  const runtime::Replay played = runtime::replay(one.witness->sides[0].record, "witness",
                                                 runtime::make_compiled_rules(scenario), diagnostics);
  ASSERT_TRUE(played.good);
  const auto named = runtime::parse_choice(*scenario, played.game->position(), "end_combat()",
                                           {"choice", {1, 1}, {1, 13}}, diagnostics);
  ASSERT_TRUE(named);
  runtime::ReferenceRules rules(scenario);
  const std::vector<std::string> pieces = runtime::refused_for(rules, played.game->position(), *named);
  ASSERT_EQ(pieces.size(), 1U);
  std::string hex;
  for (const picture::Counter& counter :
       picture::pieces_of(rules.evaluator(), played.game->position(), picture::Style{}).counters)
    if (counter.id == pieces[0])
      hex = scenario->members[language::kind_hex][static_cast<size_t>(counter.hex)];
  const auto root = parsed(report_html(report_of(scenario, {one})));
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 1U);
  EXPECT_THAT(marked(*root, *pictures[0]), testing::ElementsAre(hex));
  // What is lawful is refused for nobody.
  one.witness->sides[0].said = {{Assertion::What::permitted, "pass()", ""}};
  const auto lawful = parsed(report_html(report_of(scenario, {one})));
  EXPECT_TRUE(marked(*lawful, *elements(*lawful, "svg")[0]).empty());
}

/// `left("Amir 1") = 23/2` speaks of no battalion.
TEST(Report, takes_no_number_for_a_piece_that_is_named_alike) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  Finding left = finding(scenario, "left", {{Assertion::What::value, "left(\"Matt 3\")", "23/2"}});
  const auto root = parsed(report_html(report_of(scenario, {left})));
  ASSERT_TRUE(root);
  const auto pictures = elements(*root, "svg");
  ASSERT_EQ(pictures.size(), 1U);
  std::set<std::string> counters;
  for (const XmlElement* group : elements(*pictures[0], "g"))
    if (group->attribute("class") == "counter") counters.insert(group->attribute("data-name"));
  EXPECT_TRUE(counters.contains("Matt 3"));
  EXPECT_FALSE(counters.contains("23/2")) << "it waits in a box, and nobody speaks of it";
}

TEST(Report, of_a_large_map_draws_what_is_near_and_stays_small) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  std::vector<Finding> findings;
  for (int i = 0; i < 5; ++i) {
    Finding one = finding(scenario, "finding " + std::to_string(i),
                          {{Assertion::What::value, "cost(0910, 1010)", "1"}});
    one.witness->hexes = {"0910", "1010"};
    if (i > 0) one.witness->hexes.push_back("1" + std::to_string(i + 1) + "10");  // each of other ground
    findings.push_back(one);
  }
  Report report = report_of(scenario, findings);
  report.room_for_pictures = 130'000;
  report.room_for_records = 20'000;
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

/// Where there is not room for all, each row of the comparison has a picture before any has a second one.
TEST(Report, has_a_picture_of_every_row_before_it_has_several_of_one) {
  const ScenarioPtr scenario = loaded("across-suez/spi-1980");
  Report report = report_of(scenario, {});
  Comparison comparison = comparison_with_another();
  const char* const places[] = {"0910", "1210", "1510", "0915", "1215", "1515", "0920"};
  for (const char* place : places) {
    Finding one = finding(scenario, std::string("at ") + place,
                          {{Assertion::What::value, std::string("cost(") + place + ", 1010)", "1"}});
    one.concern = Concern::difference;
    one.witness->hexes = {place};
    one.witness->sides.push_back(one.witness->sides.front());
    comparison.result.findings.push_back(one);
  }
  comparison.result.changes = {{.findings = {0, 1, 2, 3, 4}}};  // and two rows of one each
  report.comparisons = {comparison};
  report.room_for_records = 20'000;
  size_t size = 0;
  const auto drawn = [&](size_t room) {
    report.room_for_pictures = room;
    const std::string html = report_html(report);
    size = html.size();
    std::set<std::string> rows;
    const auto root = parsed(html);
    for (const XmlElement* article : elements(*root, "article")) {
      const std::string head = all_text(*elements(*article, "h4").at(0));
      if (!elements(*article, "svg").empty())
        rows.insert(head.substr(0, head.find('.')));
      else
        EXPECT_THAT(all_text(*article), HasSubstr("no picture: this file would grow too large"));
    }
    return rows;
  };
  EXPECT_EQ(drawn(5'000'000), (std::set<std::string>{"1a", "1b", "1c", "1d", "1e", "2", "3"}));
  EXPECT_TRUE(drawn(0).empty());
  // As soon as there are three, they are those of the rows.
  std::set<std::string> rows;
  for (size_t room = size + 36'000; rows.size() < 3 && room < 300'000; room += 9'000) {
    rows = drawn(room);
    EXPECT_LE(size, room);
  }
  EXPECT_EQ(rows, (std::set<std::string>{"1a", "2", "3"}));
}

}  // namespace
}  // namespace casebook::report
