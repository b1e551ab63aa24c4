// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the two begin: pieces of one alone, places, state and who chooses at the first step of each. Play is
// compared at the same position in both, and so says nothing of that.

#include <optional>

#include "verifier/compare/both_sides.h"
#include "verifier/finding.h"

namespace casebook::compare {

/// What differs where each begins, with a witness if anything that differs can be said in words of the rules;
/// without it the verdict is unknown. Nothing where they begin alike. Its witness is not yet confirmed.
std::optional<Finding> starts_apart(Pair& pair);

}  // namespace casebook::compare
