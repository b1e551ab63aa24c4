// SPDX-License-Identifier: Apache-2.0
#pragma once

// The hash of the project: FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo; RFC 9923 section 2). Equal
// inputs have equal hashes on every machine.
//
// Do not use it against attackers: it is easy to make two texts with one hash.

#include <cstdint>
#include <string_view>

namespace casebook {

class Fnv1a {
 public:
  constexpr Fnv1a& byte(uint8_t value) { return word(value); }
  /// The bytes of a text, and nothing that tells where it ends: add a byte that no text holds, or its size.
  constexpr Fnv1a& text(std::string_view text) {
    for (const char c : text) byte(static_cast<uint8_t>(c));
    return *this;
  }
  /// The eight bytes of a number, the least first.
  constexpr Fnv1a& bytes_of(uint64_t value) {
    for (int shift = 0; shift < 64; shift += 8) byte(static_cast<uint8_t>(value >> shift));
    return *this;
  }
  /// A number in one step: quicker than its bytes, for tables that live as long as the program, where numbers
  /// are small.
  constexpr Fnv1a& word(uint64_t value) {
    hash_ = (hash_ ^ value) * 0x100000001b3ULL;
    return *this;
  }
  [[nodiscard]] constexpr uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace casebook
