// SPDX-License-Identifier: Apache-2.0
// A table under several cases: each row is counted and cited under the case that is called after it.
#include "engine/program/row_labels.h"

#include <gtest/gtest.h>

#include "engine/runtime/reference/reference.h"
#include "tests/support/rules_text.h"

namespace casebook::runtime {
namespace {

std::shared_ptr<const Scenario> chart() {
  return testing_support::scenario_of(
      "edition chart \"Chart\"\nsection 1 \"All\"\n"
      "case chart \"movement, clear\", chart \"movement, soft sand\", chart \"movement, swamp\" \"Ground\"\n"
      "  kind side = white, black\n  kind terrain = clear, soft_sand, swamp, lake\n"
      "  measure points from 0 to 40\n"
      "  table price(terrain) -> points\n    clear: 1, soft_sand: 3, swamp: silent, lake: 9\n"
      "  define of_sand() -> points = price(soft_sand)\n  define of_swamp() -> points = price(swamp)\n"
      "  define of_lake() -> points = price(lake)\n"
      "case 1.1 \"Play\"\n  procedure game\n    choose by white\n      rest()\n    end game drawn\n"
      "  action rest()\n",
      {.map = testing_support::small_map(3, 3), .order_of_battle = {}, .schedule = {}, .scenario = {}});
}

DefinitionId definition(const Scenario& scenario, const std::string& name) {
  for (size_t i = 0; i < scenario.program->definitions.size(); ++i)
    if (scenario.program->definitions[i].name == name) return static_cast<DefinitionId>(i);
  ADD_FAILURE() << name;
  return 0;
}

TEST(RowLabels, ARowIsCountedUnderItsOwnCaseAndNotUnderTheFirst) {
  const auto scenario = chart();
  std::vector<uint64_t> fired(scenario->program->cases.size(), 0);
  Evaluator evaluator(scenario);
  evaluator.count_fired(&fired);
  const auto times = [&](const std::string& label) {
    for (size_t i = 0; i < fired.size(); ++i)
      if (scenario->program->cases[i].label == label) return fired[i];
    ADD_FAILURE() << label;
    return uint64_t{0};
  };
  evaluator.value_of(false, definition(*scenario, "of_sand"), {}, scenario->start);
  EXPECT_EQ(times("chart: movement, soft sand"), 1U);
  // The definition itself stands under the first.
  EXPECT_EQ(times("chart: movement, clear"), 1U);
  EXPECT_EQ(times("chart: movement, swamp"), 0U);
  // A row that no case is called after is the first one's.
  evaluator.value_of(false, definition(*scenario, "of_lake"), {}, scenario->start);
  EXPECT_EQ(times("chart: movement, clear"), 3U);
}

TEST(RowLabels, AFaultAndADerivationCiteTheRow) {
  const auto scenario = chart();
  Evaluator evaluator(scenario);
  try {
    evaluator.value_of(false, definition(*scenario, "of_swamp"), {}, scenario->start);
    FAIL() << "the row is silent";
  } catch (const Fault& fault) {
    EXPECT_EQ(scenario->program->label_text(fault.label), "chart: movement, swamp");
  }
  const language::Definition& sand = scenario->program->definitions[definition(*scenario, "of_sand")];
  Derivation derivation;
  evaluator.derive(*sand.body, scenario->start, derivation);
  ASSERT_EQ(derivation.children.size(), 1U);
  EXPECT_EQ(derivation.children[0]->label, "chart: movement, soft sand");
}

}  // namespace
}  // namespace casebook::runtime
