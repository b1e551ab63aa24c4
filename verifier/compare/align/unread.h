// SPDX-License-Identifier: Apache-2.0
#pragma once

// State that nothing in play reads. A step that leaves another value of it changes nothing in play.

#include <set>
#include <string>

#include "verifier/compare/align/alignment.h"

namespace casebook::compare {

/// Names, as Transfer::differences has them, of state that both have but that play on that side never
/// reads, in a condition, a value or a step, with its switches settled. Invariants, views and claims are
/// not play. State that any reachable part of play might read is not listed.
std::set<std::string> unread_state(const Alignment& alignment, size_t side);

}  // namespace casebook::compare
