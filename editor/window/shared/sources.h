// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where each fact of a map comes from: facts of hexes, of hexsides, of steps of roads, of named places. No
// Qt.

#include <string>
#include <vector>

#include "engine/board/map.h"

namespace casebook::window {

struct SourcedFact {
  enum class On : unsigned char { hex, hexside, step, place };
  On on = On::hex;
  int first = -1, second = -1;       // the hex; the hexside; both hexes of a step
  std::string attribute;             // `place` for a named place
  int provenance = board::unstated;  // of the map's
};

/// `attribute`: only facts of this one; empty: all. `provenance`: only facts from there; `*`: all; `?`:
/// facts without one.
std::vector<SourcedFact> sourced_facts(const board::HexMap& map, const std::string& attribute,
                                       const std::string& provenance);
/// Facts by provenance, in the map's order; facts without one last.
std::vector<size_t> facts_by_source(const board::HexMap& map, const std::string& attribute);

}  // namespace casebook::window
