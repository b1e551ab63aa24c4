// SPDX-License-Identifier: Apache-2.0
// Views asked for and drawn, shortened derivations and --full, as a person at a shell sees them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/json_schema.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string suez = "across-suez/spi-1980";
const std::string positions = "rulesets/across-suez/spi-1980/positions/";

std::string asked(const std::string& position, const std::string& expression,
                  const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"ask", position, expression};
  words.insert(words.end(), more.begin(), more.end());
  const Ended run = casebook(words);
  EXPECT_EQ(run.status, 0) << expression << "\n" << run.err;
  return run.out;
}

json asked_json(const std::string& position, const std::string& expression,
                const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"--json"};
  words.insert(words.end(), more.begin(), more.end());
  const json document = json::parse(asked(position, expression, words));
  const json schema = json::parse(contents(source("docs/formats/cli/ask.schema.json")));
  EXPECT_THAT(testing_support::violations(document, schema), IsEmpty()) << document.dump(2);
  return document;
}

TEST(Views, are_listed_with_form_title_and_case) {
  const Ended run = casebook({"show", suez, "--views"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("zone(s: side)"));
  EXPECT_THAT(run.out, HasSubstr("balance(t: unit, team: set of unit, guns: bool)"));
  EXPECT_THAT(run.out, HasSubstr("Line of communication"));
  const json document = json::parse(casebook({"show", suez, "--views", "--json"}).out);
  const json schema = json::parse(contents(source("docs/formats/cli/show.schema.json")));
  EXPECT_THAT(testing_support::violations(document, schema), IsEmpty()) << document.dump(2);
  EXPECT_EQ(document["views"].size(), 13U);
}

TEST(Views, of_hexes_are_sets) {
  const json shown = asked_json(suez, "zone(egypt)", {"--map"});
  const json set = asked_json(suez, "{h in hex where controlled(h, egypt)}");
  std::string joined;
  for (const json& hex : shown["hexes"]) joined += (joined.empty() ? "" : ", ") + hex.get<std::string>();
  EXPECT_EQ(set["value"], "{" + joined + "}");
  EXPECT_EQ(shown["view"]["case"], "4.5");
  EXPECT_EQ(shown["view"]["shows"], "hexes");
  // A star for each hex: in the map, and none without it.
  size_t stars = 0;
  for (const json& line : shown["map"])
    for (const char c : line.get<std::string>()) stars += c == '*' ? 1 : 0;
  EXPECT_EQ(stars, shown["hexes"].size());
}

TEST(Views, of_numbers_leave_out_what_is_never) {
  const json shown = asked_json(suez, "price(0512)");
  EXPECT_LE(shown["numbers"].size(), 6U);
  ASSERT_FALSE(shown["numbers"].empty());
  for (const json& one : shown["numbers"]) {
    EXPECT_NE(one["number"], "never");
    EXPECT_EQ(asked_json(suez, "cost(0512, " + one["hex"].get<std::string>() + ")")["value"], one["number"]);
  }
  EXPECT_THAT(asked(suez, "price(0512)"), HasSubstr("Cost of the next hex: price(0512)  [4.2]\n"));
}

TEST(Views, of_a_way_tell_it_or_where_every_way_ends) {
  const json none = asked_json(suez, "line(matzmed)");
  EXPECT_FALSE(none["way"]["found"]);
  EXPECT_FALSE(none["way"]["stopped"].empty());
  EXPECT_THAT(asked(suez, "line(matzmed)"), AllOf(HasSubstr("there is none\n"), HasSubstr("every way ends")));
  const json found = asked_json(suez, "line(israeli_rear)");
  EXPECT_TRUE(found["way"]["found"]);
  EXPECT_EQ(found["way"]["steps"], 0);
}

TEST(Views, of_a_sum_cite_the_case_of_every_item) {
  const json shown = asked_json(suez, "balance(16/4, {Matt 3}, no)");
  EXPECT_EQ(shown["total"], "-2");
  EXPECT_EQ(shown["total"], asked_json(suez, "shifts(\"16/4\", {\"Matt 3\"}, no)")["value"]);
  ASSERT_FALSE(shown["items"].empty());
  for (const json& item : shown["items"]) EXPECT_TRUE(item.contains("case")) << item;
  EXPECT_THAT(asked(suez, "balance(16/4, {Matt 3}, no)"), HasSubstr("[12.0]"));
}

TEST(Views, of_a_reach_tell_what_is_spent) {
  const json shown = asked_json(suez, "reach(Reshev 1)", {"--map"});
  EXPECT_TRUE(shown["reach"]["complete"]);
  EXPECT_FALSE(shown["reach"]["places"].empty());
  for (const json& one : shown["reach"]["places"]) EXPECT_EQ(one["place"], one["way"].back());
  const json none = asked_json(suez, "reach(16/1)");
  EXPECT_THAT(none["reach"]["remark"].get<std::string>(), HasSubstr("no step of 16/1 is lawful here"));
}

TEST(Views, of_a_score_are_a_number) {
  EXPECT_EQ(asked_json(suez, "units_across(israel)")["score"], "0");
}

TEST(Views, that_are_misspelt_are_refused_with_the_nearest) {
  const Ended name = casebook({"ask", suez, "zonee(egypt)"});
  EXPECT_EQ(name.status, 2);
  EXPECT_THAT(name.err, AllOf(HasSubstr("E0202"), HasSubstr("zone")));
  const Ended argument = casebook({"ask", suez, "zone(egipt)"});
  EXPECT_EQ(argument.status, 2);
  EXPECT_THAT(argument.err, AllOf(HasSubstr("P0176"), HasSubstr("egypt")));
  const Ended hex = casebook({"ask", suez, "price(1899)"});
  EXPECT_THAT(hex.err, HasSubstr("a hex, from 0101 to 1721"));
}

// The questions that a player looks up most: what is printed fits a screen or little more.
TEST(Derivations, of_what_players_look_up_are_short) {
  for (const auto& [position, expression] : std::vector<std::pair<std::string, std::string>>{
           {suez, "cost(0512, 0613)"},
           {suez, "controlled(0512, egypt)"},
           {suez, "zone(egypt)"},
           {suez, "{h in hex where adjacent(h, 0613) and safe(\"Matt 1\", 0613, h)}"},
           {source(positions + "retreat.json"), "safe_hexes(Matt 1)"},
           {source(positions + "reinforcements-due.json"), "open_entries(\"Amir 1\")"},
           {source(positions + "reinforcements-due.json"), "closest_entries(\"Amir 2\")"},
           {source(positions + "israeli-combat.json"), "final_column(\"16/1\", {\"Matt 2\"}, no)"},
           {source(positions + "israeli-combat.json"), "balance(16/1, {Matt 2}, no)"},
           {suez, "line_of_communication()[matzmed]"},
           {source(positions + "line-of-communication.json"), "line(matzmed)"},
           {suez, "supports_due()"},
       }) {
    const std::string out = asked(position, expression);
    EXPECT_LE(lines_of(out).size(), 45U) << expression << "\n" << out;
    EXPECT_GE(lines_of(asked(position, expression, {"--full"})).size(), lines_of(out).size()) << expression;
  }
}

TEST(Derivations, count_what_was_left_out_by_what_kept_it_out) {
  const std::string out = asked(suez, "{h in hex where adjacent(h, 0613) and safe(\"Matt 1\", 0613, h)}");
  EXPECT_THAT(out, HasSubstr("351 not in it: adjacent(h, 0613) = no\n"));
  EXPECT_THAT(out, Not(HasSubstr("adjacent(0101, 0613)")));
  EXPECT_THAT(asked(suez, "{h in hex where adjacent(h, 0613)}", {"--full"}),
              HasSubstr("adjacent(0101, 0613) = no"));
}

}  // namespace
}  // namespace casebook::cli_tests
