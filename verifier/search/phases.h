// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which parts of the sequence of play belong together, as games have shown: where play stands, the
// procedures around it, the turn and its player. A position generated cell by cell may stand in the second
// player's combat of the first player's turn, or in a turn after the last; no player would accept it.
//
// The states concerned are found in the program: those with one value that only the sequence of play writes
// (no action, no effect), and parameters of procedures whose members the rules name. Counters that the
// compiler keeps for `repeat` belong to them where games agree: the third turn of seven is the third time
// round. Games also show which pieces were in which box.

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/runtime/distance/cells.h"
#include "engine/runtime/scenario.h"

namespace casebook::games {

class Phases {
 public:
  explicit Phases(const Scenario& scenario);

  /// A position that a game reached.
  void see(const Position& position);
  void add(const Phases& other);
  /// Whether some game had that piece in that box.
  bool has_been(const Cell& piece, int32_t location) const { return been_.count({piece, location}) != 0; }
  /// No game was seen: nothing is known, and nothing refused.
  bool empty() const { return seen_.empty(); }

  /// Whether some game stood like this, or no game ever reached that site.
  bool allows(const Position& position) const;
  struct Change {
    Cell cell;
    runtime::Value value;
  };
  /// The fewest changes that make it an allowed one, the first in order; empty for an allowed one. Nothing
  /// where games reach that site in other ways only.
  std::optional<std::vector<Change>> changes(const Position& position) const;
  /// Makes them. False where there are none that help.
  bool settle(Position& position) const;

 private:
  std::vector<int32_t> control(const Position& position) const;
  std::vector<Cell> cells(const Position& position) const;
  std::vector<int32_t> values(const Position& position, const std::vector<Cell>& cells) const;

  using Counts = std::vector<int32_t>;  // of the counters, in their order
  Counts counts(const Position& position) const;
  void see(const std::vector<int32_t>& control, const std::vector<int32_t>& values, const Counts& counts);

  const Scenario* scenario_;
  std::vector<StateId> states_;
  std::vector<VarId> params_, counters_;
  std::vector<bool> free_;  // by counter: games had several values of it beside the same others
  std::map<std::vector<int32_t>, std::map<std::vector<int32_t>, Counts>> seen_;  // by control, then by values
  std::set<int32_t> sites_;
  std::vector<Cell> pieces_;
  std::set<std::pair<Cell, int32_t>> been_;
};

}  // namespace casebook::games
