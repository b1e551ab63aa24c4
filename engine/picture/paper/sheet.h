// SPDX-License-Identifier: Apache-2.0
#pragma once

// The whole picture of a position: heading, map with counters and overlays, and beside it views, boxes with
// their pieces and the legend. Or a figure: the map alone, or a part of it.

#include <string>
#include <vector>

#include "engine/picture/counters.h"
#include "engine/picture/map_picture.h"
#include "engine/picture/overlay.h"

namespace casebook::picture {

struct SheetRequest {
  const board::HexMap* map = nullptr;  // may be missing, or without hexes
  int numbering = 0;
  const Style* style = nullptr;  // complete
  Pieces pieces;
  std::vector<Overlay> overlays;
  std::vector<Mark> marks;
  std::vector<int> shown;  // these hexes only; empty: all
  std::string title, subtitle;
  std::string made_by;  // the command that makes it again, version and fingerprint
  bool figure = false;  // no heading, no legend, and only those boxes that hold something
};

Picture sheet(const SheetRequest& request);

/// The hexes at most that many steps from any of these.
std::vector<int> hexes_around(const board::HexMap& map, const std::vector<int>& hexes, int steps);

}  // namespace casebook::picture
