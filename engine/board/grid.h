// SPDX-License-Identifier: Apache-2.0
#pragma once

// Hex grids: which cells touch, and how far apart they are. No map, no numbers, no rules.
//
// A cell is a column and a row, both from 0, whatever is printed on the map. Six layouts:
//
//   flat, odd or even columns shifted   a flat side is on top; hexes of a column share a flat side. Shifted
//                                       columns stand half a hex lower. The first column counts as odd.
//   pointy, odd or even rows shifted    a corner is on top; hexes of a row share a side. Shifted rows stand
//                                       half a hex further right.
//   rhombus, flat or pointy             column and row are axial coordinates: the neighbours of (c, r) are
//                                       (c±1, r), (c, r±1), (c+1, r-1) and (c-1, r+1)
//
// Directions are numbered clockwise; d + 3 is opposite to d:
//
//   flat     0 north, 1 northeast, 2 southeast, 3 south, 4 southwest, 5 northwest
//   pointy   0 northeast, 1 east, 2 southeast, 3 southwest, 4 west, 5 northwest
//
// As axial steps:
//
//   flat     (0,-1) (+1,-1) (+1,0) (0,+1) (-1,+1) (-1,0)
//   pointy   (+1,-1) (+1,0) (0,+1) (-1,+1) (-1,0) (0,-1)
//
// (A. Patel, "Hexagonal Grids", redblobgames.com, is the usual reference for the arithmetic.)

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace casebook::board {

enum class Layout : unsigned char {
  flat_odd,    // odd columns shifted down
  flat_even,   // even columns shifted down
  pointy_odd,  // odd rows shifted right
  pointy_even,
  rhombus_flat,
  rhombus_pointy,
};

inline constexpr int directions = 6;
constexpr int opposite(int direction) {
  return (direction + 3) % directions;
}

struct Cell {
  int column = 0, row = 0;
  auto operator<=>(const Cell&) const = default;
};

struct Axial {
  int q = 0, r = 0;
  bool operator==(const Axial&) const = default;
};

struct Grid {
  Layout layout = Layout::flat_odd;
  int columns = 0, rows = 0;
  bool operator==(const Grid&) const = default;

  bool flat() const;
  bool rhombus() const;
  int cells() const { return columns * rows; }
  bool contains(const Cell& cell) const {
    return cell.column >= 0 && cell.column < columns && cell.row >= 0 && cell.row < rows;
  }
  /// Where a cell of the grid stands in a table of all cells, from 0 to cells() - 1.
  size_t index_of(const Cell& cell) const {
    return static_cast<size_t>(cell.column) * static_cast<size_t>(rows) + static_cast<size_t>(cell.row);
  }

  Axial axial(const Cell& cell) const;
  Cell cell(const Axial& axial) const;
  /// The cell next to it, perhaps outside the grid.
  Cell step(const Cell& cell, int direction) const;
  /// Steps over cells of an endless grid of this layout.
  int distance(const Cell& a, const Cell& b) const;
  /// The direction from one to the other, or -1 when they do not touch.
  int direction(const Cell& from, const Cell& to) const;

  /// "north", "northeast" ... of this layout.
  std::string_view direction_name(int direction) const;
  std::optional<int> direction_named(std::string_view name) const;
};

/// Index of nothing: no hex there, no hexside there.
inline constexpr int nowhere = -1;

/// The cells of a grid that are hexes, with everything about touching as tables over dense indices.
///
/// Hexes are numbered in the order given. Hexsides are stored once, also those at the edge of the map: they
/// are numbered in the order of their first hex, then by its directions; `ends` has the lower hex first, and
/// `nowhere` second at the edge.
class Topology {
 public:
  Topology() = default;
  Topology(const Grid& grid, std::vector<Cell> hexes);

  int hexes() const { return static_cast<int>(cells_.size()); }
  int hexsides() const { return static_cast<int>(ends_.size()); }
  const Cell& cell(int hex) const { return cells_[static_cast<size_t>(hex)]; }
  /// The hex at a cell, or nowhere.
  int hex(const Cell& cell) const;
  /// By direction; nowhere where there is no hex.
  const std::array<int, directions>& neighbours(int hex) const {
    return neighbours_[static_cast<size_t>(hex)];
  }
  /// By direction; always a hexside.
  const std::array<int, directions>& sides(int hex) const { return sides_[static_cast<size_t>(hex)]; }
  const std::array<int, 2>& ends(int hexside) const { return ends_[static_cast<size_t>(hexside)]; }
  /// The hexside between two hexes, or nowhere when they do not touch. The same both ways.
  int between(int a, int b) const;
  bool adjacent(int a, int b) const { return between(a, b) != nowhere; }
  /// Steps on the grid; holes are not walked around.
  int distance(int a, int b) const { return grid_.distance(cell(a), cell(b)); }
  /// Fewer than six neighbours.
  bool on_edge(int hex) const;
  const Grid& grid() const { return grid_; }

 private:
  Grid grid_;
  std::vector<Cell> cells_;
  std::vector<int> hex_of_cell_;
  std::vector<std::array<int, directions>> neighbours_, sides_;
  std::vector<std::array<int, 2>> ends_;
};

}  // namespace casebook::board
