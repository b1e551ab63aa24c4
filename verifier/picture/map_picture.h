// SPDX-License-Identifier: Apache-2.0
#pragma once

// A map on paper, made from the map file alone (what its attributes mean, the style says): ground by colour
// and pattern, features of hexsides, roads through the centres, numbers, names. Needs no rules, so it is
// drawn while they have mistakes.

#include <vector>

#include "engine/board/map.h"
#include "verifier/picture/hex_geometry.h"
#include "verifier/picture/style.h"

namespace casebook::picture {

class MapPicture {
 public:
  /// `style` is complete for this map. `shown`: these hexes only; empty: all. The map keeps its place.
  MapPicture(const board::HexMap& map, int numbering, const Style& style, std::vector<int> shown = {});

  HexGeometry& geometry() { return geometry_; }
  const HexGeometry& geometry() const { return geometry_; }
  bool shown(int hex) const { return shown_[static_cast<size_t>(hex)]; }
  /// Hexes in the order of the map.
  const std::vector<int>& hexes() const { return hexes_; }

  /// The layers below the counters: ground, features, links, grid, numbers, signs. Symbols go to `picture`.
  void draw_ground(Picture& picture, Group& into) const;
  /// Names of places and labels, drawn above the counters, in rooms that counters leave free.
  void draw_labels(Group& into) const;

  /// `0512: clear; old mill; road north, south`
  std::string hex_title(int hex) const;
  /// The look of the ground a hex is painted with, or nullptr.
  const GroundLook* ground(int hex) const;
  /// A hexagon of that ground, for a legend.
  void draw_sample(Group& into, const GroundLook& look, Point centre, double size) const;

 private:
  std::vector<std::string> members(int hex) const;
  void draw_hexes(Picture& picture, Group& into) const;
  void draw_mixed(Group& into, int hex) const;
  void draw_hexsides(Group& into) const;
  void draw_links(Group& into) const;
  void draw_grid(Group& into) const;
  void draw_numbers(Group& into) const;
  void draw_signs(Group& into) const;
  void draw_place_sign(Group& into, const board::NamedPlace& place, const SignLook& look) const;

  const board::HexMap& map_;
  int numbering_;
  const Style& style_;
  HexGeometry geometry_;
  std::vector<bool> shown_;
  std::vector<int> hexes_;
  std::vector<std::vector<board::Fact>> hex_facts_, hexside_facts_;
};

/// A sign about a point. `letter` is written on it or beside it.
void draw_sign(Group& into, Sign sign, Point at, double size, Rgb colour, Rgb ground,
               const std::string& letter);

/// A line as hexsides and legends have it; `outward` are ways across it, one for each piece.
void draw_edge_line(Group& into, const EdgeLook& look, const std::vector<std::vector<Point>>& chains,
                    double unit);
/// A road as map and legends have it.
void draw_link_line(Group& into, const LinkLook& look, const Path& path, bool rim, double unit);

}  // namespace casebook::picture
