// SPDX-License-Identifier: Apache-2.0
// The later edition of Across Suez: its games, and its readings, each value with a position on which it makes
// a difference in play (tests/rulesets/across_suez/decision-games-2-readings.txt; a reading shared with SPI
// 1980 shows on a position of that edition).
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "engine/base/text.h"
#include "tests/rulesets/across_suez_table.h"
#include "tests/support/battery.h"
#include "tests/support/script.h"

namespace casebook::tests {
namespace {

constexpr const char* edition = "across-suez/decision-games-2";

struct Row {
  std::string reading, value, position, script;
};

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::vector<Row> rows() {
  std::vector<Row> all;
  std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) +
                   "/tests/rulesets/across_suez/decision-games-2-readings.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("--")) continue;
    const auto parts = split(line, '|');
    const std::string name = trimmed(parts.at(0));
    const size_t equals = name.find('=');
    all.push_back(
        {name.substr(0, equals), name.substr(equals + 1), trimmed(parts.at(1)), trimmed(parts.at(2))});
  }
  return all;
}

std::string typed(std::string name) {
  for (char& c : name)
    if (c == '_') c = '-';
  return name;
}

runtime::Position start_of(const std::shared_ptr<const runtime::Scenario>& scenario) {
  return runtime::Game(runtime::make_compiled_rules(scenario)).position();
}

TEST(AcrossSuezLaterEdition, EachValueOfAReadingHasAPositionOnWhichItMatters) {
  const auto plain = shipped_scenario(edition);
  ASSERT_TRUE(plain);
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.reading + "=" + row.value + " at " + row.position);
    const std::string file = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/across-suez/" + row.position;
    const auto other = shipped_scenario(edition, {}, {{row.reading, row.value}});
    ASSERT_TRUE(other);
    const Seen before = play_script(plain, file, row.script), after = play_script(other, file, row.script);
    EXPECT_EQ(before.problem, "");
    EXPECT_EQ(after.problem, "");
    EXPECT_FALSE(before == after) << "nothing differs";
  }
}

TEST(AcrossSuezLaterEdition, NoReadingIsLeftOut) {
  const auto scenario = shipped_scenario(edition);
  ASSERT_TRUE(scenario);
  std::set<std::string> tried;
  for (const Row& row : rows()) tried.insert(row.reading + "=" + row.value);
  const language::Program& program = *scenario->program;
  for (const language::Reading& reading : program.readings) {
    // What stays under its own number is tried where it comes from.
    const language::Case& one = program.cases[static_cast<size_t>(reading.label)];
    const bool stays = std::any_of(one.same_as.begin(), one.same_as.end(), [&](language::Id parent) {
      return program.parent_labels[static_cast<size_t>(parent)] == one.label;
    });
    if (stays) continue;
    const auto& values = program.kinds[static_cast<size_t>(reading.kind)].members;
    for (size_t i = 0; i < values.size(); ++i) {
      if (static_cast<int32_t>(i) == reading.fallback) continue;
      EXPECT_TRUE(tried.count(typed(reading.name) + "=" + typed(values[i])))
          << reading.name << " = " << values[i] << " has no position";
    }
  }
  EXPECT_GE(program.readings.size(), 20u);
}

TEST(AcrossSuezLaterEdition, PlaysToTheEndWithEveryInvariant) {
  const auto scenario = shipped_scenario(edition);
  ASSERT_TRUE(scenario);
  EXPECT_EQ(play_on(scenario, start_of(scenario), 10), 10);
}

// Under each value of each reading: play has to end there too.
TEST(AcrossSuezLaterEditionSlow, PlaysToTheEndUnderEveryReading) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.reading + "=" + row.value);
    const auto scenario = shipped_scenario(edition, {}, {{row.reading, row.value}});
    ASSERT_TRUE(scenario);
    EXPECT_EQ(play_on(scenario, start_of(scenario), 1), 1);
  }
}

TEST(AcrossSuezLaterEdition, Battery) {
  const BatteryReport report = run_battery({.edition = edition, .games = 1});
  EXPECT_EQ(report.games, 1U);
  EXPECT_GT(report.inside, 300U);
}

TEST(AcrossSuezLaterEditionSlow, Battery) {
  EXPECT_EQ(run_battery({.edition = edition, .games = 20}).games, 20U);
}

}  // namespace
}  // namespace casebook::tests
