// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `check` says of exceptions and adjustments without an order. Each pair is told once, where the later
// of the two stands, with arguments for which they differ.

#include <memory>

#include "engine/base/diagnostic.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// Passes on what was found before, and tells the pairs that differ:
///
///   1. at the start of the game, for any arguments: an error, E0614
///   2. in a claim or an invariant, which `found` has: the same error, and not those of the claims besides
///   3. at the start but with other values of state that their conditions read, where these are few: a
///      warning, W0310, unless `of_text` warns of that pair already
///
/// `of_text`: from loading the scenario. `found`: from running its claims and invariants, without a limit.
void tell_conflicts(const std::shared_ptr<const Scenario>& scenario, const Diagnostics& of_text,
                    const Diagnostics& found, Diagnostics& into);

}  // namespace casebook::runtime
