// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is odd about a map that can be read. The rules do not object to it; it helps the author of the map.

#include "engine/board/map.h"

namespace casebook::board {

/// D0170: a link (a road, a trail) that ends inside the map in a hex where no other link is, which no name or
/// label explains and of which the file does not say that it is an open end; or an open end where something
/// meets it.
void check_loose_ends(const HexMap& map, Diagnostics& diagnostics);

/// Of a link whose hexes are others now: open ends that are none of its ends any more are forgotten, and what
/// comes twice.
void keep_open_ends(Link& link);

}  // namespace casebook::board
