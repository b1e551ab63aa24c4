// SPDX-License-Identifier: Apache-2.0
#pragma once

// Hexes and locations as numbers in formulas: column and row side by side in bits, boxes above all hexes.
//
// So a neighbour is a small difference, and what the map says of a hex is a choice by row, then column. The
// index that a position stores would tell a solver nothing of the kind. Members of other kinds are their
// index. Every row number is followed by one that is no hex, so a step over the edge never lands on the
// map.

#include <array>
#include <cstdint>
#include <vector>

#include "engine/runtime/scenario.h"
#include "verifier/symbolic/formula/formula.h"

namespace casebook::symbolic {

class Codes {
 public:
  explicit Codes(const runtime::Scenario& scenario);

  int64_t of_hex(int32_t hex) const { return of_hex_[static_cast<size_t>(hex)]; }
  /// -1: that code is no hex.
  int32_t hex_of(int64_t code) const {
    return code >= 0 && code < first_box_ ? hex_of_[static_cast<size_t>(code)] : -1;
  }
  int64_t of_location(int32_t location) const {
    return location < hexes_ ? of_hex(location) : first_box_ + (location - hexes_);
  }
  int32_t location_of(int64_t code) const {
    return code < first_box_ ? hex_of(code) : hexes_ + static_cast<int32_t>(code - first_box_);
  }
  int64_t first_box() const { return first_box_; }
  int64_t last_hex() const { return last_hex_; }
  int32_t hexes() const { return hexes_; }

  /// Of a member of the kind; of hexes their code.
  int64_t of_member(language::KindId kind, int64_t member) const {
    return kind == language::kind_hex && member >= 0 ? of_hex(static_cast<int32_t>(member)) : member;
  }
  int64_t member_of(language::KindId kind, int64_t code) const {
    return kind == language::kind_hex && code >= 0 ? hex_of(code) : code;
  }

  /// The code is that of a hex.
  Ref is_hex(Formula& formula, Ref code) const;
  /// Of two codes of hexes.
  Ref adjacent(Formula& formula, Ref a, Ref b) const;
  /// By direction: whether b is the neighbour of a there. All `no` where they do not touch.
  std::array<Ref, 6> directions(Formula& formula, Ref a, Ref b) const;
  Ref distance(Formula& formula, Ref a, Ref b) const;
  /// The index of the hex in the order of the map.
  Ref index(Formula& formula, Ref code) const;

 private:
  const runtime::Scenario& scenario_;
  int32_t hexes_ = 0;
  std::vector<int64_t> of_hex_;
  std::vector<int32_t> hex_of_;
  int64_t first_box_ = 0, last_hex_ = -1;
  int parity_bit_ = 0;                             // whose value decides between the two rows below
  std::array<std::array<int64_t, 6>, 2> steps_{};  // difference of codes by direction
  std::vector<std::array<int64_t, 2>> axial_;      // by hex
};

}  // namespace casebook::symbolic
