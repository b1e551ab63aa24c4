// SPDX-License-Identifier: Apache-2.0
#pragma once

// From a line of a file to what stands there: a hex, a hexside, an entity.

#include "editor/document/problems.h"
#include "engine/board/scenario.h"
#include "engine/runtime/scenario.h"

namespace casebook::editor {

/// Fills in hexes, hexsides and entities of a problem that has a file and a line.
void find_place(Problem& problem, const board::ScenarioData& data, const std::string& folder);

/// Fills in the hexes and entities that a text names.
void find_names(Problem& problem, const runtime::Scenario& scenario, std::string_view text);

}  // namespace casebook::editor
