// SPDX-License-Identifier: Apache-2.0
#pragma once

// Patterns of ground. Marks stand on a fixed lattice around the centre of a hex and leave room for its
// number. They are the same for every hex of a ground.

#include <functional>
#include <vector>

#include "engine/picture/hex_geometry.h"
#include "engine/picture/style.h"

namespace casebook::picture {

/// About the origin. A mark is drawn where `inside` holds of its middle (everywhere when there is none).
std::vector<Shape> pattern_shapes(Pattern pattern, const HexGeometry& geometry, Rgb ground,
                                  const std::function<bool(Point)>& inside = {});

}  // namespace casebook::picture
