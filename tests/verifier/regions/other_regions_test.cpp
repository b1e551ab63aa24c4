// SPDX-License-Identifier: Apache-2.0
// Regions of fields, tables and requirements; and values of one way that are apart, or told by a formula.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/support/rules_text.h"
#include "verifier/regions/regions.h"

namespace casebook::regions {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr const char* walking_rules = R"(edition walks "Walks"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  kind ground = open, woods, marsh
  kind unit on map
  box gone
  place home
  place grove
  place bog
  given side(unit): side
  measure turns from 1 to 4
  measure points from 0 to 100 or never
  measure die from 1 to 3
  state turn: turns = 1
  state left(unit): points = 3
  table fee(ground) -> points
    open: 1, woods: 2, marsh: never
  table result(die, ground) -> points
    die | open | woods | marsh
    1   | 0    | 1     | silent
    2   | 1    | 1     | 2
    3   | 1    | 1     | 2
  define ground_of(h: hex) -> ground = if h in {home, grove} then woods else if h = bog then marsh else open
  define enter(h: hex) -> points = fee(ground_of(h))
  define pace(h: hex) -> points = if h in {home, grove} then 2 else enter(h)
  define many(t: turns, n: die, k: points) -> points = if k = never then 0 else min(k, 50) + (t as points)
  field way_home(s: side) over hex -> points = least cost to h where h = home
    through h where no u in unit on h
    step a, b: pace(b)
  field sees_home() over hex = reach to h where h = home
case 1.2
  procedure game
    repeat at most 4 times
      choose by white
        move()
        pass()
    end game drawn
  action move(u in unit at from, to in neighbours(from))
    require 1.1 own: side(u) = white
    require 1.2 points: enter(to) <= left(u)
    require 1.2 empty: no x in unit on to
    do
      place(u) := to
  action pass()
)";

struct Asking {
  std::shared_ptr<const runtime::Scenario> scenario;
  checks::Settings settings;
  Asking() {
    testing_support::DataText data;
    data.map = testing_support::small_map(3, 3, R"("places": {"home": "a1", "grove": "a2", "bog": "c3"})");
    data.order_of_battle = testing_support::units("A white b2\nB white c1\nX black b1\n");
    scenario = testing_support::scenario_of(walking_rules, data);
    settings.games = 4, settings.positions = 40;
  }
  Regions of(const Rule& rule) {
    checks::Context context({scenario->id, scenario->program, scenario, std::nullopt}, settings);
    return regions_of(context, rule, {});
  }
  Regions of_table(const std::string& name) {
    checks::Context context({scenario->id, scenario->program, scenario, std::nullopt}, settings);
    const auto& all = scenario->program->tables;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    return regions_of(context, static_cast<language::TableId>(found - all.begin()));
  }
  Regions of_definition(const std::string& name) {
    const auto& all = scenario->program->definitions;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    Rule rule;
    rule.definition = static_cast<language::DefinitionId>(found - all.begin());
    return of(rule);
  }
  Regions of_field(const std::string& name) {
    const auto& all = scenario->program->fields;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    Rule rule;
    rule.field = static_cast<language::FieldId>(found - all.begin());
    return of(rule);
  }
  Regions of_requirement(const std::string& name) {
    Rule rule;
    const auto& actions = scenario->program->actions;
    for (size_t i = 0; i < actions.size(); ++i)
      for (size_t k = 0; k < actions[i].requires_.size(); ++k)
        if (actions[i].name + "." + actions[i].requires_[k].name == name)
          rule.action = static_cast<language::ActionId>(i), rule.requirement = k;
    EXPECT_NE(rule.action, language::none) << name;
    return of(rule);
  }
};

uint64_t inputs_of(const Regions& made) {
  uint64_t sum = 0;
  for (const Region& one : made.regions) sum += one.inputs;
  return sum;
}

// One way, three values: each is a region, and says what gave it.
TEST(RegionsApart, HaveOneValueEach) {
  const Regions made = Asking().of_definition("enter");
  ASSERT_EQ(made.regions.size(), 3U);
  std::vector<std::string> values;
  for (const Region& one : made.regions) {
    ASSERT_EQ(one.values.size(), 1U);
    values.push_back(one.values.front());
    EXPECT_EQ(one.formula, "fee(ground_of(h))");
    EXPECT_EQ(one.example.value, one.values.front());
  }
  EXPECT_THAT(values, ElementsAre("1", "2", "never"));
  EXPECT_EQ(inputs_of(made), made.inputs);
}

