// SPDX-License-Identifier: Apache-2.0
#pragma once

// Hexes and values that are likely to matter in a scenario. With uniformly random values two units among
// hundreds of hexes never meet, and a turn is never the last. So three sorts come more often: hexes that
// rules or data mention, ends of ranges, and constants that the program compares with a state.

#include <memory>
#include <vector>

#include "engine/runtime/distance/cells.h"

namespace casebook::games {

class InterestingValues {
 public:
  explicit InterestingValues(std::shared_ptr<const Scenario> scenario);

  /// Named places, hexes that givens of pieces name, hexes and ends of hexsides with what few have, edges.
  /// Distinct; at least one when there are hexes.
  const std::vector<int32_t>& hexes() const { return hexes_; }
  /// Numbers, members or locations; sorted. Empty: of sets, paths and what nobody compares.
  const std::vector<int32_t>& values(const Cell& cell) const;

  /// Some value of its type: often one worth trying, often near the one it has.
  runtime::Value value(const Position& position, const Cell& cell, Random& random) const;
  /// Somewhere for a piece: beside others, where another stands, on ground worth trying, or anywhere.
  int32_t location(const Position& position, const Cell& piece, Random& random) const;

  const std::vector<Cell>& pieces() const { return pieces_; }

 private:
  void look_at_ground();
  void look_at_program();
  void note_compared(const language::Expr& a, const language::Expr& b);
  int32_t number(const language::Type& type, const language::Interval& interval, int32_t now,
                 const std::vector<int32_t>& tries, Random& random) const;

  std::shared_ptr<const Scenario> scenario_;
  std::vector<Cell> pieces_;
  std::vector<int32_t> hexes_;
  std::vector<std::vector<int32_t>> by_state_, by_var_;
};

}  // namespace casebook::games
