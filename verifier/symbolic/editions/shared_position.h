// SPDX-License-Identifier: Apache-2.0
#pragma once

// One unknown position in two rulesets. Cells that both have are the same variables, as the alignment pairs
// them (verifier/compare/align/alignment.h), also where members or hexes have other numbers. State that
// only one has is any value of its type.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/control.h"
#include "engine/runtime/distance/cells.h"
#include "verifier/compare/align/alignment.h"
#include "verifier/symbolic/translate/symbolic_position.h"

namespace casebook::symbolic {

class SharedPosition {
 public:
  /// Procedures that run, by side.
  SharedPosition(const compare::Alignment& alignment, std::array<PositionFormulas*, 2> positions,
                 const std::array<std::vector<bool>, 2>& running);

  const SymbolicPosition& position(size_t side) const { return *positions_[side]; }
  SymbolicPosition& position(size_t side) { return *positions_[side]; }
  /// A value of the first ruleset as the second has it, of that type there with numbers between the bounds;
  /// nothing when no value of the one is one of the other. What has to hold for it goes to `facts`.
  std::optional<SymbolicValue> across(const language::Type& from, const language::Type& to,
                                      const language::Interval& bounds, const SymbolicValue& value,
                                      std::vector<Ref>& facts) const;
  /// Both positions have only values that the other has, too.
  const std::vector<Ref>& facts() const { return facts_; }
  /// Cells that both have.
  struct Pair {
    SlotOf what = SlotOf::state;
    std::array<Id, 2> ids;
    std::array<uint32_t, 2> combinations;
  };
  const std::vector<Pair>& pairs() const { return pairs_; }
  /// Cells that only that side has.
  const std::vector<games::Cell>& own(size_t side) const { return own_[side]; }
  static games::Cell cell_of(SlotOf what, Id id, uint32_t combination);
  /// How many pieces are on the map, of either.
  Ref units() const { return units_; }

  /// A model as a position of that side, which stands there in this way.
  runtime::Position decode(size_t side, const Assignment& model, const runtime::Control& control) const;

 private:
  Ref mapped(Ref code, const std::vector<int64_t>& codes, std::vector<Ref>& facts) const;
  void share(SlotOf what, Id mine, Id theirs);

  const compare::Alignment& alignment_;
  std::array<PositionFormulas*, 2> formulas_;
  Formula& formula_;
  std::array<std::optional<SymbolicPosition>, 2> positions_;
  std::vector<std::vector<int64_t>> members_;  // by kind of the first: codes there; -1: it has none
  std::vector<int64_t> locations_;
  std::vector<Ref> facts_;
  std::vector<Pair> pairs_;
  std::array<std::vector<games::Cell>, 2> own_;
  Ref units_ = no;
};

}  // namespace casebook::symbolic
