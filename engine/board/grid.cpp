// SPDX-License-Identifier: Apache-2.0
#include "engine/board/grid.h"

#include <algorithm>
#include <cstdlib>

namespace casebook::board {

namespace {

constexpr std::array<Axial, directions> flat_steps{{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};
constexpr std::array<Axial, directions> pointy_steps{{{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}}};
constexpr std::array<std::string_view, directions> flat_names{"north", "northeast", "southeast",
                                                              "south", "southwest", "northwest"};
constexpr std::array<std::string_view, directions> pointy_names{"northeast", "east", "southeast",
                                                                "southwest", "west", "northwest"};

/// Half hexes by which a line (a column of a flat grid, a row of a pointy one) lies behind its axial line,
/// halved exactly: the shifted lines round the other way. Lines count from 0, so the odd ones of the printed
/// count have an even index.
int slant(int line, bool odd_shifted) {
  const int parity = line & 1;  // 0 or 1 for negative lines too
  return (line + (odd_shifted ? parity : -parity)) / 2;
}

}  // namespace

bool Grid::flat() const {
  return layout == Layout::flat_odd || layout == Layout::flat_even || layout == Layout::rhombus_flat;
}

bool Grid::rhombus() const {
  return layout == Layout::rhombus_flat || layout == Layout::rhombus_pointy;
}

Axial Grid::axial(const Cell& cell) const {
  switch (layout) {
    case Layout::flat_odd:
      return {cell.column, cell.row - slant(cell.column, true)};
    case Layout::flat_even:
      return {cell.column, cell.row - slant(cell.column, false)};
    case Layout::pointy_odd:
      return {cell.column - slant(cell.row, true), cell.row};
    case Layout::pointy_even:
      return {cell.column - slant(cell.row, false), cell.row};
    case Layout::rhombus_flat:
    case Layout::rhombus_pointy:
      break;
  }
  return {cell.column, cell.row};
}

Cell Grid::cell(const Axial& axial) const {
  switch (layout) {
    case Layout::flat_odd:
      return {axial.q, axial.r + slant(axial.q, true)};
    case Layout::flat_even:
      return {axial.q, axial.r + slant(axial.q, false)};
    case Layout::pointy_odd:
      return {axial.q + slant(axial.r, true), axial.r};
    case Layout::pointy_even:
      return {axial.q + slant(axial.r, false), axial.r};
    case Layout::rhombus_flat:
    case Layout::rhombus_pointy:
      break;
  }
  return {axial.q, axial.r};
}

Cell Grid::step(const Cell& from, int direction) const {
  const Axial& by = (flat() ? flat_steps : pointy_steps)[static_cast<size_t>(direction)];
  const Axial here = axial(from);
  return cell({here.q + by.q, here.r + by.r});
}

int Grid::distance(const Cell& a, const Cell& b) const {
  const Axial from = axial(a), to = axial(b);
  const int q = to.q - from.q, r = to.r - from.r;
  return std::max({std::abs(q), std::abs(r), std::abs(q + r)});
}

int Grid::direction(const Cell& from, const Cell& to) const {
  for (int d = 0; d < directions; ++d) {
    if (step(from, d) == to) return d;
  }
  return -1;
}

std::string_view Grid::direction_name(int direction) const {
  return (flat() ? flat_names : pointy_names)[static_cast<size_t>(direction)];
}

std::optional<int> Grid::direction_named(std::string_view name) const {
  for (int d = 0; d < directions; ++d) {
    if (direction_name(d) == name) return d;
  }
  return std::nullopt;
}

Topology::Topology(const Grid& grid, std::vector<Cell> hexes)
    : grid_(grid), cells_(std::move(hexes)), hex_of_cell_(static_cast<size_t>(grid.cells()), nowhere) {
  for (size_t i = 0; i < cells_.size(); ++i) {
    hex_of_cell_[grid_.index_of(cells_[i])] = static_cast<int>(i);
  }
  neighbours_.resize(cells_.size());
  sides_.resize(cells_.size());
  for (int h = 0; h < this->hexes(); ++h) {
    auto& mine = neighbours_[static_cast<size_t>(h)];
    auto& sides = sides_[static_cast<size_t>(h)];
    for (int d = 0; d < directions; ++d) {
      const auto at = static_cast<size_t>(d);
      mine[at] = hex(grid_.step(cell(h), d));
      if (mine[at] != nowhere && mine[at] < h) {
        sides[at] = sides_[static_cast<size_t>(mine[at])][static_cast<size_t>(opposite(d))];
      } else {
        sides[at] = hexsides();
        ends_.push_back({h, mine[at]});
      }
    }
  }
}

int Topology::hex(const Cell& cell) const {
  if (!grid_.contains(cell)) return nowhere;
  return hex_of_cell_[grid_.index_of(cell)];
}

int Topology::between(int a, int b) const {
  for (size_t d = 0; d < directions; ++d) {
    if (neighbours(a)[d] == b) return sides(a)[d];
  }
  return nowhere;
}

bool Topology::on_edge(int hex) const {
  const auto& mine = neighbours(hex);
  return std::find(mine.begin(), mine.end(), nowhere) != mine.end();
}

}  // namespace casebook::board
