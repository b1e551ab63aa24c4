// SPDX-License-Identifier: Apache-2.0
#pragma once

// How much `compare` plays and searches: the defaults of the command. All are counts, never seconds, so the
// result is the same on every machine.

#include <cstddef>
#include <cstdint>
#include <functional>

namespace casebook::compare {

struct Budget {
  uint64_t seed = 1;
  uint64_t games = 30;          // of each ruleset
  uint64_t positions = 24'000;  // generated
  uint64_t decisions = 3000;    // of one game
  uint64_t steering = 4000;     // evaluations for each goal of the guided search
  uint64_t finds = 4;           // positions that are looked for, for each goal
  uint64_t around = 800;        // positions around those of a question
  uint64_t drawn = 24;          // positions of each game at which everything that differs is looked into
  size_t threads = 0;           // 0: as many as the machine has; what is found does not depend on it
};

/// What no option changes, of one class of differences: examples kept, and examples kept that no switch decided.
inline constexpr size_t examples_of_a_class = 5, undecided_of_a_class = 4;
/// Examples of a class at which the suspected items are switched: examples that were reached, and sought ones.
inline constexpr uint64_t switches_of_reached = 24, switches_of_sought = 64;

/// A record from the start with more steps than these says what was tried to make it shorter.
inline constexpr size_t most_steps_of_a_witness = 40;

/// Says no when it is to stop.
using GoesOn = std::function<bool(const char* what, uint64_t done, uint64_t of)>;

}  // namespace casebook::compare
