// SPDX-License-Identifier: Apache-2.0
#pragma once

// The effect of a difference on play, measured on its witness: both sides are replayed to the end of their
// records. How often games show it is counted elsewhere (sample.h).

#include <functional>
#include <memory>
#include <vector>

#include "verifier/finding/finding.h"

namespace casebook::compare {

/// Gives each confirmed two-sided difference its effect on play, the first of these that holds: play stops in one of
/// them, by a fault or because nobody can choose; the outcomes differ at the end of the records (where one side has ended and the other goes on, random players
/// play it on: if every game ends as the first did, and not every game from the start does, the game only ends sooner); a piece is on the map in one only; a choice that one permits
/// and the other refuses removes a piece; something may be done, or chance can bring something, in one
/// only; none of that. Calls `go_on` before each, and ends early when it says no.
void tell_what_becomes(std::vector<Finding>& findings, const std::shared_ptr<const runtime::Scenario>& a,
                       const std::shared_ptr<const runtime::Scenario>& b, const std::function<bool()>& go_on);

}  // namespace casebook::compare
