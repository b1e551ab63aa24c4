// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a map file says, by hex and by hexside. Built once for a map and updated where the map changes, so a
// change costs only what it touches.

#include <vector>

#include "engine/board/map.h"

namespace casebook::picture {

class MapFacts {
 public:
  /// The map must stay where it is.
  explicit MapFacts(const board::HexMap& map);

  const board::HexMap& map() const { return *map_; }
  const std::vector<board::Fact>& of_hex(int hex) const { return hexes_[static_cast<size_t>(hex)]; }
  const std::vector<board::Fact>& of_hexside(int side) const { return hexsides_[static_cast<size_t>(side)]; }
  /// Links that come through this hex, in the order of the map.
  const std::vector<int>& links_at(int hex) const { return links_[static_cast<size_t>(hex)]; }

  /// The lines of these hexes and hexsides changed; their number did not. Where links changed, everything is
  /// read anew: make another.
  void refresh(const std::vector<int>& hexes, const std::vector<int>& hexsides);

 private:
  const board::HexMap* map_;
  std::vector<std::vector<board::Fact>> hexes_, hexsides_;
  std::vector<std::vector<int>> links_;
};

}  // namespace casebook::picture
