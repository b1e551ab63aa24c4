// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `verify` and `report` work on: an edition with its scenario, or its rules alone where it has none;
// its printed cases; and what was acknowledged.

#include <optional>
#include <string>

#include "verifier/checks/verify.h"

namespace casebook::cli {

struct Verified {
  checks::Subject subject;
  std::string acknowledged_file;  // where acknowledgements are, or would be
  bool alone = false;             // there is no scenario
  bool empty = false;             // its rules could be bound without one, to a board with nothing on it
};

/// Nothing when there are errors.
std::optional<Verified> load_subject(const std::string& word, const std::string& rulesets,
                                     Diagnostics& diagnostics);

/// `acknowledged.json` beside the scenario, or in the folder of the edition.
std::string acknowledged_file(const runtime::ScenarioRequest& request);
/// Of a file that is not there: none. Nothing when it cannot be read.
std::optional<board::Acknowledgements> load_acknowledgements(const std::string& path,
                                                             Diagnostics& diagnostics);

/// The rules speak of pieces on a map, and no scenario gives either.
bool board_is_empty(const runtime::Scenario& scenario);
constexpr const char* rules_alone =
    "there is no scenario: only the rules are checked, and nothing is known of play";
constexpr const char* empty_board = "there is no scenario: the board is empty, and nothing is known of play";
/// Of what looks at play: what the line above it says, as a verdict.
inline const char* why_alone(const Verified& verified) {
  return verified.empty ? empty_board : rules_alone;
}

}  // namespace casebook::cli
