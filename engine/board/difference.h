// SPDX-License-Identifier: Apache-2.0
#pragma once

// How two files of one format differ, in the game's own terms: `25/1 enters on turn 4 instead of 5`.
//
// It compares what the rules see: facts of a hex with the map's defaults filled in, facts of a hexside with
// the links across it, facts of an entity from order of battle, schedule and scenario together. Order,
// layout, titles, labels and provenance are ignored. Hexes correspond by number, in the numbering of the
// file; values are compared as written.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/board/scenario.h"

namespace casebook::board {

enum class ThingSort : unsigned char { grid, hex, hexside, place, entity, switch_, fact, relation, state };

struct Difference {
  ThingSort sort = ThingSort::grid;
  std::string name;   // `0512`, `0101-0102`, `Guard 1`; with its kind where another kind has one of that name
  std::string where;  // `0512`, `0101-0102`, `unit Guard 1`, `place ford`, `switch fog`, `state turn`, `grid`
  std::string what;   // the attribute; empty when `where` has one value
  std::string first, second;  // the values; `nothing` where that file does not say
  bool operator==(const Difference&) const = default;
};

/// What the rules say of attributes, for texts. Without it a text knows attributes by their names alone.
struct Terms {
  std::map<std::string, std::string> phrases;    // `enters on turn`, by attribute
  std::map<std::string, std::string> fallbacks;  // the value where data say nothing, by attribute or switch
  std::set<std::string> kinds;                   // attributes called as the kind of their values: `terrain`
  std::set<std::string> boxes;
};

/// The second file's value instead of the first's: `Matt 1 begins at 0807 instead of 0808`, `hex 0912:
/// swamp instead of clear`, `hexside 0101-0102: road instead of no road`.
std::string difference_text(const Difference& difference, const Terms& terms = {});

/// Sorted by kind of thing, then by name. Empty when there is no difference.
std::vector<Difference> differences(const HexMap& first, const HexMap& second);
std::vector<Difference> differences(const OrderOfBattle& first, const OrderOfBattle& second);
std::vector<Difference> differences(const Schedule& first, const Schedule& second);
std::vector<Difference> differences(const ScenarioData& first, const ScenarioData& second);

}  // namespace casebook::board
