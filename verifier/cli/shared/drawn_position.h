// SPDX-License-Identifier: Apache-2.0
#pragma once

// A position as a sheet: the map with its pieces, as `render` draws it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/picture/style.h"
#include "engine/runtime/rules.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

/// The style of an edition, complete for its map (may be null) and its rules. Nothing when it has errors.
std::optional<picture::Style> style_for(const std::string& folder, const board::HexMap* map,
                                        const language::Program& program, Diagnostics& diagnostics);

/// Where in the game it is, or how the game ended.
std::string when_text(const runtime::Scenario& scenario, const runtime::Position& position);

/// `casebook 0.1, rules 0123456789abcdef; made by: ...`
std::string made_by_text(uint64_t rules_fingerprint, Context& context);

/// Writes a position as SVG, with these hexes marked and a line of what it shows under the heading. False with a
/// diagnostic when it cannot be drawn or written.
bool write_svg(const std::shared_ptr<const runtime::Scenario>& scenario, const runtime::Position& position,
               const std::string& shows, const std::vector<int>& hexes, const std::string& file,
               Context& context, Diagnostics& diagnostics);

}  // namespace casebook::cli
