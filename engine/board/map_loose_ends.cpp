// SPDX-License-Identifier: Apache-2.0
#include "engine/board/map_loose_ends.h"

#include <fmt/format.h>

#include <vector>

namespace casebook::board {

void check_loose_ends(const HexMap& map, Diagnostics& diagnostics) {
  const auto hexes = static_cast<size_t>(map.hexes());
  std::vector<int> links(hexes, 0);  // how often links pass or end here
  std::vector<bool> explained(hexes, false);
  for (const Link& link : map.links) {
    for (const int hex : link.hexes) ++links[static_cast<size_t>(hex)];
  }
  for (const NamedPlace& place : map.places) explained[static_cast<size_t>(place.hex)] = true;
  for (const Label& label : map.labels) explained[static_cast<size_t>(label.hex)] = true;
  for (const Link& link : map.links) {
    if (link.hexes.empty() || link.hexes.front() == link.hexes.back()) continue;  // a ring
    for (const int end : {link.hexes.front(), link.hexes.back()}) {
      const auto at = static_cast<size_t>(end);
      if (links[at] > 1 || explained[at] || map.ground.on_edge(end)) continue;
      Diagnostic& made =
          diagnostics.warning("D0170", range_of(map.file, link.place),
                              fmt::format("this {} ends in {}, inside the map, where nothing meets it",
                                          link.attribute, map.hex_id(end)));
      made.expected = "another link, a named place or a label there, or the edge of the map";
    }
  }
}

}  // namespace casebook::board
