// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two pieces on nine hexes that step and wait: a beginning for rules of tests, to which a procedure `game` is
// added.

#include "tests/support/rules_text.h"

namespace casebook::testing_support {

inline constexpr const char* pieces = R"(edition pieces "Pieces"
case 1.0
  kind side = white, black
  kind unit on map
  box off
  given side(unit): side
  state n: number
  action step(u in unit at g, to in neighbours(g))
    do
      place(u) := to
  action wait()
)";

inline DataText pieces_data() {
  DataText made;
  made.map = small_map(3, 3);
  made.order_of_battle = units("A white a1\nB black c3\n");
  return made;
}

}  // namespace casebook::testing_support
