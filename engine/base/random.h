// SPDX-License-Identifier: Apache-2.0
#pragma once

// The random generator of the project. The same seed and game number give the same numbers on every machine
// and compiler.
//
// It is xoshiro256** 1.0 (D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", 2021):
// 256 bits of state, period 2^256 - 1. splitmix64 (G. Steele, D. Lea, C. Flood, 2014) fills the state,
// started from mix(seed) ^ rotl(mix(~game), 32). So every game of a seed has its own stream and can be
// played again alone. No std:: distribution is used: their results differ between libraries.

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace casebook {

/// Written into records and results; a change to any number drawn is a new name.
inline constexpr std::string_view random_name = "xoshiro256**/1";

/// The splitmix64 sequence. The next value; `state` moves on.
constexpr uint64_t splitmix64(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

class Random {
 public:
  Random(uint64_t seed, uint64_t game) {
    uint64_t a = seed, b = ~game;
    uint64_t state = splitmix64(a) ^ std::rotl(splitmix64(b), 32);
    for (uint64_t& word : state_) word = splitmix64(state);
  }
  /// From a state kept earlier. All zero is not a state of this generator.
  explicit Random(const std::array<uint64_t, 4>& state) : state_(state) {}

  /// 64 random bits.
  uint64_t next() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform over 0 .. n-1, without bias: multiply and reject (D. Lemire, 2019) on the upper 32 bits. 0 for n
  /// = 0.
  uint32_t below(uint32_t n) {
    uint64_t product = (next() >> 32) * n;
    if (static_cast<uint32_t>(product) < n) {
      const uint32_t refuse = (0U - n) % n;
      while (static_cast<uint32_t>(product) < refuse) product = (next() >> 32) * n;
    }
    return static_cast<uint32_t>(product >> 32);
  }

  const std::array<uint64_t, 4>& state() const { return state_; }
  bool operator==(const Random&) const = default;

 private:
  std::array<uint64_t, 4> state_{};
};

}  // namespace casebook
