// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is strewn over ground. Marks stand on a fixed lattice about the centre of a hex, leave the place of
// its number free, and are the same for every hex of a ground.

#include <functional>
#include <vector>

#include "engine/picture/hex_geometry.h"
#include "engine/picture/style.h"

namespace casebook::picture {

/// About the origin. A mark is drawn where `inside` holds of its middle (everywhere when there is none).
std::vector<Shape> pattern_shapes(Pattern pattern, const HexGeometry& geometry, Rgb ground,
                                  const std::function<bool(Point)>& inside = {});

}  // namespace casebook::picture
