// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a map says of one hex, of one hexside: the same as HexMap::facts_by_hex and facts_by_hexside of all,
// for whoever changed only that one.

#include <vector>

#include "engine/board/map.h"

namespace casebook::board {

std::vector<Fact> facts_of_hex(const HexMap& map, int hex);
std::vector<Fact> facts_of_hexside(const HexMap& map, int hexside);

}  // namespace casebook::board
