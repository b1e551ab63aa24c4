// SPDX-License-Identifier: Apache-2.0
#include "engine/board/map_loose_ends.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
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
      const bool is_open =
          std::find(link.open_ends.begin(), link.open_ends.end(), end) != link.open_ends.end();
      const bool is_met = links[at] > 1 || map.ground.on_edge(end);
      if (is_open && is_met) {
        diagnostics
            .warning("D0170", range_of(map.file, link.place),
                     fmt::format("the end of this {} in {} is called open, and it is not", link.attribute,
                                 map.hex_id(end)))
            .expected = "an open end where nothing meets the link, inside the map";
      }
      if (is_open || is_met || explained[at]) continue;
      Diagnostic& made =
          diagnostics.warning("D0170", range_of(map.file, link.place),
                              fmt::format("this {} ends in {}, inside the map, where nothing meets it",
                                          link.attribute, map.hex_id(end)));
      made.expected =
          "another link, a named place or a label there, the edge of the map, or \"openEnds\" of the link";
    }
  }
}

void keep_open_ends(Link& link) {
  std::vector<int> kept;
  for (const int hex : link.open_ends) {
    const bool is_end = !link.hexes.empty() && (hex == link.hexes.front() || hex == link.hexes.back());
    if (is_end && std::find(kept.begin(), kept.end(), hex) == kept.end()) kept.push_back(hex);
  }
  link.open_ends = std::move(kept);
}

}  // namespace casebook::board
