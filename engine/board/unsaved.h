// SPDX-License-Identifier: Apache-2.0
#pragma once

// Loads a scenario whose files are being edited: some texts differ from those on disk.

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "engine/board/scenario.h"

namespace casebook::board {

/// The text to take instead of the file of that path, or nullptr. Paths are those of diagnostics.
using TextOf = std::function<const std::string*(const std::string& path)>;

/// As load_scenario_data in scenario.h, with these texts.
std::optional<ScenarioData> load_scenario_data(const std::string& path, const std::string& root,
                                               std::span<const std::string> ruleset_folders,
                                               const TextOf& text_of, Diagnostics& diagnostics);

}  // namespace casebook::board
