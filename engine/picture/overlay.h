// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is shown over a map: the answer of a view (hexes, a number for each hex, a path, a sum), and hexes
// marked with a letter. The rules say which views there are.

#include <string>
#include <utility>
#include <vector>

#include "engine/picture/map_picture.h"
#include "engine/runtime/views/view.h"

namespace casebook::picture {

struct Overlay {
  std::string title;  // `Zone of Control`
  std::string call;   // `zone(white)`
  std::string label;  // the case
  std::vector<int> hexes;
  std::vector<std::pair<int, std::string>> numbers;
  std::vector<int> way;
  std::vector<std::string> lines;  // what is said beside the map: items and totals, that there is no way
  std::string side;                // whose it is, where the view is of one side: it has its colour then
};

Overlay overlay_of(const runtime::Scenario& scenario, const runtime::ViewAnswer& answer);

/// A hex with a ring, and a letter or short word if there is one.
struct Mark {
  int hex = -1;
  std::string letter;
};

/// The colour of the n-th overlay of a picture: that of its side, or else one that differs from the others.
/// The slope of its hatching differs in any case.
Rgb overlay_colour(const Overlay& overlay, size_t index, const Style& style);

/// Below the counters: marked hexes with their common border, and ways, from the edge of a counter to the
/// edge of a counter. `taken` says, by hex, where counters lie.
void draw_overlay_ground(Picture& picture, Group& into, const Overlay& overlay, size_t index,
                         const board::HexMap& map, int numbering, const MapPicture& drawn,
                         const std::vector<bool>& taken);
/// Above them: numbers. `numbers` counts what was drawn before, by hex.
void draw_overlay_numbers(Group& into, const Overlay& overlay, size_t index, const MapPicture& drawn,
                          const std::vector<bool>& taken, std::vector<int>& numbers);
/// Below ways, counters and the names of places, which they would cut.
void draw_rings(Group& into, const std::vector<Mark>& marks, const MapPicture& drawn,
                const board::HexMap& map, int numbering);
/// Above everything.
void draw_letters(Group& into, const std::vector<Mark>& marks, const MapPicture& drawn,
                  const board::HexMap& map, int numbering);
/// A piece of the hatching, for a legend.
void draw_overlay_sample(Group& into, const Overlay& overlay, size_t index, const Style& style, Point centre,
                         double size);

}  // namespace casebook::picture
