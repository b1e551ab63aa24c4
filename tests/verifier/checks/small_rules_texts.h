// SPDX-License-Identifier: Apache-2.0
#pragma once

// The texts of which the tiny rulesets are made.

#include <string>

#include "tests/support/rules_text.h"

namespace casebook::checks {

using testing_support::DataText;
using testing_support::small_map;
using testing_support::units;

inline const std::string head = R"(edition tiny "Tiny"
section 1 "All"
case 1.0 "Pieces"
  summary "Two sides have units."
  kind side = white, black
  kind unit on map
  box reserve
  given side(unit): side
  measure turns from 0 to 40
  state turn: turns = 0
  state mover: side = white
  define mine() -> set of unit = {x in unit where side(x) = mover}
)";

inline const std::string game = R"(case 2.0 "Play"
  summary "They move in turn."
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
    choose by by
      step()
      pass()
  action pass()
)";

inline const std::string step = R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    do
      place(u) := to
)";

inline DataText board(const std::string& pieces, int columns = 3, int rows = 3) {
  return {small_map(columns, rows), units(pieces), "", ""};
}

inline const std::string pair = "A white a1\nB black c3";

inline const std::string entering = R"(  given entry(unit): hex or none = none
  action enter(v in mine(), at in entry(v))
    require 2.0 waits: place(v) = reserve
    do
      place(v) := at
)";

inline const std::string offers_enter = R"(case 2.0 "Play"
  summary "They come on."
  procedure game
    repeat at most 6 times
      choose by mover
        enter()
        pass()
      mover := other(mover)
      turn += 1
    end game drawn
  action pass()
)";

}  // namespace casebook::checks
