// SPDX-License-Identifier: Apache-2.0
#include "tests/rulesets/reading_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "engine/base/text.h"
#include "tests/support/battery.h"
#include "tests/support/script.h"

namespace casebook::tests {
namespace {

/// As players write it on the command line.
std::string typed(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

}  // namespace

std::vector<ReadingRow> reading_rows(const std::string& table) {
  std::vector<ReadingRow> all;
  std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) + "/tests/rulesets/" + table);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("--")) continue;
    const auto parts = split(line, '|');
    const auto names = split(parts.at(0), ',');
    const std::string name(trimmed(names.at(0)));
    const size_t equals = name.find('=');
    ReadingRow row{name.substr(0, equals),
                   name.substr(equals + 1),
                   std::string(trimmed(parts.at(1))),
                   std::string(trimmed(parts.at(2))),
                   {}};
    for (size_t i = 1; i < names.size(); ++i) row.options.emplace_back(trimmed(names[i]), "yes");
    all.push_back(std::move(row));
  }
  return all;
}

void expect_it_matters(const std::string& edition, const ReadingRow& row, const std::string& file) {
  SCOPED_TRACE(row.reading + "=" + row.value + " at " + row.position);
  auto switches = row.options;
  const auto plain = shipped_scenario(edition, {}, switches);
  switches.emplace_back(row.reading, row.value);
  const auto other = shipped_scenario(edition, {}, switches);
  ASSERT_TRUE(plain && other);
  const Seen before = play_script(plain, file, row.script), after = play_script(other, file, row.script);
  EXPECT_EQ(before.problem, "");
  EXPECT_EQ(after.problem, "");
  EXPECT_FALSE(before == after) << "nothing differs";
}

void expect_claimed(const language::Program& program, const ReadingRow& row) {
  const auto names_it = [&](const language::Setting& setting) {
    if (setting.reading == language::none) return false;
    const language::Reading& reading = program.readings[setting.reading];
    return typed(reading.name) == row.reading &&
           typed(program.kinds[reading.kind].members[static_cast<size_t>(setting.value)]) == row.value;
  };
  EXPECT_TRUE(std::any_of(program.claims.begin(), program.claims.end(),
                          [&](const language::Claim& claim) {
                            return std::any_of(claim.with.begin(), claim.with.end(), names_it);
                          }))
      << "no claim under " << row.reading << "=" << row.value;
}

void expect_every_value(const language::Program& program, const language::Reading& reading,
                        const std::vector<ReadingRow>& rows) {
  const auto& values = program.kinds[reading.kind].members;
  for (size_t i = 0; i < values.size(); ++i) {
    if (static_cast<int32_t>(i) == reading.fallback) continue;
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(),
                            [&](const ReadingRow& row) {
                              return row.reading == typed(reading.name) && row.value == typed(values[i]);
                            }))
        << reading.name << " = " << values[i] << " has no position";
  }
}

}  // namespace casebook::tests
