// SPDX-License-Identifier: Apache-2.0
#pragma once

// The memory that instructions work on: one array of 64-bit words.
//
//   position | registers | constants, static tables, rooms of kept values
//
// An address is the index of a word. A cell address is the index of a 32-bit half: the lower half of word w
// is cell 2w.

#include <cstdint>
#include <map>
#include <vector>

namespace casebook::runtime::compiled {

using Address = int32_t;

/// Registers of all routines together. Sets of the largest kinds take 64 each.
inline constexpr uint32_t register_words = 1U << 16;

class Image {
 public:
  explicit Image(uint32_t position_words)
      : registers_(position_words), words_(position_words + register_words, 0) {}

  Address first_register() const { return static_cast<Address>(registers_); }
  /// Room in the constant part.
  Address allocate(size_t words) {
    const size_t at = words_.size();
    words_.resize(at + words, 0);
    return static_cast<Address>(at);
  }
  /// The address of a word with this value; equal values share one.
  Address constant(int64_t value) {
    const auto [it, fresh] = constants_.try_emplace(value, 0);
    if (fresh) {
      it->second = allocate(1);
      words_[static_cast<size_t>(it->second)] = static_cast<uint64_t>(value);
    }
    return it->second;
  }
  /// Takes back what was allocated since the image had so many words.
  void cut(size_t words) {
    words_.resize(words);
    std::erase_if(constants_, [&](const auto& one) { return static_cast<size_t>(one.second) >= words; });
  }
  uint64_t& operator[](Address address) { return words_[static_cast<size_t>(address)]; }
  void set_cell(uint32_t cell, int32_t value) {
    const uint32_t shift = (cell & 1U) * 32U;
    uint64_t& word = words_[cell >> 1];
    word = (word & ~(uint64_t{0xffffffff} << shift)) | (uint64_t{static_cast<uint32_t>(value)} << shift);
  }
  std::vector<uint64_t>& words() { return words_; }

 private:
  uint32_t registers_;
  std::vector<uint64_t> words_;
  std::map<int64_t, Address> constants_;
};

}  // namespace casebook::runtime::compiled
