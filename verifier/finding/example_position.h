// SPDX-License-Identifier: Apache-2.0
#pragma once

// The position of an example in a line, so that a reader can follow its steps.

#include <memory>
#include <string>
#include <vector>

#include "verifier/finding/prose.h"
#include "verifier/finding/witness.h"

namespace casebook {

/// Fills `why_it_stops` of the sides whose game stops.
void say_why_it_stops(Witness& witness,
                      const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);

/// Why the game of a witness stops, in sentences for a reader; empty where it does not.
std::string why_it_stops_text(const Witness& witness, const Prose& prose);

/// Fills `position` and `position_at` of a witness: `turn 2: movement (north) [4.0]; A in 0513 and B in 0514`.
/// Of a generated position it is where the first side begins. Of a game, whichever side has one, it is where it ends; if the last step shows
/// the difference, where that step is taken; if nobody has a choice after it, there. Of many pieces on the map only those are named of which the steps or
/// what they show speak, and the others are counted; all if they speak of none. Both stay empty where the record cannot be replayed.
void say_position(Witness& witness, const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);

}  // namespace casebook
