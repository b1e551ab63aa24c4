// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether selftest notices that a construct is translated wrongly.

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/support/constructs.h"
#include "tests/verifier/symbolic/mistakes.h"
#include "verifier/symbolic/selftest/selftest_steps.h"

namespace casebook::symbolic {

/// Definitions that say it somewhere.
inline std::vector<std::string> definitions_with(const language::Program& program,
                                                 const std::string& construct) {
  std::vector<std::string> names;
  for (const language::Definition& one : program.definitions) {
    std::set<std::string> met;
    casebook::tests::note_constructs(*one.body, met);
    for (const auto& exception : one.exceptions) {
      casebook::tests::note_constructs(*exception.when, met);
      casebook::tests::note_constructs(*exception.value, met);
      met.insert(exception.over.empty() ? "definition: except" : "definition: except over");
    }
    for (const auto& adjustment : one.adjustments)
      met.insert(adjustment.after.empty() ? "definition: adjust" : "definition: adjust after");
    if (met.count(construct) != 0) names.push_back(one.name);
  }
  return names;
}

/// By guards, effects and flow on known positions, or else by a definition that says it.
inline bool noticed(const std::shared_ptr<const runtime::Scenario>& scenario, const std::string& mistake,
                    SelftestSettings settings) {
  settings = with_mistake(std::move(settings), *scenario, mistake);
  Selftest steps;
  test_steps(scenario, settings, steps);
  if (!steps.differences.empty()) return true;
  for (const std::string& name : definitions_with(*scenario->program, mistake)) {
    settings.definition = name;
    if (!selftest(scenario, settings).differences.empty()) return true;
  }
  return false;
}

}  // namespace casebook::symbolic
