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

/// Guards against a programmer's error before memory outside the position is read: throws
/// std::invalid_argument when the position has another number of words than this layout. Options bring
/// pieces, so two rulesets of one edition may have different layouts.
void expect_layout(const Layout& layout, const Position& position);

/// The combination of arguments, row-major.
uint32_t combination_of(const Slot& slot, const std::vector<int32_t>& args);

}  // namespace casebook::runtime
