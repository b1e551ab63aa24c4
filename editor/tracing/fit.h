// SPDX-License-Identifier: Apache-2.0
#pragma once

// The mapping of one model that misses the clicks least. It does not judge the clicks.

#include <optional>
#include <vector>

#include "editor/tracing/calibration.h"

namespace casebook::tracing {

/// Nothing when the clicks do not settle the model.
std::optional<Mapping> fitted_mapping(const std::vector<Click>& clicks, Model model);
/// Which numbers of a bent mapping these clicks can tell: paper bowed along one side, along the other, or
/// both. Clicks on two opposite sides alone say nothing of a bow between them.
std::vector<size_t> best_bend(const std::vector<Click>& clicks);
/// Square pixels a coordinate by which a hand must have missed, if a model of so many numbers is right.
double variance(const Mapping& mapping, const std::vector<Click>& clicks, int numbers);
/// Shift, scale and rotation only, unmirrored or mirrored, the one that misses less. It shows what three
/// clicks of four still say about the fourth. Two clicks settle it.
std::optional<Mapping> fitted_similarity(const std::vector<Click>& clicks);

}  // namespace casebook::tracing
