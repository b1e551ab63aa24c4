// SPDX-License-Identifier: Apache-2.0
#pragma once

// Colours and patterns of sides, grounds, lines and views that a style does not name, in the order in which they are
// given out. Grounds are light, so that ink and counters stand out. Neighbours in the list also differ in
// lightness, and each has its own pattern.

#include <array>

#include "engine/picture/style.h"

namespace casebook::picture {

/// A ground by colour and pattern.
struct UsualGround {
  Rgb colour;
  Pattern pattern;
};
inline constexpr std::array<UsualGround, 12> usual_grounds{{{{0xf4, 0xed, 0xda}, Pattern::none},
                                                            {{0xdd, 0xc6, 0x93}, Pattern::stones},
                                                            {{0xa9, 0xcc, 0xe0}, Pattern::waves},
                                                            {{0xb4, 0xc9, 0x8f}, Pattern::trees},
                                                            {{0xc9, 0xae, 0x97}, Pattern::peaks},
                                                            {{0x9c, 0xbf, 0xb1}, Pattern::tufts},
                                                            {{0xe6, 0xcb, 0xc0}, Pattern::blocks},
                                                            {{0xec, 0xdc, 0x8c}, Pattern::furrows},
                                                            {{0xcf, 0xc2, 0xda}, Pattern::cross_hatch},
                                                            {{0xbd, 0xbd, 0xb6}, Pattern::hatch},
                                                            {{0xe9, 0xd8, 0xae}, Pattern::dots},
                                                            {{0xd3, 0xa9, 0x66}, Pattern::dunes}}};
/// Sides, in the order of the rules.
inline constexpr std::array<Rgb, 6> usual_sides{{{0x24, 0x5a, 0x8d},
                                                 {0x8e, 0x3b, 0x2c},
                                                 {0x3f, 0x66, 0x38},
                                                 {0x6d, 0x4a, 0x7d},
                                                 {0x59, 0x59, 0x55},
                                                 {0x80, 0x5a, 0x12}}};
/// Features of hexsides and links.
inline constexpr std::array<Rgb, 5> usual_edges{
    {{0x3a, 0x7c, 0xa5}, {0x7a, 0x52, 0x2c}, {0x3c, 0x3a, 0x38}, {0x55, 0x7a, 0x3c}, {0x7d, 0x4a, 0x78}}};
/// A view of the rules that is drawn over the map, by colour and hatching.
struct UsualView {
  Rgb colour;
  double slope;  // of the hatching, degrees
};
inline constexpr std::array<UsualView, 4> usual_views{
    {{{0xa8, 0x1e, 0x3c}, 45}, {{0x10, 0x4f, 0x9e}, -45}, {{0x2a, 0x62, 0x1c}, 90}, {{0x62, 0x2a, 0x8a}, 0}}};
/// Marks of the reader, in a colour that no view has.
inline constexpr Rgb mark_colour{0xff, 0xd4, 0x3b};
inline constexpr std::array<LineForm, 6> usual_forms{LineForm::plain, LineForm::ticks,  LineForm::band,
                                                     LineForm::posts, LineForm::dashes, LineForm::dots};

}  // namespace casebook::picture
