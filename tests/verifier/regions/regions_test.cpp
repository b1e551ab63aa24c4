// SPDX-License-Identifier: Apache-2.0
// Regions against tables worked out by hand; and of the shipped games: that the way through a definition leads to
// the value that the evaluator gives.
#include "verifier/regions/regions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/support/battery.h"
#include "tests/support/rules_text.h"
#include "verifier/checks/shared/count_inputs.h"

namespace casebook::regions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* rules = R"(edition prices "Prices"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  kind unit on map
  box gone
  given side(unit): side
  measure turns from 1 to 4
  measure points from 0 to 20
  state turn: turns = 1
  option heavy "Heavy"
  define base(t: turns) -> points = if t in {1, 3} then 5 else (t as points) * 2
case 1.2
  except base(t) when t = 4 then 12
case 1.3
  adjust base(t) when heavy then otherwise + 1
  define capped(t: turns) -> points = sum of within 8 .. 15
    1.3 twice: base(t) * 2
    1.3 late: 3 when turn > 2
  define fewest() -> points = min(turn as points, 2)
  define may(t: turns) -> bool = all of
    1.3 early: t < 3
    1.4 first: t = 1 or turn = 1
  table worth(side) -> points
    white: 1, black: silent
  define broken(s: side) -> points = if s = white then worth(s) else worth(s) + 1
  define all_there(s: side) -> bool = all u in unit where side(u) = s: place(u) != gone
case 1.4
  procedure game
    choose by white
      rest()
    end game drawn
  action rest()
)";

checks::Settings few() {
  checks::Settings settings;
  settings.games = 2, settings.positions = 40;
  return settings;
}

Regions regions_in(const std::shared_ptr<const runtime::Scenario>& scenario, const std::string& name) {
  checks::Context context({scenario->id, scenario->program, scenario, std::nullopt}, few());
  const auto& all = scenario->program->definitions;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  EXPECT_NE(found, all.end()) << name;
  Rule rule;
  rule.definition = static_cast<language::DefinitionId>(found - all.begin());
  return regions_of(context, rule, {});
}

std::shared_ptr<const runtime::Scenario> prices() {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black c3\n");
  return testing_support::scenario_of(rules, data);
}

/// `1 input: yes of [t = 4], 12; base(4)`
std::vector<std::string> rows(const Regions& made) {
  std::vector<std::string> all;
  for (const Region& region : made.regions) {
    std::string row = fmt::format("{}:", region.inputs);
    for (const Taken& one : region.way)
      row += fmt::format(" {} of [{}]", made.decisions[one.decision].outs[one.out],
                         made.decisions[one.decision].text);
    std::string values;
    for (const std::string& value : region.values) values += (values.empty() ? "" : " or ") + value;
    row +=
        "; " + (region.fault.empty() ? values : "fault: " + region.fault) + "; " + region.example.expression;
    all.push_back(row);
  }
  return all;
}

// An exception takes the place of the body; an option that is off is no condition.
TEST(Regions, OfAnIfAndAnException) {
  const Regions made = regions_in(prices(), "base");
  EXPECT_TRUE(made.complete);
  EXPECT_EQ(made.inputs, 4U);
  EXPECT_THAT(rows(made), ElementsAre("1: no of [t = 4] no of [t in {1, 3}]; 4; base(2)",
                                      "2: no of [t = 4] yes of [t in {1, 3}]; 5; base(1)",
                                      "1: yes of [t = 4]; 12; base(4)"));
  EXPECT_THAT(made.never, IsEmpty());
}

// The turn is an input, too: 4 turns by 4 arguments. What caps is told, and what it is capped to.
TEST(Regions, OfASumThatIsCapped) {
  const Regions made = regions_in(prices(), "capped");
  EXPECT_EQ(made.inputs, 16U);
  EXPECT_THAT(rows(made),
              ElementsAre("4: no of [turn > 2] between of [within 8 .. 15]; 10; capped(1)",
                          "2: no of [turn > 2] at the lower bound of [within 8 .. 15]; 8; capped(2)",
                          "2: no of [turn > 2] at the upper bound of [within 8 .. 15]; 15; capped(4)",
                          "2: yes of [turn > 2] between of [within 8 .. 15]; 11; capped(2)",
                          "4: yes of [turn > 2] between of [within 8 .. 15]; 13; capped(1)",
                          "2: yes of [turn > 2] at the upper bound of [within 8 .. 15]; 15; capped(4)"));
  EXPECT_EQ(made.regions[0].example.state, "turn = 1");
  EXPECT_EQ(made.regions[3].example.state, "turn = 3");
  // At the lower bound with a late turn: 2 * 4 + 3 is 11, so nobody comes there. The decision is the same, so it is
  // not named as never taken.
  EXPECT_THAT(made.never, IsEmpty());
}

