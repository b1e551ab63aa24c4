// SPDX-License-Identifier: Apache-2.0
#pragma once

// The effect of a difference on play, measured on its witness: both sides are replayed to the end of their
// records. How often games show it is counted elsewhere (sample.h).

#include <functional>
#include <memory>
#include <vector>

#include "verifier/finding/finding.h"

namespace casebook::compare {

/// Gives each confirmed difference with a witness of two sides what becomes of play by it. The first of these
/// that holds: the outcomes differ where the records end; a piece is on the map there in one alone, or a
/// choice that the one permits and the other does not takes one off it; something may be done, or chance can
/// bring something, in one alone; nothing of that. An end by a fault or because nobody can choose is none.
/// `go_on` is asked before each, and ends it early where it says no.
void tell_what_becomes(std::vector<Finding>& findings, const std::shared_ptr<const runtime::Scenario>& a,
                       const std::shared_ptr<const runtime::Scenario>& b, const std::function<bool()>& go_on);

}  // namespace casebook::compare
