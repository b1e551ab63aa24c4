// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the hexes of a map lie on paper, in millimetres. Directions and hexsides are those of
// engine/board/grid.h. Corners are numbered clockwise: hexside d runs from corner d to corner d + 1.

#include <memory>
#include <vector>

#include "engine/board/grid.h"
#include "engine/picture/room.h"

namespace casebook::picture {

class HexGeometry {
 public:
  /// `size` is the distance of two opposite hexsides, in millimetres. The bounding box of `shown` (of all
  /// hexes when it is empty) begins at the origin.
  HexGeometry(const board::Topology& ground, double size, const std::vector<int>& shown = {});

  /// Puts the upper left corner there.
  void move_to(Point corner);
  double size() const { return size_; }  // from hexside to hexside
  double side() const { return side_; }  // length of a hexside
  double width() const { return width_; }
  double height() const { return height_; }
  Point centre(int hex) const { return (*centres_)[static_cast<size_t>(hex)] + shift_; }
  /// From the centre of any hex.
  Point corner(int corner) const { return corners_[static_cast<size_t>((corner % 6 + 6) % 6)]; }
  Point middle(int direction) const { return between(corner(direction), corner(direction + 1), 0.5); }
  /// The two ends of a hexside, and the way out of its first hex.
  struct Edge {
    Point from, to, outward;
  };
  Edge edge(const board::Topology& ground, int hexside) const;
  /// Closed.
  Path outline(int hex, double share = 1) const;
  /// What the hex covers.
  Room room(int hex) const;
  /// The hexes that meet a room, in the order of the map. Costs as much as there are.
  std::vector<int> hexes_in(const board::Topology& ground, const Room& room) const;
  /// The hex at a point, or nowhere.
  int hex_at(const board::Topology& ground, Point at) const;

 private:
  double size_, side_, width_ = 0, height_ = 0;
  Point corner_, shift_;
  // Of the first cell at the origin: copies with another place share them.
  std::shared_ptr<const std::vector<Point>> centres_;
  std::vector<Point> corners_;
};

}  // namespace casebook::picture
