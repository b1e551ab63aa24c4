// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counts how much of a map is attested and how much is reconstructed.

#include <string>
#include <vector>

#include "engine/board/map.h"

namespace casebook::board {

struct ProvenanceCount {
  std::string attribute;
  size_t attested = 0, reconstructed = 0, unstated = 0;
  bool operator==(const ProvenanceCount&) const = default;
};

/// By attribute, in the order of names: one for each fact that a line of the file tells of a hex or a
/// hexside, for each hexside that a link crosses (once, of several links as the first says) and each named
/// place (as `place`). Defaults, which no line tells, are not counted.
std::vector<ProvenanceCount> provenance_counts(const HexMap& map);

}  // namespace casebook::board
