// SPDX-License-Identifier: Apache-2.0
// Every value of every reading makes a difference in play: a position, and the choices and rolls after which
// a player sees other choices than under the default, another outcome, or another position.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "engine/base/text.h"
#include "tests/support/battery.h"
#include "tests/support/script.h"

namespace casebook::tests {
namespace {

constexpr const char* edition = "across-suez/spi-1980";

struct Row {
  std::string reading, value, position, script;
  std::vector<std::pair<std::string, std::string>> options;  // on for both
};

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::vector<Row> rows() {
  std::vector<Row> all;
  std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) + "/tests/rulesets/across_suez_readings.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("--")) continue;
    const auto parts = split(line, '|');
    const auto names = split(parts.at(0), ',');
    const std::string name = trimmed(names.at(0));
    const size_t equals = name.find('=');
    Row row{name.substr(0, equals), name.substr(equals + 1), trimmed(parts.at(1)), trimmed(parts.at(2)), {}};
    for (size_t i = 1; i < names.size(); ++i) row.options.emplace_back(trimmed(names[i]), "yes");
    all.push_back(std::move(row));
  }
  return all;
}

std::string typed(std::string name) {
  for (char& c : name)
    if (c == '_') c = '-';
  return name;
}

TEST(AcrossSuezReadings, EachValueHasAPositionOnWhichItMatters) {
  for (const Row& row : rows()) {
    const std::string file = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition +
                             "/positions/readings/" + row.position + ".json";
    auto switches = row.options;
    const auto plain = shipped_scenario(edition, {}, switches);
    switches.emplace_back(row.reading, row.value);
    const auto other = shipped_scenario(edition, {}, switches);
    ASSERT_TRUE(plain && other) << row.reading << "=" << row.value;
    const Seen before = play_script(plain, file, row.script), after = play_script(other, file, row.script);
    EXPECT_EQ(before.problem, "") << row.reading << "=" << row.value << " at " << row.position;
    EXPECT_EQ(after.problem, "") << row.reading << "=" << row.value << " at " << row.position;
    EXPECT_FALSE(before == after) << row.reading << "=" << row.value << " at " << row.position;
  }
}

TEST(AcrossSuezReadings, NoneIsLeftOut) {
  const auto scenario = shipped_scenario(edition);
  ASSERT_TRUE(scenario);
  std::set<std::string> tried;
  for (const Row& row : rows()) tried.insert(row.reading + "=" + row.value);
  const language::Program& program = *scenario->program;
  for (const language::Reading& reading : program.readings) {
    const auto& values = program.kinds[static_cast<size_t>(reading.kind)].members;
    for (size_t i = 0; i < values.size(); ++i) {
      if (static_cast<int32_t>(i) == reading.fallback) continue;
      EXPECT_TRUE(tried.count(typed(reading.name) + "=" + typed(values[i])))
          << reading.name << " = " << values[i] << " has no position";
    }
  }
  EXPECT_GE(program.readings.size(), 25u);
}

}  // namespace
}  // namespace casebook::tests
