// SPDX-License-Identifier: Apache-2.0
#pragma once

// A small world in which every kind of expression has something to say.
//
//   hexes   a1 .. d3 (b and d half a hex lower); b1 swamp, b2 sand, the rest clear; a road a1-a2-b2; a ford
//           at c2
//   units   A (5 factors) and B (3) white on a1, C (4) black on b2, D (2) black in the reserve
//   leads   A leads the 1st, C the 2nd

#include "tests/support/rules_text.h"

namespace casebook::testing_support {

inline const char* const ops_rules = R"(edition ops "Every expression"
case 1.0
  kind side = white, black
  kind unit on map
  kind formation
  box reserve, off
  kind terrain = clear, sand, swamp
  measure points by 1/2 from 0 to 40 or never
  measure factors from 0 to 100
  measure small from 0 to 6
  measure columns from -20 to 20
  measure d3 from 1 to 3
  place ford
  given side(unit): side
  given factor(unit): factors
  given leads(unit): formation or none = none
  given roles(unit): set of terrain = {}
  given terrain(hex): terrain = clear
  given road(hexside): bool = no
  given last_turn: factors = 7
  option night "Night"
  reading meaning "What does it mean?"
    wide "the usual one"
    narrow "the other one"
    default wide
  state turn: factors = 2
  state moved(unit): bool
  state left(unit): points = 5/2
  state lit(hexside): bool = yes
  state cup: set of formation
  state active: formation or none
  state aim(unit): location
  state mover: side
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
case 2.0
  table cost(terrain) -> points
    clear: 1, sand: 3, swamp: never
  table results(d3, side) -> columns
    d3 | white | black
    1  | 2     | -3
    2  | 0     | silent
    3  | 1     | 1
  define small_factor(u: unit) -> small = factor(u) as small
  define late -> small = last_turn as small
  define start_of_path(p: path) -> hex = start_of(p)
  define end_of_path(p: path) -> hex = end_of(p)
  define length_of_path(p: path) -> number = length(p)
  define on_path(p: path, h: hex) -> bool = h in p
  define per(u: unit, n: number) -> factors = factor(u) / n rounded down
case 3.0
  define shift(h: hex) -> columns = sum of within -2 .. 2
    3.1 swamp: -3 when terrain(h) = swamp
    3.2 crowd: 1 per u in unit on h
    3.3 always: 1
  define worst(h: hex) -> columns = least of
    3.1 2
    3.2 lone: -1 when no u in unit on h
  define greatest(h: hex) -> columns = most of
    3.1 2
    3.2 4 when terrain(h) = sand
  define ground(h: hex) -> columns = first of
    3.1 3 when terrain(h) = swamp
    3.2 2 when terrain(h) = sand
    3.3 1
  define every(h: hex) -> bool = all of
    3.1 dry: terrain(h) != swamp
    3.2 not on_edge(h) when terrain(h) = sand
  define some(h: hex) -> bool = any of
    3.1 wet: terrain(h) = swamp
    3.2 held: exists u in unit on h
case 4.0
  field linked(s: side) over hex = reach to h where exists u in units(s) on h
    through h where terrain(h) = clear
    across a, b where not (terrain(a) = swamp or terrain(b) = swamp)
  field toll over hex -> points = least cost to h where h = ford
    through h where terrain(h) != swamp
    step a, b: if road(a, b) then 1/2 else cost(terrain(b))
case 5.0
  define allowance(u: unit) -> factors = 6
case 5.1
  except allowance(u) when side(u) = black then 4
case 5.2
  except allowance(u) when not on_map(u) then 1 over 5.1
case 5.3
  adjust allowance(u) when turn >= 2 then otherwise * 2
case 5.4
  adjust allowance(u) when factor(u) = 5 then otherwise + 1 after 5.3
case 6.0
  action step(u in units(mover) at from, to in neighbours(from))
    require 6.1 dry: terrain(to) != swamp
    require 6.2 free: no x in unit on to
    do
      place(u) := to
  action pass()
  procedure game
    repeat
      choose by mover
        step()
        pass()
  invariant grows at every step: before(turn) < turn
)";

inline DataText ops_data() {
  DataText data;
  data.map = small_map(4, 3, R"("hexes": {"b1": {"terrain": "swamp"}, "b2": {"terrain": "sand"}},
"links": [{"attribute": "road", "through": "a1 a2 b2"}],
"places": {"ford": "c2"})");
  data.order_of_battle = R"("entities": [
{"kind": "formation", "id": "1st"},
{"kind": "formation", "id": "2nd"},
{"kind": "unit", "id": "A", "place": "a1", "side": "white", "factor": 5, "leads": "1st", "roles": ["sand", "clear"]},
{"kind": "unit", "id": "B", "place": "a1", "side": "white", "factor": 3},
{"kind": "unit", "id": "C", "place": "b2", "side": "black", "factor": 4, "leads": "2nd"},
{"kind": "unit", "id": "D", "place": "reserve", "side": "black", "factor": 2}
])";
  data.scenario =
      R"("state": {"cup": ["2nd"], "active": "1st", "moved": {"B": true}, "aim": {"A": "off", "B": "c1"}, "lit": {"a1/b1": false}})";
  return data;
}

}  // namespace casebook::testing_support
