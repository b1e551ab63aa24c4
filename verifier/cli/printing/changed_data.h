// SPDX-License-Identifier: Apache-2.0
#pragma once

// The data (map, order of battle, schedule, set-up) that an edition has otherwise than the edition that it
// extends, for `show --changes`.

#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/scenario.h"

namespace casebook::cli {

/// Facts of one kind in one file.
struct DataChange {
  std::string file;  // beside the scenario: `map.json`; the later edition's, or the one that has it
  std::string what;  // `hexes: terrain`, `unit: place`
  std::vector<std::string> texts;  // one for each fact: `N1 begins at 0202 instead of 0201`
};

/// By file and kind; the facts in the order of `casebook diff`. Empty without a parent. Nothing when data have
/// errors.
std::optional<std::vector<DataChange>> changed_data(const runtime::ScenarioRequest& request,
                                                    const runtime::Scenario& scenario,
                                                    Diagnostics& diagnostics);

/// `map.json: 4 changes of hexes: terrain: hex 0101: ...; ... and 1 more`, with the first three.
std::string data_change_text(const DataChange& change);

}  // namespace casebook::cli
