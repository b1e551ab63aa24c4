// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs every check on one ruleset.

#include <optional>
#include <string>
#include <vector>

#include "engine/board/acknowledged.h"
#include "verifier/checks/check.h"
#include "verifier/checks/shared/context.h"
#include "verifier/symbolic/mine/mine.h"

namespace casebook::checks {

struct Asked {
  const Check* check = nullptr;
  Answer answer;
  size_t findings = 0;
  std::string left_out;  // why it was not asked; empty: it was
};

/// How far it was looked: `looked at completely`, `sampled`, `not asked`.
std::string_view looked_at(const Asked& asked);

struct Verification {
  std::vector<Finding> findings;  // in the order of reports
  std::vector<Asked> asked;
  std::vector<board::Acknowledgement> gone;  // acknowledged, and not found any more
  std::vector<ScenarioPtr> rulesets;         // that witnesses speak of
  std::optional<symbolic::Mining> mining;    // null: no check made positions
  std::string positions;                     // where those come from that were tried; empty: none were
  size_t witnesses = 0, confirmed = 0;
  bool stopped = false;
  /// 0, 30, 40 or 50; 130 when it was stopped.
  int status() const;
};

/// `only`: ids of checks; empty: all. Every finding with a witness is confirmed.
Verification verify(Subject subject, const Settings& settings, const std::vector<std::string>& only,
                    const board::Acknowledgements& acknowledged = {});

/// Mines invariants of the scenario, with the seed of the settings. Precondition: there is a scenario.
symbolic::Mining mine(const ScenarioPtr& scenario, const Settings& settings);

/// As acknowledgements name it: 16 hexadecimal digits.
std::string fingerprint_text(const Finding& finding);

}  // namespace casebook::checks
