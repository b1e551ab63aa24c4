// SPDX-License-Identifier: Apache-2.0
#pragma once

// Draws a map from its map file and a style: ground by colour and pattern, features of hexsides, roads
// through the centres of hexes, numbers, names. It needs no rules, so it works while the rules have
// mistakes.

#include <algorithm>
#include <memory>
#include <vector>

#include "engine/board/map.h"
#include "engine/picture/hex_geometry.h"
#include "engine/picture/map_facts.h"
#include "engine/picture/style.h"

namespace casebook::picture {

class MapPicture {
 public:
  /// `style` is complete for this map. `shown`: these hexes only; empty: all. The map keeps its place.
  MapPicture(const board::HexMap& map, int numbering, const Style& style, std::vector<int> shown = {});
  /// All of it, with facts that somebody mends as the map changes.
  MapPicture(std::shared_ptr<const MapFacts> facts, int numbering, const Style& style);
  /// The same map with these hexes only (ascending), at the same place; costs what they cost. Its hexes
  /// have no titles: a window uses hex_title for the one under the pointer. What is drawn over a hex
  /// depends on hexes at most one step away. So a window paints a rectangle from the hexes in it and their
  /// neighbours, cut off at the rectangle.
  MapPicture part(std::vector<int> hexes) const;
  /// The hexes that meet a rectangle, and their neighbours, for `part`.
  std::vector<int> hexes_about(const Room& room) const;

  HexGeometry& geometry() { return geometry_; }
  const HexGeometry& geometry() const { return geometry_; }
  const Style& style() const { return style_; }
  const MapFacts& facts() const { return *facts_; }
  bool shown(int hex) const { return whole_ || std::binary_search(hexes_.begin(), hexes_.end(), hex); }
  /// Hexes in the order of the map.
  const std::vector<int>& hexes() const { return hexes_; }

  /// The layers below the counters: ground, features, links, grid, numbers, signs. Symbols go to `picture`,
  /// once for each name, so that several parts can share them.
  void draw_ground(Picture& picture, Group& into) const;
  /// Draws one layer by itself: `hexes`, `grid`, `hexsides`, `links`, `numbers`, `signs`.
  void draw_layer(std::string_view name, Picture& picture, Group& into) const;
  static const std::vector<std::string>& layers();
  /// Names of places and labels, drawn above the counters, in rooms that counters leave free.
  void draw_labels(Group& into) const;

  /// `0512: clear; old mill; road north, south`
  std::string hex_title(int hex) const;
  /// The look of the ground a hex is painted with, or nullptr.
  const GroundLook* ground(int hex) const;
  /// A hexagon of that ground, for a legend.
  void draw_sample(Group& into, const GroundLook& look, Point centre, double size) const;

 private:
  MapPicture(const MapPicture& whole, std::vector<int> hexes);
  std::vector<std::string> members(int hex) const;
  void draw_hexes(Picture& picture, Group& into) const;
  void draw_mixed(Group& into, int hex) const;
  void draw_hexsides(Group& into) const;
  void draw_links(Group& into) const;
  void draw_grid(Group& into) const;
  void draw_numbers(Group& into) const;
  void draw_signs(Group& into) const;
  void draw_place_sign(Group& into, const board::NamedPlace& place, const SignLook& look) const;

  std::vector<int> shown_hexsides() const;

  std::shared_ptr<const MapFacts> facts_;
  const board::HexMap& map_;
  int numbering_;
  const Style& style_;
  HexGeometry geometry_;
  bool whole_ = true, titled_ = true;
  std::vector<int> hexes_;
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
