// SPDX-License-Identifier: Apache-2.0
// Does an ambiguity ever matter? Each edition compared with itself, one reading set to another of its values:
// which are told apart by a position, and which are not (docs/architecture/verifier.md, "Comparing").
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/battery.h"
#include "verifier/compare/compare.h"

namespace casebook::tests {
namespace {

/// How many readings are told apart by one of their other values; prints those that are not.
size_t told_apart(const std::string& edition) {
  const auto plain = shipped_scenario(edition, "", {});
  if (plain == nullptr) return 0;
  compare::Settings settings;
  settings.budget.games = 4;
  settings.budget.positions = 1000;
  size_t apart = 0;
  const language::Program& program = *plain->program;
  for (const language::Reading& reading : program.readings) {
    const auto& values = plain->members[reading.kind];
    std::set<std::string> alike;
    bool told = false;
    for (size_t i = 0; i < values.size(); ++i) {
      if (static_cast<int32_t>(i) == reading.fallback) continue;
      const auto other = shipped_scenario(edition, "", {{reading.name, values[i]}});
      const compare::Result result = compare::compare(plain, other, settings, {}, {});
      bool shown = false;
      for (const Finding& finding : result.findings) {
        EXPECT_NE(finding.verdict, Verdict::tool_error) << reading.name << ": " << finding.text;
        shown = shown || (finding.verdict == Verdict::refuted && finding.witness.has_value());
      }
      if (!shown) alike.insert(values[i]);
      told = told || shown;
    }
    apart += told ? 1 : 0;
    for (const std::string& value : alike)
      fmt::print("{}: {}={} is not told from {}\n", edition, reading.name, value,
                 values[static_cast<size_t>(reading.fallback)]);
  }
  fmt::print("{}: {} of {} readings told apart\n", edition, apart, program.readings.size());
  return apart;
}

TEST(SlowReadings, OfTheFirstEditionAreToldApart) {
  EXPECT_GE(told_apart("across-suez/spi-1980"), 1U);
}

TEST(SlowReadings, OfTheLaterEditionAreToldApart) {
  EXPECT_GE(told_apart("across-suez/decision-games-2"), 1U);
}

}  // namespace
}  // namespace casebook::tests
