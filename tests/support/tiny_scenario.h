// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scenario put together by hand, without rules text or data files: one value of every sort that a
// position can hold. For tests and fuzzers that need only a layout and names (positions, records, control).
//
//   kinds    side = white, black; unit on map (A1, A2, B1); formation (1st, 2nd, 3rd); hexes a1 b1 c1 in a
//            row
//   boxes    reserve, eliminated
//   state    turn: points = 1 (0 to 40 by 1/2, or never); mover: side; moved(unit): bool; left(unit):
//            points; stock(side, hex): number; cup: set of formation; active: formation or none;
//            lit(hexside): bool; aim(unit): location
//   game     site game:1 (choose), calls combat twice, site game:2 (draw)
//   combat   parameter t: unit; state round: number = 0, hits(unit): number; locals way: path, team: set of
//            unit, d, d (two of one name); sites combat:1 (choose), combat:2 (roll of two dice)
//
// `toy_rules` plays a game on it, written by hand in C++. So code that drives games can be tested without
// an evaluator:
//
//   game:1   the mover passes, shoots at an enemy on the map, or charges one (A1 and A2 are white, B1 is
//            black)
//   shoot    combat:2 at once (call 1)
//   charge   combat:1 first, where the enemy's owner can only stand (call 2)
//   combat   two dice that differ; a sum of 9 or more eliminates; a side without units has lost
//   pass     game:2 draws a formation into the cup; when all three are in it, the game is drawn

#include <memory>

#include "engine/runtime/rules.h"
#include "engine/runtime/scenario.h"

namespace casebook::tests {

std::shared_ptr<const runtime::Scenario> tiny_scenario();
std::unique_ptr<runtime::Rules> toy_rules(
    std::shared_ptr<const runtime::Scenario> scenario = tiny_scenario());

}  // namespace casebook::tests
