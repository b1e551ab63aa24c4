// SPDX-License-Identifier: Apache-2.0
// Where the values of a definition differ, region by region: counts worked out by hand, of all inputs and of those
// drawn at positions; and the same in words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/rules_text.h"
#include "verifier/compare/compare.h"
#include "verifier/compare/tell/region_text.h"

namespace casebook::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// White steps, if it can pay the fee and the road is open.
ScenarioPtr tolls(const std::string& id, const std::string& fee, const std::string& open) {
  testing_support::DataText data;
  data.map = testing_support::small_map(5, 5);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black c3\n");
  const auto made = testing_support::scenario_of(
      "edition tolls \"Tolls\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
      "  measure points from 0 to 40\n  measure turns from 1 to 30\n  state turn: turns = 1\n"
      "  define units(s: side) -> set of unit = {u in unit where side(u) = s}\n"
      "  procedure game\n    repeat at most 12 times\n      repeat\n        choose by white\n          step()\n"
      "          rest() then stop\n      turn += 1\n    end game drawn\n  action rest()\n"
      "  action step(u in units(white) at from, to in neighbours(from))\n"
      "    require 1.2 fee: fee(turn) <= 4\n    require 1.2 open: open(to)\n    do\n      place(u) := to\n"
      "case 1.2 \"Tolls\"\n  define fee(t: turns) -> points = " +
          fee + "\n  define open(h: hex) -> bool = " + open + "\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

Result tolls_compared(const std::array<std::string, 2>& fee, const std::array<std::string, 2>& open) {
  Settings settings;
  settings.budget.games = 4;
  settings.budget.positions = 400;
  return compare(tolls("ours", fee[0], open[0]), tolls("theirs", fee[1], open[1]), settings, {}, {});
}

const ItemResult& toll_item(const Result& result, const std::string& name) {
  for (const ItemResult& one : result.items)
    if (one.name == name) return one;
  ADD_FAILURE() << "no item " << name;
  static const ItemResult none;
  return none;
}

/// Every input is in one cell.
void expect_adds_up(const RegionsApart& regions) {
  uint64_t inputs = regions.more_inputs + regions.agreeing_inputs, differing = regions.more_differing;
  for (const RegionCell& cell : regions.cells) inputs += cell.inputs, differing += cell.differing;
  EXPECT_EQ(inputs, regions.inputs);
  EXPECT_EQ(differing, regions.differing);
}

const std::string always_open = "no x in units(black) on h";

// Of 30 turns the first is 5 in both, the second 2 and 5, the third 5 and 3, and the rest what it is.
TEST(CompareRegions, OfADefinitionThatIsEnumerated) {
  const Result result =
      tolls_compared({"if t in {1, 3} then 5 else t as points", "if t <= 2 then 5 else t as points"},
                     {always_open, always_open});
  const ItemResult& fee = toll_item(result, "fee");
  ASSERT_TRUE(fee.regions);
  expect_adds_up(*fee.regions);
  EXPECT_TRUE(fee.regions->complete);
  EXPECT_EQ(fee.regions->inputs, 30U);
  EXPECT_THAT(
      region_lines(*fee.regions, result.names),
      ElementsAre(
          "1 input: in ours, not: t in {1, 3} (1.2): 2; in theirs, t <= 2 (1.2): 5; for example fee(2)",
          "1 input: in ours, t in {1, 3} (1.2): 5; in theirs, not: t <= 2 (1.2): 3; for example fee(3)",
          "2 regions with 28 inputs have the same values in both; all 30 inputs were compared"));
}

// Both ask the same; from the third turn on they answer otherwise, with 28 pairs of values.
TEST(CompareRegions, WhereTheConditionsAreTheSameTheyAreSaidOnce) {
  const Result result =
      tolls_compared({"if t <= 2 then 5 else t as points", "if t <= 2 then 5 else (t as points) + 1"},
                     {always_open, always_open});
  const ItemResult& fee = toll_item(result, "fee");
  ASSERT_TRUE(fee.regions);
  EXPECT_THAT(
      region_lines(*fee.regions, result.names),
      ElementsAre("28 inputs: not: t <= 2 (1.2); in ours, 3 to 30; in theirs, 4 to 31; for example fee(3)",
                  "1 region with 2 inputs has the same values in both; all 30 inputs were compared"));
}

TEST(CompareRegions, AreBoundedAndTheRestIsCounted) {
  const std::string chain =
      "if t = 1 then 1 else if t = 2 then 2 else if t = 3 then 3 else if t = 4 then 4 else if t = 5 then 5 else "
      "if t = 6 then 6 else if t = 7 then 7 else if t = 8 then 8 else 9";
  const Result result = tolls_compared({chain, "(t as points) + 10"}, {always_open, always_open});
  const ItemResult& fee = toll_item(result, "fee");
  ASSERT_TRUE(fee.regions);
  expect_adds_up(*fee.regions);
  EXPECT_EQ(fee.regions->cells.size(), 6U);
  EXPECT_EQ(fee.regions->cells.front().inputs, 22U) << "the one with the most differing inputs comes first";
  EXPECT_EQ(region_lines(*fee.regions, result.names).back(),
            "3 more regions differ, 3 of 3 inputs; no region agrees; all 30 inputs were compared");
}

// What reads pieces is drawn at positions: a region may be missing, and it says so.
TEST(CompareRegions, OfADefinitionThatIsSampled) {
  const Result result =
      tolls_compared({"1", "1"}, {"no x in units(black) on h", "turn < 6 and (no x in units(black) on h)"});
  const ItemResult& open = toll_item(result, "open");
  ASSERT_TRUE(open.regions);
  expect_adds_up(*open.regions);
  EXPECT_FALSE(open.regions->complete);
  EXPECT_GT(open.regions->differing, 0U);
  EXPECT_GT(open.regions->agreeing_inputs, 0U);
  ASSERT_EQ(open.regions->cells.size(), 1U);
  const RegionCell& cell = open.regions->cells[0];
  EXPECT_EQ(cell.differing, cell.inputs);
  EXPECT_THAT(cell.values[0], ElementsAre("yes"));
  EXPECT_THAT(cell.values[1], ElementsAre("no"));
  const std::vector<std::string> lines = region_lines(*open.regions, result.names);
  EXPECT_THAT(lines[0],
              HasSubstr("in ours, no x in units(black) on h (1.2): yes; in theirs, not: turn < 6 (1.2): no"));
  EXPECT_THAT(lines[1], HasSubstr("drawn at positions, so a region may be missing"));
}

// Without a condition there is one region, which says no more than the item.
TEST(CompareRegions, AreNotSaidOfWhatDecidesNothing) {
  const Result result = tolls_compared({"t as points", "(t as points) + 1"}, {always_open, always_open});
  EXPECT_FALSE(toll_item(result, "fee").regions);
}

/// From some turn on a step of the game counts.
ScenarioPtr counting(const std::string& id, const std::string& late, const std::string& counted) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  const auto made = testing_support::scenario_of(
      "edition counting \"Counting\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  measure points from 0 to 40\n  measure turns from 1 to 30\n"
      "  state turn: turns = 1\n  state score: points = 0\n  define late(t: turns) -> bool = " +
          late +
          "\n  procedure game\n    repeat at most 6 times\n      choose by white\n        rest()\n"
          "      if late(turn) then score += " +
          counted + "\n      turn += 1\n    end game drawn\n  action rest()\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

std::vector<std::string> details_of_counting(const std::array<std::string, 2>& late,
                                             const std::array<std::string, 2>& counted) {
  Settings settings;
  settings.budget.games = 4;
  settings.budget.positions = 100;
  const Result result = compare(counting("ours", late[0], counted[0]),
                                counting("theirs", late[1], counted[1]), settings, {}, {});
  std::vector<std::string> all;
  for (const Finding& one : result.findings) all.insert(all.end(), one.details.begin(), one.details.end());
  EXPECT_FALSE(all.empty());
  return all;
}

// A difference in what a procedure does says at which of its questions the two part.
TEST(CompareRegions, AStepThatLeadsElsewhereSaysWhereTheCoursesPart) {
  EXPECT_THAT(details_of_counting({"t > 2", "t > 3"}, {"1", "1"}),
              testing::Contains("the steps part in game at \"late(turn)\": yes in ours, no in theirs"));
  // Here the same questions come out alike.
  EXPECT_THAT(details_of_counting({"t > 2", "t > 2"}, {"1", "2"}),
              testing::Not(testing::Contains(HasSubstr("the steps part in"))));
}

// A change names the regions of the items that cause it.
TEST(CompareRegions, StandUnderTheChangeThatTheItemCauses) {
  const Result result =
      tolls_compared({"if t in {1, 3} then 3 else t as points", "if t in {1, 3} then 25 else t as points"},
                     {always_open, always_open});
  ASSERT_EQ(result.changes.size(), 1U);
  const auto behind = items_behind(result, result.changes[0]);
  ASSERT_EQ(behind.size(), 1U);
  EXPECT_EQ(behind[0]->name, "fee");
  EXPECT_EQ(region_lines(*behind[0]->regions, result.names).front(),
            "2 inputs: t in {1, 3} (1.2); in ours, 3; in theirs, 25; for example fee(1)");
}

}  // namespace
}  // namespace casebook::compare
