// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a game offered and what followed, step by step. That is enough to see whether other rules of the
// same layout would go on alike.

#include <string>
#include <vector>

#include "engine/runtime/records/game.h"

namespace casebook::games {

struct TraceStep {
  runtime::NodeKind node = runtime::NodeKind::choose;
  int32_t player = -1;
  uint64_t offered = 0;  // hash of all choices or outcomes
  runtime::Choice choice;
  runtime::ChanceOutcome chance;
  uint64_t after = 0;  // hash of the position
};

struct Trace {
  std::string name;
  runtime::Position start;
  bool from_the_start = false;  // begins a game; else goes on from a position at a site
  uint64_t begun = 0;           // hash at the first site
  std::vector<TraceStep> steps;
  uint64_t last = 0;  // what is offered after the last step; 0 when it is over
};

/// The steps that the game has played, then as many more as `most` allows in all, chosen and rolled at
/// random.
Trace trace_of(runtime::Game& game, std::string name, uint64_t seed, size_t most);

/// The first step at which these rules offer something else or lead elsewhere (the number of steps: what is
/// offered after the last); -1 when they never do.
int first_difference(runtime::Rules& rules, const Trace& trace);

}  // namespace casebook::games
