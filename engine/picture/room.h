// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rooms: the area that a shape covers on paper. They find a part of a picture without drawing the rest.

#include <algorithm>

#include "engine/picture/picture.h"

namespace casebook::picture {

/// A rectangle, empty until it includes something.
struct Room {
  double left = 1e30, top = 1e30, right = -1e30, bottom = -1e30;

  bool empty() const { return left > right || top > bottom; }
  bool meets(const Room& other) const {
    return left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom;
  }
  bool contains(Point at) const { return left <= at.x && at.x <= right && top <= at.y && at.y <= bottom; }
  void include(Point at) {
    left = std::min(left, at.x);
    top = std::min(top, at.y);
    right = std::max(right, at.x);
    bottom = std::max(bottom, at.y);
  }
  void include(const Room& other) {
    if (other.empty()) return;
    include(Point{other.left, other.top});
    include(Point{other.right, other.bottom});
  }
  Room grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
  bool operator==(const Room&) const = default;
};

/// Nothing drawn of it lies outside: control points, widths of lines and rims of letters included. Of a
/// picture with these symbols.
Room room_of(const Shape& shape, const std::vector<Symbol>& symbols);
Room room_of(const std::vector<Shape>& shapes, const std::vector<Symbol>& symbols);

/// The shapes that meet a room, in their order, with the groups around them; groups that keep nothing are
/// left out.
Group part_of(const Group& group, const Room& room, const std::vector<Symbol>& symbols);

}  // namespace casebook::picture
