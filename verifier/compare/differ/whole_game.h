// SPDX-License-Identifier: Apache-2.0
#pragma once

// All of play in both rulesets at once: every pair of positions that the same choices and rolls reach from
// the start, breadth first. A small game can be seen as a whole. If nothing differs anywhere, the two play
// alike; that is proved, not sampled.

#include <cstdint>
#include <functional>

#include "verifier/compare/differ/lockstep.h"

namespace casebook::compare {

struct WholeGame {
  bool complete = false;   // every pair was looked at, and nothing was met that differs
  uint64_t positions = 0;  // pairs that were come to
  uint64_t steps = 0;      // choices and throws taken in both
};

/// There are pieces for a map, and no map: nothing is known of play.
bool is_without_board(const Scenario& scenario);

/// Ends at the first thing that differs, after so many steps, or when `goes_on` says no.
WholeGame play_all(Pair& pair, uint64_t most_steps, const std::function<bool(uint64_t steps)>& goes_on);

}  // namespace casebook::compare
