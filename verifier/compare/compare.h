// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where two rulesets differ in play: docs/architecture/comparing.md. `compare` runs the stages of stages.h and
// gives their result.

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/board/cases.h"
#include "engine/runtime/scenario.h"
#include "verifier/compare/budget.h"
#include "verifier/compare/result.h"

namespace casebook::compare {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

struct Settings {
  Budget budget;
  uint64_t inputs = 200'000;  // of a definition that is counted
  int shrinking = 60;         // tries for each class
  uint64_t whole = 300'000;   // steps taken in both to see all of play; 0: it is not tried
  std::array<std::optional<board::CaseList>, 2> cases =
      {};  // that each rulebook prints, where there is a list
};

/// Receives a line when a class of differences is found first.
using Tell = std::function<void(const std::string& line)>;

Result compare(const ScenarioPtr& a, const ScenarioPtr& b, const Settings& settings, const GoesOn& goes_on,
               const Tell& tell);

}  // namespace casebook::compare
