// SPDX-License-Identifier: Apache-2.0
#pragma once

// State that nothing in play reads. A step that leaves another value of it changes nothing in play.

#include <set>
#include <string>

#include "verifier/compare/align/alignment.h"

namespace casebook::compare {

/// Names, as Transfer::differences has them, of state that both have and that neither a condition nor a value
/// nor a step of that side's play reads, its switches settled. Invariants, views and claims are no play.
/// Where anything that play can come to might read it, it is not among them.
std::set<std::string> unread_state(const Alignment& alignment, size_t side);

}  // namespace casebook::compare
