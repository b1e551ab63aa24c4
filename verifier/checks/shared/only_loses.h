// SPDX-License-Identifier: Apache-2.0
#pragma once

// Answers that nobody needs. An answer may only permit a choice that loses the game at once for the player who makes
// it. The question then has two answers that play differently, and no player would ever make the difference.

#include <functional>

#include "verifier/checks/shared/compare_rules.h"

namespace casebook::checks {

/// Whether a search finds no position where the rules of `second` do more than permit such a choice, or refuse one.
/// The same search as sought_apart() makes, with the rules of the probe as the first. No when `go_on` says no.
bool only_loses_where_sought(Probe& probe, const ScenarioPtr& second, uint64_t seed,
                             const std::function<bool()>& go_on);

/// Makes a note of a question: in `positions` the answer was found to matter, and it only permits such a choice there.
void note_that_it_only_loses(Finding& finding, size_t positions);

}  // namespace casebook::checks
