// SPDX-License-Identifier: Apache-2.0
#pragma once

// The data files behind an edition or a scenario, as they are written. For questions about the files
// themselves (differences, provenance), not about the game.

#include <optional>
#include <string>

#include "engine/base/diagnostic.h"
#include "engine/board/scenario.h"

namespace casebook::cli {

/// Nothing when there are errors, or when the edition has no scenario file.
std::optional<board::ScenarioData> scenario_data(const std::string& word, const std::string& rulesets_option,
                                                 Diagnostics& diagnostics);

}  // namespace casebook::cli
