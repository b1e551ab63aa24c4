// SPDX-License-Identifier: Apache-2.0
#pragma once

// A map in the terminal: plain ASCII, one cell of text a hex, units by the beginning of their names, a legend
// below.

#include "engine/board/provenance_counts.h"
#include "engine/runtime/scenario.h"
#include "verifier/cli/verb.h"

namespace casebook::cli {

/// The map with the units of `position`. Hexes without a unit show the first letters of their terrain (or
/// whatever kind-valued given the map has). Below it, how many facts of the map are attested and how many
/// reconstructed, by attribute, if that is given.
void show_map(const runtime::Scenario& scenario, const runtime::Position& position, Context& context,
              const std::vector<board::ProvenanceCount>& provenance = {});

}  // namespace casebook::cli
