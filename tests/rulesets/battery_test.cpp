// SPDX-License-Identifier: Apache-2.0
// The common battery over the small games, played with the compiled form and with the reference evaluator:
// what it asks stands in battery.h.
#include "tests/support/battery.h"

#include <gtest/gtest.h>

namespace casebook::tests {
namespace {

// Three lines a game. With the second evaluator the positions that undo leads through are its own.
void battery(const std::string& edition, uint64_t games, const std::string& scenario = {}) {
  const BatteryReport compiled = run_battery({.edition = edition, .scenario = scenario, .games = games});
  const BatteryReport plain = run_battery(
      {.edition = edition, .scenario = scenario, .games = games, .rules = runtime::make_reference_rules});
  EXPECT_EQ(compiled.games, games);
  EXPECT_EQ(compiled.positions, plain.positions) << "the same seeds give the same games";
  EXPECT_EQ(compiled.choices, plain.choices);
  EXPECT_EQ(compiled.outcomes, plain.outcomes);
  EXPECT_GT(compiled.texts, 0U);
}

TEST(BatteryOfExamples, HexSkirmish) {
  battery("examples/hex-skirmish", 10);
}

TEST(BatteryOfExamples, Hex) {
  battery("examples/hex", 4, "scenario-3.json");
}

TEST(BatteryOfExamples, Cup) {
  battery("examples/cup", 1);
}

TEST(BatteryOfExamples, Interrupt) {
  battery("examples/interrupt", 1);
}

TEST(BatteryOfAcrossSuez, Spi1980) {
  const BatteryReport report = run_battery({.edition = "across-suez/spi-1980", .games = 1});
  EXPECT_EQ(report.games, 1U);
  EXPECT_GT(report.inside, 300U);
}

TEST(BatteryOfNoMiddleGround, OperationBadr) {
  EXPECT_EQ(run_battery({.edition = "no-middle-ground/against-the-odds", .games = 1}).games, 1U);
}

TEST(BatteryOfAcrossSuezSlow, Spi1980) {
  EXPECT_EQ(run_battery({.edition = "across-suez/spi-1980", .games = 20}).games, 20U);
}

TEST(BatteryOfExamplesSlow, All) {
  battery("examples/hex-skirmish", 50);
  battery("examples/hex", 10);
  battery("examples/cup", 10);
  battery("examples/interrupt", 10);
}

}  // namespace
}  // namespace casebook::tests
