// SPDX-License-Identifier: Apache-2.0
#pragma once

// The exact chance that a side has won within so many choices, by value iteration over an explored graph.
// After at most k choices the value of a position is that of the best choice with k - 1 left, or the mean
// over what chance can bring. Fractions are exact: all numerators have one common denominator.

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/fraction.h"
#include "verifier/explore/explore.h"

namespace casebook::explore {

struct WinningChance {
  /// The side chooses as well for itself as it can, everybody else as badly for it as they can.
  std::optional<Fraction> greatest;
  /// The side avoids winning as well as it can, and everybody else helps it.
  std::optional<Fraction> least;
  std::string unknown;  // why they are not known: one sentence without a full stop
};

/// The graph must have no open position at a depth below `choices`.
WinningChance winning_chance(const Graph& graph, int32_t side, int32_t choices);

}  // namespace casebook::explore
