// SPDX-License-Identifier: Apache-2.0
#pragma once

// How much of a map is printed and how much was reconstructed. The positions of a report rest on it;
// another map of the same game may differ.

#include <string>

#include "engine/board/map.h"

namespace casebook::report {

/// Sentences with the counts of board::provenance_counts, in all and by attribute; empty when the map's file
/// tells no fact.
std::string ground_text(const board::HexMap& map);
/// `No source attests 95 % of their map, ...`, after a sentence about the rules files; empty where every fact is attested, or none told.
std::string ground_share_text(const board::HexMap& map);

}  // namespace casebook::report
