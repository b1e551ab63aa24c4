// SPDX-License-Identifier: Apache-2.0
#pragma once

// The chosen scenario of a snapshot with its files, as they would be saved and read again. So every place
// is the line that it would have on disk.

#include <map>
#include <optional>
#include <string>

#include "editor/document/document.h"

namespace casebook::editor {

std::optional<board::ScenarioData> scenario_data(const Snapshot& snapshot, Diagnostics& diagnostics);

/// The path of the chosen scenario's file. Precondition: there is one.
std::string scenario_file(const Snapshot& snapshot);

}  // namespace casebook::editor
