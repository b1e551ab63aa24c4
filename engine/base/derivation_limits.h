// SPDX-License-Identifier: Apache-2.0
#pragma once

// The limit on what is told of one value (limits.h).

#include <cstddef>

namespace casebook::limits {

/// Lines of one derivation, before those are left out that repeat others: nobody reads more, and twenty
/// definitions that each ask the next one twice have a million.
inline constexpr size_t derivation_lines = 100'000;

}  // namespace casebook::limits
