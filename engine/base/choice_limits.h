// SPDX-License-Identifier: Apache-2.0
#pragma once

// Limits of choosing, which only the evaluators use. Limits of texts and games are in limits.h.

namespace casebook::limits {

/// Members of a set parameter that are left when each has been asked by itself: a million subsets are gone
/// through in a second or so.
inline constexpr int free_members = 20;

}  // namespace casebook::limits
