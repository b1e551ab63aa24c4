// SPDX-License-Identifier: Apache-2.0
#pragma once

// The facts of one hex or one hexside of a map. They equal HexMap::facts_by_hex and facts_by_hexside, for
// code that changed only one place.

#include <vector>

#include "engine/board/map.h"

namespace casebook::board {

std::vector<Fact> facts_of_hex(const HexMap& map, int hex);
std::vector<Fact> facts_of_hexside(const HexMap& map, int hexside);

}  // namespace casebook::board
