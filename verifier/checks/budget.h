// SPDX-License-Identifier: Apache-2.0
#pragma once

// How much `verify` plays and tries, and the defaults of its options. All are counts, never seconds, so the result is
// the same on every machine.

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "verifier/finding/finding.h"

namespace casebook::checks {

struct Check;

/// A run with fewer cannot say that a finding of an earlier run is gone.
inline constexpr uint64_t usual_games = 100, usual_positions = 2'000;

/// Budgets are counts, never seconds.
struct Settings {
  uint64_t seed = 1;
  uint64_t games = usual_games;                     // seeded games
  uint64_t decisions = 5'000;                       // choices of one game; it is left open then
  uint64_t inputs = 150'000;                        // of one definition
  uint64_t positions = usual_positions;             // generated, for one question
  uint32_t solver_resources = 0;                    // of one query to Z3; 0: none is made
  bool mine = false;                                // invariants, and hold positions to those proved
  std::function<bool()> go_on;                      // no: stop, and keep what was found
  std::function<void(const Check& check)> begun;    // progress
  std::function<void(std::string_view what)> tell;  // the step that it is at
  /// What a check found, confirmed, in the order of reports, as soon as the check has ended.
  std::function<void(const std::vector<Finding>& found)> found;
};

}  // namespace casebook::checks
