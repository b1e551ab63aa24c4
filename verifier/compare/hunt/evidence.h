// SPDX-License-Identifier: Apache-2.0
#pragma once

// Makes a witness for both sides from a class of differences. confirm_all then lets the reference evaluator
// replay it.

#include <optional>
#include <string>

#include "verifier/compare/hunt/search.h"
#include "verifier/finding/witness.h"

namespace casebook::compare {

/// The steps from the start of that side's scenario to the class's example. Nothing where it was generated,
/// or where the steps of the other side's game do not lead there.
std::optional<std::vector<Step>> way_there(Pair& pair, const DifferenceClass& one, size_t side);

/// Nothing when no two things can be said that differ (what then differs is only seen in control).
std::optional<Witness> witness_of(Pair& pair, const DifferenceClass& one);

/// The game up to where the two part, and what is to be seen there.
std::optional<Witness> witness_of(Pair& pair, const Separation& separation, uint64_t seed);

/// Where no words of a choice tell the two apart: who chooses, or what chance can bring. Nothing is said
/// where that is the same.
void say_who_or_what_chance(Pair& pair, const std::array<Position, 2>& positions,
                            std::array<std::vector<Assertion>, 2>& said);

/// What one sees first that differs, by side, as expressions of the rules; nothing when no expression says
/// it.
struct Seen {
  std::array<std::string, 2> expressions, values;
  std::string piece, state;  // whose place it is, or of which state, as the first calls it
  std::string part;          // of what, as `Transfer::differences` calls it: `place`, `movement.left`
};
/// Up to so many of them, places first, of those names (`place`, states); of none: all.
std::vector<Seen> values_apart(Pair& pair, const std::array<Position, 2>& positions,
                               const std::set<std::string>& names, size_t most);
std::optional<Seen> first_value(Pair& pair, const std::array<Position, 2>& positions,
                                const std::set<std::string>& names);

}  // namespace casebook::compare
