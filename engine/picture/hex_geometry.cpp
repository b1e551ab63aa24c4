// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/hex_geometry.h"

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
  std::vector<Point> centres;
  for (int hex = 0; hex < ground.hexes(); ++hex)
    centres.push_back(cell_centre(ground.grid(), ground.cell(hex), size_, side_));
  const double across = ground.grid().flat() ? side_ : size_ / 2;
  const double up = ground.grid().flat() ? size_ / 2 : side_;
  Point least{1e9, 1e9}, most{-1e9, -1e9};
  const auto meet = [&](Point centre) {
    least = {std::min(least.x, centre.x - across), std::min(least.y, centre.y - up)};
    most = {std::max(most.x, centre.x + across), std::max(most.y, centre.y + up)};
  };
  if (shown.empty())
    for (const Point& centre : centres) meet(centre);
  else
    for (const int hex : shown) meet(centres[static_cast<size_t>(hex)]);
  const bool none = centres.empty();
  centres_ = std::make_shared<const std::vector<Point>>(std::move(centres));
  if (none) return;
  shift_ = Point{} - least;
  width_ = most.x - least.x;
  height_ = most.y - least.y;
}

void HexGeometry::move_to(Point corner) {
  shift_ = shift_ + (corner - corner_);
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

Room HexGeometry::room(int hex) const {
  Room all;
  for (const Point& corner : corners_) all.include(centre(hex) + corner);
  return all;
}

std::vector<int> HexGeometry::hexes_in(const board::Topology& ground, const Room& wanted) const {
  std::vector<int> found;
  const board::Grid& grid = ground.grid();
  const bool flat = grid.flat();
  // Lines of hexes (columns when flat) one step apart; within a line a step is the size of a hex.
  const int lines = flat ? grid.columns : grid.rows, places = flat ? grid.rows : grid.columns;
  const Point shift = shift_;
  const double line_step = side_ * 1.5;
  const auto bounded = [](double at, int most) {
    return static_cast<int>(std::clamp(at, -1.0, static_cast<double>(most)));
  };
  const double low = flat ? wanted.left - shift.x : wanted.top - shift.y;
  const double high = flat ? wanted.right - shift.x : wanted.bottom - shift.y;
  const int last = bounded(std::ceil((high + side_) / line_step), lines - 1);
  for (int line = std::max(0, bounded(std::floor((low - side_) / line_step), lines)); line <= last; ++line) {
    const board::Cell first = flat ? board::Cell{line, 0} : board::Cell{0, line};
    const Point begin = cell_centre(grid, first, size_, side_) + shift;
    const double from = flat ? wanted.top - begin.y : wanted.left - begin.x;
    const double to = flat ? wanted.bottom - begin.y : wanted.right - begin.x;
    const int end = bounded(std::ceil(to / size_ + 0.5), places - 1);
    for (int place = std::max(0, bounded(std::floor(from / size_ - 0.5), places)); place <= end; ++place) {
      const int hex = ground.hex(flat ? board::Cell{line, place} : board::Cell{place, line});
      if (hex != board::nowhere && room(hex).meets(wanted)) found.push_back(hex);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

int HexGeometry::hex_at(const board::Topology& ground, Point at) const {
  int nearest = board::nowhere;
  double least = 1e30;
  for (const int hex : hexes_in(ground, {at.x, at.y, at.x, at.y})) {
    const Point off = at - centre(hex);
    const double far = off.x * off.x + off.y * off.y;
    if (far >= least) continue;
    least = far;
    nearest = hex;
  }
  if (nearest == board::nowhere) return nearest;
  // Within all three pairs of hexsides.
  const Point off = at - centre(nearest);
  for (int direction = 0; direction < 6; ++direction) {
    const Point out = middle(direction);
    if (off.x * out.x + off.y * out.y > size_ * size_ / 4 * (1 + 1e-9)) return board::nowhere;
  }
  return nearest;
}

}  // namespace casebook::picture
