// SPDX-License-Identifier: Apache-2.0
#pragma once

// The cells of a position that can be set one by one: the place of a piece, a value of a state, a local.
// Generating, steering and shrinking change positions cell by cell, and only to values of their types.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/runtime/scenario.h"
#include "engine/runtime/slot_values.h"

namespace casebook::games {

using namespace language::ids;
using runtime::Position;
using runtime::Scenario;

struct Cell {
  enum class What : uint8_t { place, state, local };
  What what = What::place;
  Id id = language::none;    // place: a kind; state; local: a Var
  uint32_t combination = 0;  // place: the member; state: of its arguments
  auto operator<=>(const Cell&) const = default;
};

/// `place(Matt 1)`, `moved(Matt 1)`, `turn`, `combat.target`
std::string cell_text(const Scenario& scenario, const Cell& cell);
language::Type type_of(const Scenario& scenario, const Cell& cell);
/// Of its numbers; what an evaluator relies on for a local.
language::Interval interval_of(const Scenario& scenario, const Cell& cell);
runtime::Value read(const Scenario& scenario, const Position& position, const Cell& cell);
void write(const Scenario& scenario, Position& position, const Cell& cell, const runtime::Value& value);

/// Every cell that is alive where the position stands, but not what the compiler keeps for itself: places,
/// then states, then locals in scope, each in the order of the program.
std::vector<Cell> cells_of(const Scenario& scenario, const Position& position);

/// The kinds with places, and their members: every piece of the game.
std::vector<Cell> pieces_of(const Scenario& scenario);

/// Whether every value that is alive is one of its type and everything dead is zero: what position files can
/// say and evaluators rely on.
bool is_typed(const Scenario& scenario, const Position& position);

/// Locations: hexes, then boxes.
inline bool is_hex(const Scenario& scenario, int32_t location) {
  return location >= 0 && location < scenario.ground.hexes;
}

/// How a location that is not a hex is far from one, and a box from a box, in hexes.
inline constexpr int32_t off_map_distance = 12;
/// On the grid between hexes; 0 for the same location.
int32_t location_distance(const Scenario& scenario, int32_t a, int32_t b);

}  // namespace casebook::games
