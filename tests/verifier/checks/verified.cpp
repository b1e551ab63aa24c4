// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/checks/verified.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/records/record.h"

namespace casebook::checks {

Settings small_budget() {
  Settings settings;
  settings.games = 20;
  settings.decisions = 60;
  settings.positions = 120;
  return settings;
}

Verification verification_of(const std::string& rules, const testing_support::DataText& data,
                             const std::vector<std::string>& only, const Settings& settings,
                             const board::Acknowledgements& acknowledged) {
  const auto scenario = testing_support::scenario_of(rules, data);
  return verify({scenario->id, scenario->program, scenario, std::nullopt}, settings, only, acknowledged);
}

Verification verification_of(const SmallRules& rules, bool flawed) {
  const auto scenario = testing_support::scenario_of(
      flawed ? rules.flawed : rules.sound, flawed && rules.other_data ? rules.flawed_data : rules.data);
  Subject subject{scenario->id, scenario->program, scenario, std::nullopt};
  if (!rules.playthrough.empty()) {
    Diagnostics diagnostics;
    subject.playthroughs.push_back({"game", runtime::parse_record(rules.playthrough, "game", diagnostics)});
    EXPECT_TRUE(diagnostics.empty()) << diagnostics_text(diagnostics);
  }
  return verify(std::move(subject), small_budget(), {rules.check}, {});
}

std::vector<Finding> serious(const Verification& result) {
  std::vector<Finding> out;
  for (const Finding& one : result.findings) {
    if (one.concern == Concern::information &&
        (one.verdict == Verdict::sampled || one.verdict == Verdict::proved))
      continue;
    out.push_back(one);
  }
  return out;
}

std::string shown(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& one : findings) out += finding_text(one);
  return out;
}

const SmallRules& rules_of(const std::string& check) {
  static const std::vector<SmallRules> all = small_rules();
  return *std::find_if(all.begin(), all.end(), [&](const SmallRules& one) { return one.check == check; });
}

}  // namespace casebook::checks
