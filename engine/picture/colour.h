// SPDX-License-Identifier: Apache-2.0
#pragma once

// Colours and how eyes see them. Text in a picture has a contrast of at least 4.5 to 1, as WCAG 2.1 asks.
// Everything can be told apart by people who do not see all colours.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace casebook::picture {

/// sRGB, 8 bits each.
struct Rgb {
  uint8_t red = 0, green = 0, blue = 0;
  auto operator<=>(const Rgb&) const = default;
};

/// `#1f5c99`; lower-case digits.
std::string colour_text(Rgb colour);
/// Six hexadecimal digits behind a #.
std::optional<Rgb> parse_colour(std::string_view text);

/// Part `share` (0 to 1) of `other` mixed into `colour`.
Rgb mixed(Rgb colour, Rgb other, double share);

/// WCAG 2.1: 1 (the same) to 21 (black on white).
double contrast(Rgb a, Rgb b);
inline constexpr double least_text_contrast = 4.5;
/// Of two inks the one that is easier to read on this ground.
Rgb ink_on(Rgb ground, Rgb dark, Rgb light);

/// The three ways to lack a sort of cone, and none.
enum class Sight : uint8_t { all, no_red, no_green, no_blue };
/// What a colour looks like to that sight (Machado, Oliveira and Fernandes 2009, severity 1).
Rgb seen_with(Sight sight, Rgb colour);
/// The distance of two colours: CIE 1976 delta E. A distance of about 2 is just visible.
double distance(Rgb a, Rgb b);

}  // namespace casebook::picture
