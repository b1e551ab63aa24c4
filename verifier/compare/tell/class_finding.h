// SPDX-License-Identifier: Apache-2.0
#pragma once

// A class of differences as a finding: what it says, its cause, its lines and its witness.

#include <optional>
#include <string>
#include <string_view>

#include "verifier/compare/align/changed_lines.h"
#include "verifier/compare/attribute/classes.h"
#include "verifier/finding/finding.h"

namespace casebook::compare {

/// What a class says, in a line: `step is lawful in spi-1980; in decision-games-2, 7.2 (points) refuses it; cause:
/// definition cost`.
std::string line_of(const Pair& pair, const DifferenceClass& one);

/// All lines that are responsible; none where no item is.
ChangedLines lines_of(const Pair& pair, const DifferenceClass& one);
/// The line as it stands in the text. Of two rulesets whose files have the same names it says which it is of.
TextPlace place_in(const Pair& pair, size_t side, const language::Place& place);

/// How a detail begins that names a later choice; the headline names it too.
inline constexpr std::string_view because_of_this = "because of this, ";
/// Whether a detail says how many steps lead to the example, which the steps themselves show.
bool is_way_there(std::string_view detail);

/// Why nothing is confirmed where nothing can be replayed.
inline constexpr const char* no_witness = "Casebook could not write a witness, so this is not confirmed";

/// The finding with its witness, replayed; unknown where no witness can be written.
Finding confirmed(Pair& pair, const DifferenceClass& one, uint64_t seed);
/// The finding of one that somebody stopped before it was replayed: unknown.
Finding not_confirmed(const Pair& pair, const DifferenceClass& one);

/// The side of which nothing in play reads any of the values that differ, if no choice was found in which
/// they show.
std::optional<size_t> unread_by(const Pair& pair, const DifferenceClass& one);
/// A difference of values that is none of play: that one of the two never reads them is known from its text.
void say_unread(const Pair& pair, const DifferenceClass& one, size_t side, Finding& finding);

}  // namespace casebook::compare
