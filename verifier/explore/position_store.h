// SPDX-License-Identifier: Apache-2.0
#pragma once

// Packed positions, each once, numbered in order of arrival. They are stored whole: a hash finds the slot
// but never decides that a position is known.

#include <cstdint>
#include <optional>
#include <vector>

namespace casebook::explore {

class PositionStore {
 public:
  /// `words`: of one packed position.
  explicit PositionStore(size_t words);

  size_t size() const { return count_; }
  size_t bytes() const {
    return packed_.capacity() * sizeof(uint64_t) + slots_.capacity() * sizeof(uint32_t);
  }
  const uint64_t* packed(size_t index) const { return packed_.data() + index * words_; }

  struct Added {
    uint32_t index = 0;
    bool is_new = false;
  };
  Added add(const uint64_t* packed);

 private:
  static constexpr uint32_t empty = UINT32_MAX;
  uint64_t hash(const uint64_t* packed) const;
  void grow();

  size_t words_, count_ = 0;
  std::vector<uint64_t> packed_;
  std::vector<uint32_t> slots_;  // a power of two of them, at most half full; linear probing
};

}  // namespace casebook::explore
