// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random games so small that all of their positions can be visited: two counters, lamps, tokens, two units on four
// hexes; choices with requirements, dice, draws, reactions, and invariants of every kind. The games mean nothing. What
// a proof says of an invariant must agree with what a visit of all positions finds.

#include <cstdint>
#include <string>

namespace casebook::tests {

/// The text of an edition. The same seed, the same text.
std::string small_game(uint64_t seed);

}  // namespace casebook::tests
