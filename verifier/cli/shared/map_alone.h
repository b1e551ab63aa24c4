// SPDX-License-Identifier: Apache-2.0
#pragma once

// The map of an edition or a scenario that cannot be played: it has more hexes than a game takes (D0150), or
// lacks a place that the rules name (D0157). The map itself is whole, and can be drawn.

#include <memory>
#include <optional>
#include <string>

#include "engine/base/diagnostic.h"
#include "engine/board/scenario.h"
#include "engine/language/compile.h"

namespace casebook::cli {

struct MapAlone {
  std::shared_ptr<const language::Program> program;
  board::ScenarioData data;
  std::string id, folder;
};

/// What `load` could not bind, as `why` has it. Nothing if `why` has an error that a drawing needs mended, or
/// the word names a position.
std::optional<MapAlone> load_map_alone(const std::string& word, const std::string& rulesets_option,
                                       const Diagnostics& why);

/// The same diagnostics, with their errors as warnings: the map is drawn all the same.
Diagnostics as_warnings(const Diagnostics& diagnostics);

}  // namespace casebook::cli
