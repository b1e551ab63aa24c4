// SPDX-License-Identifier: Apache-2.0
// Every value of every reading makes a difference in play: a position, and the choices and rolls after which
// a player sees other choices than under the default, another outcome, or another position. Where the map has
// no ground for it, a claim is made under the value.
#include <gtest/gtest.h>

#include "tests/rulesets/reading_rows.h"
#include "tests/support/battery.h"

namespace casebook::tests {
namespace {

constexpr const char* edition = "across-suez/spi-1980";

std::vector<ReadingRow> rows() {
  return reading_rows("across_suez_readings.txt");
}

TEST(AcrossSuezReadings, EachValueHasAPositionOnWhichItMatters) {
  const auto scenario = shipped_scenario(edition);
  ASSERT_TRUE(scenario);
  for (const ReadingRow& row : rows()) {
    if (only_claimed(row)) {
      expect_claimed(*scenario->program, row);
      continue;
    }
    expect_it_matters(edition, row,
                      std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition + "/positions/readings/" +
                          row.position + ".json");
  }
}

TEST(AcrossSuezReadings, NoneIsLeftOut) {
  const auto scenario = shipped_scenario(edition);
  ASSERT_TRUE(scenario);
  const language::Program& program = *scenario->program;
  for (const language::Reading& reading : program.readings) expect_every_value(program, reading, rows());
  EXPECT_GE(program.readings.size(), 26u);
}

}  // namespace
}  // namespace casebook::tests
