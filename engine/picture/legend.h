// SPDX-License-Identifier: Apache-2.0
#pragma once

// The legend beside a map: the meaning of each look, and what a view says.

#include "engine/picture/counters.h"
#include "engine/picture/map_picture.h"
#include "engine/picture/overlay.h"

namespace casebook::picture {

/// Both return where they end, downwards.
double draw_legend(Group& into, const MapPicture& drawn, const board::HexMap& map, const Pieces& pieces,
                   const Style& style, Point at, double width);
double draw_overlay_words(Group& into, const Overlay& overlay, size_t index, Point at, double width,
                          const Style& style);

}  // namespace casebook::picture
