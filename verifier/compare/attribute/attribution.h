// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether an item really causes a difference. The item is moved from one ruleset into the other
// (take_over.h). If the difference is still there, the item was not the cause. Then other changed items are
// tried, the nearest first, up to a count.

#include "verifier/compare/attribute/classes.h"

namespace casebook::compare {

/// Looks at the example of the class as it stands.
Attribution attribute(Pair& pair, const DifferenceClass& one);

/// Whether the suspected items cause the difference in the example: switching one of them, or all together,
/// makes it go away. Nothing when some cannot be switched and the others do not do it.
std::optional<bool> decides(Pair& pair, const DifferenceClass& one);

/// What differs where the two begin, and does not once one side has these items of the other: then every game begins
/// with the difference. Names as `Transfer::differences` gives them. Empty where nothing differs at the start, or where
/// the items cannot be taken over.
std::vector<std::string> parts_of_the_starts(Pair& pair, const ItemRefs& items);

/// Whether the difference is gone when that side plays by these rules instead of its own (of the same
/// layout): what the other side permits is permitted, what it refuses is refused and something else may be
/// done, and a step leads where it leads there. What ends in a fault is never alike.
bool plays_alike(Pair& pair, const Difference& difference, size_t side, const ScenarioPtr& instead);

}  // namespace casebook::compare
