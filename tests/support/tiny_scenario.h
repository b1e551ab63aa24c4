// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scenario put together by hand, without rules text or data files: one value of every sort a position can hold. For tests and fuzzers of
// what only needs a layout and names (positions, records, control). It is not played.
//
//   kinds      side = white, black; unit on map (A1, A2, B1); formation (1st, 2nd, 3rd); hexes a1 b1 c1 in a row
//   boxes      reserve, eliminated
//   state      turn: points = 1 (0 to 40 by 1/2, or never); mover: side; moved(unit): bool; left(unit): points; stock(side, hex): number;
//              cup: set of formation; active: formation or none; lit(hexside): bool; aim(unit): location
//   game       site game:1 (choose), calls combat twice, site game:2 (draw)
//   combat     parameter t: unit; state round: number = 0, hits(unit): number; locals way: path, team: set of unit, d, d (two of one name);
//              sites combat:1 (choose), combat:2 (roll of two dice)

#include <memory>

#include "engine/runtime/scenario.h"

namespace casebook::tests {

std::shared_ptr<const runtime::Scenario> tiny_scenario();

}  // namespace casebook::tests
