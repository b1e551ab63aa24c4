// SPDX-License-Identifier: Apache-2.0
#pragma once

// Positions packed to the bit: each cell takes as many bits as its type has values in this scenario.
// Packing loses nothing. If a cell has a value outside its type (there should be none), `pack` says no and
// the exploration stores the words unpacked.

#include <cstdint>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::explore {

class Packing {
 public:
  /// By the types of everything that lives in a position of this scenario.
  static Packing tight(const runtime::Scenario& scenario);
  /// The words as they are.
  static Packing plain(const runtime::Scenario& scenario);

  /// Words of a packed position, at least 1.
  size_t words() const { return words_; }
  /// Bits that are used.
  size_t bits() const { return bits_; }

  /// False when some value does not fit; `out` (of words() words) is then worth nothing.
  bool pack(const runtime::Position& position, uint64_t* out) const;
  void unpack(const uint64_t* in, runtime::Position& position) const;

 private:
  /// Some bits of one word of a position: those from `shift`, `width` of them, less `low`. `never` (of a
  /// cell) is one code more, the greatest.
  struct Part {
    uint32_t word = 0;
    uint8_t shift = 0, width = 0;
    bool is_cell = false, may_be_never = false;
    int64_t low = 0;
    uint64_t values = 0;  // of a cell: how many codes there are
  };

  void add_cell(uint32_t cell, int64_t low, int64_t high, bool may_be_never);
  void add_bits(uint32_t word, uint32_t count);
  void add_slot(const runtime::Scenario& scenario, const runtime::Slot& slot, const language::Type& type);
  void finish();

  std::vector<Part> parts_;
  size_t bits_ = 0, words_ = 1;
};

}  // namespace casebook::explore
