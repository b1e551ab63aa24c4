// SPDX-License-Identifier: Apache-2.0
#pragma once

// A position: a scenario at one moment between choices, as one flat block of 64-bit words.
//
// The layout is computed once per scenario: sets and Boolean state are bits, everything else 32-bit cells.
// What is not alive (locals of procedures that do not run, variables out of scope) is zero, so two
// positions are equal exactly when their words are. Each write updates the hash. An attached journal makes
// writes undoable.

#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/program/program.h"

namespace casebook::runtime {

using namespace language::ids;

enum class SlotKind : uint8_t {
  cells,  // one 32-bit cell per combination of arguments; a path takes path_cells of them
  bits,   // one bit per combination of arguments (Boolean state with parameters)
  sets,   // ceil(members / 64) words per combination of arguments
};

/// Cells of a path: number of steps, the hex it starts from, then limits::path_steps hexes.
inline constexpr int path_cells = 10;

/// Where one state, place, variable or piece of control lives.
struct Slot {
  SlotKind kind = SlotKind::cells;
  uint32_t first = 0;  // cells: index of the first 32-bit cell; bits and sets: index of the first word
  uint32_t width = 1;  // cells (or words, for sets) per combination of arguments
  uint32_t combinations = 1;
  std::vector<uint32_t> strides;  // per argument; the last is 1
};

/// The outcome of the game. Faults and stuck are outcomes like winning: see the language reference, 3 and
/// 7. `limit` is no word of the rules: they go on there, and Casebook cannot (engine/base/choice_limits.h).
enum class OutcomeKind : int32_t { open, won, drawn, stuck, fault, limit };

struct Layout {
  language::ById<Slot, language::State> states;
  language::ById<Slot, language::Kind> places;  // combinations 0 for kinds that are not on the map
  language::ById<Slot, language::Var> vars;     // combinations 0 for variables that are not stored
  language::ById<uint32_t, language::Procedure>
      returns;           // the cell that holds its return step + 1; 0 when it does
                         // not run, and for `game`, which returns nowhere
  uint32_t site = 0;     // cell: current site + 1; 0 before the first and after the end
  uint32_t outcome = 0;  // cell: OutcomeKind
  uint32_t outcome_detail =
      0;               // cell: winning side; or case label id + 1 of a fault or limit; or site of stuck
  uint32_t words = 0;  // size of a position
};

/// One write that can be taken back.
struct JournalEntry {
  uint32_t word;
  uint64_t old_value;
};
using Journal = std::vector<JournalEntry>;

class Position {
 public:
  Position() = default;
  explicit Position(uint32_t words) : words_(words, 0) {}

  int32_t cell(uint32_t index) const {
    return static_cast<int32_t>(words_[index >> 1] >> ((index & 1U) * 32U));
  }
  uint64_t word(uint32_t index) const { return words_[index]; }
  bool bit(uint32_t first_word, uint32_t index) const {
    return (words_[first_word + (index >> 6)] >> (index & 63U)) & 1U;
  }

  void set_word(uint32_t index, uint64_t value) {
    const uint64_t old = words_[index];
    if (old == value) return;
    if (journal_ != nullptr) journal_->push_back({index, old});
    hash_ ^= mix(index, old) ^ mix(index, value);
    words_[index] = value;
  }
  void set_cell(uint32_t index, int32_t value) {
    const uint32_t shift = (index & 1U) * 32U;
    const uint64_t keep = words_[index >> 1] & ~(uint64_t{0xffffffff} << shift);
    set_word(index >> 1, keep | (uint64_t{static_cast<uint32_t>(value)} << shift));
  }
  void set_bit(uint32_t first_word, uint32_t index, bool value) {
    const uint32_t w = first_word + (index >> 6);
    const uint64_t mask = uint64_t{1} << (index & 63U);
    set_word(w, value ? words_[w] | mask : words_[w] & ~mask);
  }

  /// Zero words hash to zero; equal positions have equal hashes, however they came about.
  uint64_t hash() const { return hash_; }
  uint64_t hash_afresh() const;

  const std::vector<uint64_t>& words() const { return words_; }
  bool operator==(const Position& other) const { return words_ == other.words_; }
  /// Without allocating, when both are of one scenario. The journal is not copied.
  void copy_from(const Position& other) {
    std::memcpy(words_.data(), other.words_.data(), words_.size() * sizeof(uint64_t));
    hash_ = other.hash_;
  }

  /// Later writes are noted there until nullptr is attached. A copy has no journal.
  void attach(Journal* journal) { journal_ = journal; }
  /// Takes back every write after the journal had `mark` entries.
  void undo_to(Journal& journal, size_t mark);

  Position(const Position& other) : words_(other.words_), hash_(other.hash_) {}
  Position& operator=(const Position& other) {  // NOLINT(bugprone-unhandled-self-assignment): a vector can
    words_ = other.words_;
    hash_ = other.hash_;
    return *this;
  }
  Position(Position&&) = default;
  Position& operator=(Position&&) = default;
  ~Position() = default;

  static uint64_t mix(uint32_t index,
                      uint64_t value) {  // murmur3 finaliser over word and place; 0 for a zero word
    if (value == 0) return 0;
    uint64_t x = value + (uint64_t{index} + 1) * 0x9e3779b97f4a7c15ULL;
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    x ^= x >> 33;
    return x;
  }

 private:
  std::vector<uint64_t> words_;
  uint64_t hash_ = 0;
  Journal* journal_ = nullptr;
};

}  // namespace casebook::runtime
