// SPDX-License-Identifier: Apache-2.0
#pragma once

// Limits of what is drawn and printed, each with its reason. Limits of rules and data are in
// engine/base/limits.h.

namespace casebook::picture::limits {

/// Pixels of a side of a PNG: 400 MB of memory while it is painted, and viewers open it.
inline constexpr int png_side = 10'000;
/// Dots per inch of a PNG: finer than any printer that takes one.
inline constexpr int dots_per_inch = 2400;
/// Dots per inch of a PNG when nobody says: sharp on a screen and on a home printer.
inline constexpr int usual_dots_per_inch = 150;
/// Pages of one file: nobody joins more.
inline constexpr int pages = 400;

}  // namespace casebook::picture::limits
