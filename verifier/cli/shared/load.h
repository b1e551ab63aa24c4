// SPDX-License-Identifier: Apache-2.0
#pragma once

// Loads what a word on the command line names: the scenario of an edition, a scenario file, a position
// file, or the end of a record.

#include <memory>
#include <optional>
#include <string>

#include "engine/base/diagnostic.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/scenario.h"

namespace casebook::cli {

struct Loaded {
  std::shared_ptr<const runtime::Scenario> scenario;
  std::optional<runtime::Position> position;  // of a position file; none: the scenario's start
  bool from_file = false;
};

/// EDITION, SCENARIO or POSITION. `under` (or empty) names other rules for a position file. Nothing when
/// there are errors.
std::optional<Loaded> load(const std::string& word, const std::string& rulesets_option,
                           Diagnostics& diagnostics, const std::string& under = {});

/// The scenario that a file says it belongs to.
std::shared_ptr<const runtime::Scenario> load_identity(const runtime::RulesetIdentity& identity,
                                                       const std::string& rulesets_option,
                                                       const std::string& file, Diagnostics& diagnostics);

/// The compiled form, or the reference evaluator when `reference`.
std::unique_ptr<runtime::Rules> make_rules(std::shared_ptr<const runtime::Scenario> scenario, bool reference);

/// `won by first`, `drawn`, `stuck at game:1 (2.0)`, `fault by 4.2`.
std::string outcome_words(const runtime::Scenario& scenario, const runtime::Outcome& outcome);

}  // namespace casebook::cli