TEST(Regions, OfAMinimumSayWhichPartIsTaken) {
  EXPECT_THAT(rows(regions_in(prices(), "fewest")),
              ElementsAre("1: turn of [min(turn as points, 2)]; 1; fewest()",
                          "1: turn of [min(turn as points, 2)]; 2; fewest()",
                          "2: 2 of [min(turn as points, 2)]; 2; fewest()"));
}

// A yes or no is told by the part that it rests on.
TEST(Regions, OfAYesOrNoNameThePartsItRestsOn) {
  EXPECT_THAT(rows(regions_in(prices(), "may")),
              ElementsAre("8: no of [t < 3]; no; may(3)",
                          "3: yes of [t < 3] no of [t = 1] no of [turn = 1]; no; may(2)",
                          "1: yes of [t < 3] no of [t = 1] yes of [turn = 1]; yes; may(2)",
                          "4: yes of [t < 3] yes of [t = 1]; yes; may(1)"));
}

TEST(Regions, WithoutAValueAreRegionsToo) {
  EXPECT_THAT(rows(regions_in(prices(), "broken")),
              ElementsAre("1: no of [s = white]; fault: the table worth is silent here; broken(black)",
                          "1: yes of [s = white]; 1; broken(white)"));
}

TEST(Regions, ThatReadPiecesAreDrawnAndSaidToBe) {
  const Regions made = regions_in(prices(), "all_there");
  EXPECT_FALSE(made.complete);
  EXPECT_EQ(made.why_not, "it reads where pieces are");
  EXPECT_GT(made.positions, 10U);
  uint64_t sum = 0;
  for (const Region& one : made.regions) sum += one.inputs;
  EXPECT_EQ(sum, made.inputs);
}

constexpr const char* paying = R"(edition paying "Paying"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  kind size = small, middle, large
  kind unit on map
  box gone
  given side(unit): side
  measure points from 0 to 1000000
  table worth(size) -> points
    small: 1, middle: 4, large: 3
  define size_of(u: unit) -> size = if side(u) = white then small else large
  define price(u: unit, more: points) -> points = if place(u) = gone or more > 7 then 0 else worth(size_of(u))
case 1.2
  procedure game
    repeat at most 4 times
      choose by white
        pay()
        wait()
    end game drawn
  action pay(u in unit)
    require 1.2 price(u, 5) > 0
  action wait()
)";

// What play asks comes first: nobody ever asks for more than 5, and a million others could be drawn.
TEST(Regions, TakeTheArgumentsThatPlayAsksFor) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black c3\n");
  const Regions made = regions_in(testing_support::scenario_of(paying, data), "price");
  EXPECT_FALSE(made.complete);
  EXPECT_GT(made.asked, 0U);
  EXPECT_LT(made.asked, made.inputs);
  size_t asked = 0;
  for (const Region& one : made.regions) {
    EXPECT_THAT(one.example.expression, testing::EndsWith(", 5)"));
    if (!one.example.asked) continue;
    ++asked;
    EXPECT_EQ(one.example.grade, Grade::seen);
    EXPECT_THAT(one.example.expression,
                testing::AnyOf("price(\"A\", 5)", "price(\"B\", 5)", "price(\"X\", 5)"));
  }
  EXPECT_EQ(asked, 2U);  // one way, two values
}

// Whatever the definition is made of: the way comes to the value that the evaluator comes to. Each input has one
// way, so the counts of the regions add up.
class OfAShippedGame : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Regions, OfAShippedGame,
                         testing::Values("across-suez/spi-1980", "across-suez/decision-games-2",
                                         "examples/cup", "examples/hex-skirmish", "examples/interrupt"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !isalnum(c); }, '_');
                           return name;
                         });

TEST_P(OfAShippedGame, TheWayComesToTheValueOfTheEvaluator) {
  const auto scenario = tests::shipped_scenario(GetParam());
  ASSERT_TRUE(scenario);
  checks::InputCounter counter(scenario);
  const auto& all = scenario->program->definitions;
  size_t looked_at = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const auto id = static_cast<language::DefinitionId>(i);
    Ways ways(scenario, id, counter.evaluator());
    counter.count(id, 3'000, [&](const runtime::Position& position) {
      std::vector<runtime::Value> arguments;
      for (const language::VarId one : all[id].params) arguments.push_back(counter.evaluator().variable(one));
      runtime::Value value;
      try {
        value = counter.evaluator().value_of(false, id, arguments, position);
      } catch (const runtime::Fault&) {
        return;
      }
      for (size_t k = 0; k < arguments.size(); ++k)
        counter.evaluator().variable(all[id].params[k]) = arguments[k];
      Way way;
      const runtime::Value came = ways.of(position, way);
      ++looked_at;
      EXPECT_TRUE(came == value) << all[id].name;
      for (const Taken& one : way) {
        ASSERT_LT(one.decision, ways.decisions().size());
        ASSERT_LT(one.out, ways.decisions()[one.decision].outs.size());
      }
    });
  }
  EXPECT_GT(looked_at, 1U);
}

}  // namespace
}  // namespace casebook::regions
