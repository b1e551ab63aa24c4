// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why a player who must choose has no lawful choice: which refused choices come nearest, and what refuses them.

#include <string>
#include <vector>

#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/choice_text.h"

namespace casebook::runtime {

/// Refused choices that are told of one position.
inline constexpr size_t most_refused_told = 3;

/// In sentences without their full stops, of a position that stands at a choice which nobody has:
/// `white must choose and has no lawful choice`, `pass() is refused by 9.2: A must attack`. First come
/// the choices without parameters, then those of a piece that the first ones name: of those that the fewest
/// requirements refuse, the ones whose pieces and hexes are nearest to one another. Sets are tried with one
/// member, paths not at all. Empty where something is lawful.
std::vector<std::string> why_stuck(ReferenceRules& rules, const Position& position);

/// More pieces than these that a choice is refused for are not named: then it is a matter of none of them.
inline constexpr size_t most_refused_for = 2;

/// Pieces that keep a choice from being lawful, without those that it names: the one that it would leave behind, the
/// one that stands in the way. By name, in order; empty where no requirement refuses it for a piece.
std::vector<std::string> refused_for(ReferenceRules& rules, const Position& position,
                                     const NamedChoice& choice);

}  // namespace casebook::runtime