// A way to more values than are told one by one says the formula, and from where to where they go.
TEST(RegionsApart, OfManyValuesSayTheFormula) {
  const Regions made = Asking().of_definition("many");
  EXPECT_TRUE(made.complete);
  size_t with_many = 0;
  for (const Region& one : made.regions) {
    if (one.more_values == 0) continue;
    ++with_many;
    EXPECT_EQ(one.formula, "min(k, 50) + (t as points)");
    EXPECT_EQ(*one.least, "1");
    EXPECT_EQ(*one.most, "54");
  }
  EXPECT_EQ(with_many, 1U);
  EXPECT_EQ(inputs_of(made), made.inputs);
}

TEST(RegionsOfATable, AreTheCellsWithOneValue) {
  const Regions one_index = Asking().of_table("fee");
  ASSERT_EQ(one_index.regions.size(), 3U);
  EXPECT_THAT(one_index.regions[0].cells, ElementsAre("ground open"));
  const Regions made = Asking().of_table("result");
  EXPECT_TRUE(made.complete);
  EXPECT_EQ(made.inputs, 9U);
  EXPECT_EQ(inputs_of(made), 9U);
  ASSERT_EQ(made.regions.size(), 4U);
  EXPECT_THAT(made.regions[0].fault, HasSubstr("silent"));
  EXPECT_THAT(made.regions[0].cells, ElementsAre("die 1: ground marsh"));
  EXPECT_THAT(made.regions[1].values, ElementsAre("0"));
  EXPECT_THAT(made.regions[2].cells,
              ElementsAre("die 1: ground woods", "die 2: ground open, woods", "die 3: ground open, woods"));
  EXPECT_EQ(made.regions[2].example.expression, "result(1, woods)");
  EXPECT_THAT(made.regions[3].cells, ElementsAre("die 2: ground marsh", "die 3: ground marsh"));
}

std::set<std::string> ways_of(const Regions& made) {
  std::set<std::string> all;
  for (const Region& one : made.regions) {
    std::string way;
    for (const Taken& taken : one.way) {
      const Decision& decision = made.decisions[taken.decision];
      way += (way.empty() ? "" : "; ") + decision.outs[taken.out] + " of " + decision.text;
    }
    all.insert(way);
  }
  return all;
}

// The branch of the step cost is that of the definition that it calls.
TEST(RegionsOfAField, SayTheBranchOfTheFirstStep) {
  const Regions made = Asking().of_field("way_home");
  EXPECT_FALSE(made.complete);
  EXPECT_GT(made.inputs, 0U);
  EXPECT_EQ(inputs_of(made), made.inputs);
  const auto ways = ways_of(made);
  EXPECT_THAT(ways, Contains("yes of h = home"));
  EXPECT_THAT(
      ways,
      Contains(
          "no of h = home; yes of a way leads to such a hex; yes of the first step: h in {home, grove}"));
  for (const Region& one : made.regions) {
    if (one.values.empty() || one.values.front() == "never") continue;
    EXPECT_THAT(one.example.expression, HasSubstr("way_home("));
  }
  EXPECT_THAT(ways_of(Asking().of_field("sees_home")),
              UnorderedElementsAre("yes of h = home", "no of h = home; yes of a way leads to such a hex"));
}

// Its inputs are the choices that are offered, and the example can be asked.
TEST(RegionsOfARequirement, AreOfTheChoicesOffered) {
  const Regions made = Asking().of_requirement("move.points");
  EXPECT_GT(made.inputs, 10U);
  EXPECT_EQ(made.asked, made.inputs);
  EXPECT_EQ(inputs_of(made), made.inputs);
  ASSERT_EQ(made.regions.size(), 2U);
  EXPECT_THAT(made.regions[0].values, ElementsAre("no"));
  EXPECT_THAT(made.regions[0].example.expression, HasSubstr("enter(c3) <= left("));
  EXPECT_THAT(made.regions[1].values, ElementsAre("yes"));
  EXPECT_THAT(Asking().of_requirement("move.own").regions[0].example.expression, "side(\"X\") = white");
}

}  // namespace
}  // namespace casebook::regions
