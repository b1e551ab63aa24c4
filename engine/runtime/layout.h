// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where everything of a position lies: first the words (bits and sets), then the 32-bit cells, in the order
// of the program's tables. The same program and scenario always give the same layout.

#include <optional>

#include "engine/base/diagnostic.h"
#include "engine/runtime/position.h"

namespace casebook::runtime {

/// `sizes`: members by kind. D0150 when a position would have more cells than limits::cells.
std::optional<Layout> make_layout(const language::Program& program, const std::vector<int32_t>& sizes,
                                  Diagnostics& diagnostics);

/// A programmer's error, told before memory is read that is not the position's: throws std::invalid_argument
/// when the position has not as many words as this layout. Options bring pieces, so two rulesets of one
/// edition need not have one layout.
void expect_layout(const Layout& layout, const Position& position);

/// The combination of arguments, row-major.
uint32_t combination_of(const Slot& slot, const std::vector<int32_t>& args);

}  // namespace casebook::runtime
