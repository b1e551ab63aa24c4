// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether an item really causes a difference. The item is moved from one ruleset into the other
// (take_over.h). If the difference is still there, the item was not the cause. Then other changed items are
// tried, the nearest first, up to a count.

#include "verifier/compare/attribute/classes.h"

namespace casebook::compare {

/// Looks at the example of the class as it stands.
Attribution attribute(Pair& pair, const DifferenceClass& one);

/// Whether what is blamed decides in the example: switched, an item by itself or all of them together, it
/// makes the difference go away. Nothing where some of it cannot be switched and the rest does not do it.
std::optional<bool> decides(Pair& pair, const DifferenceClass& one);

/// Whether the difference is gone when that side plays by these rules instead of its own (of the same
/// layout): what the other side permits is permitted, what it refuses is refused and something else may be
/// done, and a step leads where it leads there. What ends in a fault is never alike.
bool plays_alike(Pair& pair, const Difference& difference, size_t side, const ScenarioPtr& instead);

}  // namespace casebook::compare
