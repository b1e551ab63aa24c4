// SPDX-License-Identifier: Apache-2.0
#include "verifier/picture/hex_geometry.h"

#include <algorithm>
#include <cmath>

namespace casebook::picture {

namespace {

const double root3 = std::sqrt(3.0);

Point cell_centre(const board::Grid& grid, const board::Cell& cell, double size, double side) {
  const double column = cell.column, row = cell.row;
  switch (grid.layout) {
    case board::Layout::flat_odd:
    case board::Layout::flat_even: {
      const bool low = (cell.column % 2 == 0) == (grid.layout == board::Layout::flat_odd);
      return {side * 1.5 * column, size * (row + (low ? 0.5 : 0))};
    }
    case board::Layout::pointy_odd:
    case board::Layout::pointy_even: {
      const bool right = (cell.row % 2 == 0) == (grid.layout == board::Layout::pointy_odd);
      return {size * (column + (right ? 0.5 : 0)), side * 1.5 * row};
    }
    case board::Layout::rhombus_flat:
      return {side * 1.5 * column, size * (row + column / 2)};
    case board::Layout::rhombus_pointy:
      return {size * (column + row / 2), side * 1.5 * row};
  }
  return {};
}

}  // namespace

HexGeometry::HexGeometry(const board::Topology& ground, double size, const std::vector<int>& shown)
    : size_(size), side_(size / root3) {
  const double first = ground.grid().flat() ? -120 : -90;
  for (int corner = 0; corner < 6; ++corner) {
    const double angle = (first + 60 * corner) * std::acos(-1.0) / 180;
    corners_.push_back({side_ * std::cos(angle), side_ * std::sin(angle)});
  }
  for (int hex = 0; hex < ground.hexes(); ++hex)
    centres_.push_back(cell_centre(ground.grid(), ground.cell(hex), size_, side_));
  const double across = ground.grid().flat() ? side_ : size_ / 2;
  const double up = ground.grid().flat() ? size_ / 2 : side_;
  Point least{1e9, 1e9}, most{-1e9, -1e9};
  const auto meet = [&](Point centre) {
    least = {std::min(least.x, centre.x - across), std::min(least.y, centre.y - up)};
    most = {std::max(most.x, centre.x + across), std::max(most.y, centre.y + up)};
  };
  if (shown.empty())
    for (const Point& centre : centres_) meet(centre);
  else
    for (const int hex : shown) meet(centres_[static_cast<size_t>(hex)]);
  if (centres_.empty()) return;
  for (Point& centre : centres_) centre = centre - least;
  width_ = most.x - least.x;
  height_ = most.y - least.y;
}

void HexGeometry::move_to(Point corner) {
  for (Point& centre : centres_) centre = centre + (corner - corner_);
  corner_ = corner;
}

HexGeometry::Edge HexGeometry::edge(const board::Topology& ground, int hexside) const {
  const int hex = ground.ends(hexside)[0];
  const auto& sides = ground.sides(hex);
  const auto direction = static_cast<int>(std::find(sides.begin(), sides.end(), hexside) - sides.begin());
  const Point middle_of = middle(direction);
  return {centre(hex) + corner(direction), centre(hex) + corner(direction + 1), middle_of * (2 / size_)};
}

Path HexGeometry::outline(int hex, double share) const {
  Path path;
  path.move(centre(hex) + corner(0) * share);
  for (int i = 1; i < 6; ++i) path.line(centre(hex) + corner(i) * share);
  path.close();
  return path;
}

}  // namespace casebook::picture
