// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is odd about a map that can be read. The rules do not object to it; it helps the author of the map.

#include "engine/board/map.h"

namespace casebook::board {

/// D0170: a link (a road, a trail) that ends inside the map in a hex without another link, unless a name or
/// label explains it or the file calls it an open end. Also an open end where something continues.
void check_loose_ends(const HexMap& map, Diagnostics& diagnostics);

/// Of a link whose hexes are others now: open ends that are none of its ends any more are forgotten, and what
/// comes twice.
void keep_open_ends(Link& link);

}  // namespace casebook::board
