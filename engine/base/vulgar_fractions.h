// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fractions that have a character of their own.

#include <array>
#include <cstdint>
#include <string_view>

namespace casebook {

struct VulgarFraction {
  int64_t numerator, denominator;
  std::string_view text;
};

inline constexpr std::array<VulgarFraction, 15> vulgar_fractions{{{1, 2, "½"},
                                                                  {1, 3, "⅓"},
                                                                  {2, 3, "⅔"},
                                                                  {1, 4, "¼"},
                                                                  {3, 4, "¾"},
                                                                  {1, 5, "⅕"},
                                                                  {2, 5, "⅖"},
                                                                  {3, 5, "⅗"},
                                                                  {4, 5, "⅘"},
                                                                  {1, 6, "⅙"},
                                                                  {5, 6, "⅚"},
                                                                  {1, 8, "⅛"},
                                                                  {3, 8, "⅜"},
                                                                  {5, 8, "⅝"},
                                                                  {7, 8, "⅞"}}};

}  // namespace casebook
