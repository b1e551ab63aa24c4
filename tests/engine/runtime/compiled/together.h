// SPDX-License-Identifier: Apache-2.0
// Both evaluators on one game: the same choices in the same order, the same positions byte for byte, the same
// players and outcomes.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/rules.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime::tests {

/// `rulesets/examples/NAME`, its own scenario or a file beside it.
std::shared_ptr<const Scenario> example(const std::string& name, const std::string& scenario_file = "");
/// Rules text on the ground of rulesets/examples/NAME. Null, with what is wrong in `why`, when the text has
/// errors.
std::shared_ptr<const Scenario> on_the_ground_of(const std::string& name, const std::string& rules,
                                                 std::string* why);

/// What a game of both came to.
struct Together {
  std::string difference;  // empty: none
  int64_t nodes = 0;       // positions compared
  OutcomeKind outcome = OutcomeKind::open;
};

/// Plays one random game with both, at most so many nodes. What comes is drawn from the seed.
Together play_together(Rules& compiled, Rules& reference, uint64_t seed, uint64_t game, int64_t most_nodes);

}  // namespace casebook::runtime::tests
