// SPDX-License-Identifier: Apache-2.0
#pragma once

// A map in the terminal: plain ASCII, one cell of text for each hex, units by the beginning of their names,
// and a legend.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/board/provenance_counts.h"
#include "engine/runtime/scenario.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

/// What is drawn on a map in addition to what stands on it.
struct MapMarks {
  std::map<int32_t, std::string> words;  // by hex: shown instead of what the hex holds
  std::set<int32_t> starred;             // hexes with a star behind what they hold
  bool terrain_only = false;             // no units and no state, only what the map gives
};

/// The lines of the map, its legend and its lists. Empty when the scenario has no map.
std::vector<std::string> map_lines(const runtime::Scenario& scenario, const runtime::Position& position,
                                   const MapMarks& marks = {});

/// The map with the units of `position`. Hexes without a unit show the first letters of their terrain (or
/// whatever kind-valued given the map has). Below it, how many facts of the map are attested and how many
/// reconstructed, by attribute, if that is given.
void show_map(const runtime::Scenario& scenario, const runtime::Position& position, Context& context,
              const std::vector<board::ProvenanceCount>& provenance = {}, const MapMarks& marks = {});

}  // namespace casebook::cli
