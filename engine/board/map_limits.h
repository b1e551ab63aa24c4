// SPDX-License-Identifier: Apache-2.0
#pragma once

// How large a map may be to be read, shown and edited. A map to play on is smaller: a kind, hexes included,
// has at most limits::entities_of_a_kind members, and binding a scenario reports more (D0150).

#include <cstdint>

namespace casebook::limits {

/// 200 by 200: the largest printed maps, and a file of 4 MiB still holds a line for each hex.
inline constexpr int map_hexes = 40'000;
/// Cells of a grid, hexes or not: room for ragged maps, and a bound on the tables of a numbering.
inline constexpr int64_t map_cells = 65'536;

}  // namespace casebook::limits
