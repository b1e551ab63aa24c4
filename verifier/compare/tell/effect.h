// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a difference does to play, said first: who may do, gets or pays what in the one ruleset, and what in the other.
// Choices and values are written as the rules have them; `Prose` puts them into the words of the game.

#include <string>

#include "verifier/compare/attribute/classes.h"
#include "verifier/finding/witness.h"

namespace casebook::compare {

/// `in theirs, white may choose step(A, b2); in ours, 7.2 (Points) forbids it, because price(b2) is 3 in ours and 2 in
/// theirs`. It begins with a small letter and has no full stop.
std::string effect_of(Pair& pair, const DifferenceClass& one, const Witness& witness);

/// A later choice that depends on a value that differs: `2 steps later step(A, b2) is lawful only in ours`.
std::string shown_later(const Pair& pair, const DifferenceClass& one, size_t steps,
                        const std::string& choice);

/// How the game stands after a step: `goes on`, `is won by north`.
std::string end_text(const Pair& pair, size_t side, const Position& after);

}  // namespace casebook::compare
