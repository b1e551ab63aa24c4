// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Limits of choosing, which only the evaluators use. Limits of texts and games are in limits.h. A game that reaches one
// ends with the outcome `limit` (engine/runtime/position.h).

namespace casebook::limits {

/// Members of a set parameter that are left when each has been tested by itself: a million subsets take
/// about a second.
inline constexpr int free_members = 20;

/// Values and sets that are tried for some of the choices, where all of them are too many to list.
inline constexpr uint64_t choices_tried = 1'048'576;

}  // namespace casebook::limits
