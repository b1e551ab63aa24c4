// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scan that was never made: where each hex of a grid would lie on it.

#include <functional>
#include <string>
#include <vector>

#include "editor/tracing/calibration.h"
#include "engine/board/grid.h"
#include "engine/picture/hex_geometry.h"

namespace casebook::tracing {

inline board::Topology whole_grid(board::Layout layout, int columns, int rows) {
  std::vector<board::Cell> cells;
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row) cells.push_back({column, row});
  return board::Topology({layout, columns, rows}, cells);
}

/// Where a point of the paper comes to lie.
using Scanner = std::function<Pixel(picture::Point)>;

inline Click click_on(const picture::HexGeometry& geometry, int hex, const Scanner& scanner) {
  return {geometry.centre(hex), scanner(geometry.centre(hex)), "hex " + std::to_string(hex)};
}

}  // namespace casebook::tracing
