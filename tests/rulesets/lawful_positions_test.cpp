// SPDX-License-Identifier: Apache-2.0
// Every position that comes with a ruleset satisfies every invariant of its rules that is due there, and somebody can go
// on from it. None breaks one on purpose: one that is to do so would have to be named here.
#include <gtest/gtest.h>

#include <map>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/records/position_file.h"
#include "tests/rulesets/edition_grades.h"
#include "tests/support/battery.h"

namespace casebook::tests {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> shipped_position_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(editions::source() / "rulesets")) {
    const fs::path& file = entry.path();
    if (file.extension() == ".json" &&
        editions::text_of(file).find("\"casebook/position\"") != std::string::npos)
      files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(ShippedPositions, SatisfyEveryInvariantOfTheirRules) {
  const std::vector<fs::path> files = shipped_position_files();
  EXPECT_GT(files.size(), 50U);
  std::map<std::string, std::shared_ptr<const runtime::Scenario>> scenarios;
  for (const fs::path& file : files) {
    const std::string name = file.lexically_relative(editions::source() / "rulesets").generic_string();
    SCOPED_TRACE(name);
    const std::string text = editions::text_of(file);
    Diagnostics diagnostics;
    const auto identity = runtime::position_identity(text, name, diagnostics);
    ASSERT_TRUE(identity) << diagnostics_text(diagnostics);
    const std::string edition = identity->scenario.substr(0, identity->scenario.find('+'));
    std::string key = edition;
    for (const auto& [option, value] : identity->switches) key += " " + option + "=" + value;
    auto& scenario = scenarios[key];
    if (!scenario) scenario = shipped_scenario(edition, "", identity->switches);
    ASSERT_TRUE(scenario);
    const auto position = runtime::load_position(*scenario, text, name, diagnostics);
    ASSERT_TRUE(position) << diagnostics_text(diagnostics);
    EXPECT_EQ(editions::objections(scenario, *position), "");
  }
}

}  // namespace
}  // namespace casebook::tests
