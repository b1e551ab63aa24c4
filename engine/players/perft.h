// SPDX-License-Identifier: Apache-2.0
#pragma once

// perft counts the sequences of choices that lead on from a position. The number must never change; it
// tests rules and evaluators.
//
// Only choices use up depth. Every outcome of chance is followed and counts as a sequence of its own, also
// after the last choice: a choice followed by one d6 counts six at depth 1. A game that is over, or in
// which nothing is lawful, ends its sequences. Sequences that end before the depth is reached are counted
// apart.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::runtime {

/// Rolls and draws in a row that perft follows before it gives up: only a procedure that rolls for ever gets
/// there.
inline constexpr int perft_chances_in_a_row = 200;

struct Perft {
  uint64_t sequences = 0;     // of exactly the depth asked for
  uint64_t ended_before = 0;  // that came to an end with fewer choices
  uint64_t ended_at = 0;      // among `sequences`: games over after the last choice
  bool gave_up = false;   // perft_chances_in_a_row was passed; counting ended there, the counts are too small
  bool stopped = false;   // somebody asked to stop (platform/console.h); likewise
  uint64_t at_limit = 0;  // among all: ended at a limit of Casebook, and the rules would go on
  Perft& operator+=(const Perft& other);
  bool operator==(const Perft&) const = default;
};

/// `position` is at a site or over. `depth` at least 0. `limit`, if there is one, receives which limit of Casebook the
/// first sequence ended at (engine/runtime/text/limit_words.h); it stays empty where none did.
Perft perft(Rules& rules, const Position& position, int depth, std::string* limit = nullptr);

/// One line per first choice, in their order. Where the position is at chance, per first choice after each
/// outcome: the text then begins with the outcome, `3: step(A, b2)`. `depth` at least 1.
struct PerftLine {
  std::string text;
  Perft counts;
};
std::vector<PerftLine> perft_divided(Rules& rules, const Position& position, int depth,
                                     std::string* limit = nullptr);

}  // namespace casebook::runtime
