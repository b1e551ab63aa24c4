// SPDX-License-Identifier: Apache-2.0
#pragma once

// Moves a map to another grid: its hexes, and its lines with them. What has no place on the new grid is
// left out and counted.

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/board/map.h"

namespace casebook::editor {

struct NewGrid {
  board::Grid grid;
  std::function<std::optional<board::Cell>(board::Cell)> moved;  // where a cell of the old grid is now
  std::vector<board::Numbering> numberings;                      // of the new grid
  int own_numbering = 0;
  std::set<board::Cell> holes;  // cells that are no hexes
};

/// `told` says what was lost: `2 hexsides and a road left out`; empty when everything found its place.
board::HexMap on_grid(const board::HexMap& map, const NewGrid& wanted, std::string& told);

}  // namespace casebook::editor
