// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is odd about a map though it can be read: not for the rules to say, for whoever draws it.

#include "engine/board/map.h"

namespace casebook::board {

/// D0170: a link (a road, a trail) that ends inside the map in a hex where no other link is, and which no
/// name or label explains.
void check_loose_ends(const HexMap& map, Diagnostics& diagnostics);

}  // namespace casebook::board
