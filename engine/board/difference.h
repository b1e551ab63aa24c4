// SPDX-License-Identifier: Apache-2.0
#pragma once

// How two files of one format differ, in the game's own terms: `unit 25/1: arrival 4 instead of 5`.
//
// Compared is what the rules can see, as they see it: the facts of a hex with the map's defaults filled in,
// those of a hexside with the links that cross it, those of an entity whether order of battle, schedule or
// scenario tells them. Order, layout, titles, labels and provenance are no difference. Hexes are those of the
// same number, in the numbering that the file itself is written in; values are compared as they are written.

#include <string>
#include <vector>

#include "engine/board/scenario.h"

namespace casebook::board {

struct Difference {
  std::string where;  // `0512`, `0101-0102`, `unit Guard 1`, `place ford`, `switch fog`, `state turn`, `grid`
  std::string what;   // the attribute; empty when `where` has one value
  std::string first, second;  // the values; `nothing` where that file does not say
  bool operator==(const Difference&) const = default;
};

/// `unit 25/1: arrival 4 instead of 5`: what the second has, instead of what the first has.
std::string difference_text(const Difference& difference);

/// Sorted by kind of thing, then by name. Empty when there is no difference.
std::vector<Difference> differences(const HexMap& first, const HexMap& second);
std::vector<Difference> differences(const OrderOfBattle& first, const OrderOfBattle& second);
std::vector<Difference> differences(const Schedule& first, const Schedule& second);
std::vector<Difference> differences(const ScenarioData& first, const ScenarioData& second);

}  // namespace casebook::board
