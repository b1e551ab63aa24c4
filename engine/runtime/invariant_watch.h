// SPDX-License-Identifier: Apache-2.0
#pragma once

// Invariants asked of every position that a game comes to, as it is played or replayed.
//
// The watch is told where a game begins and then of every step; it asks what docs/language/reference.md,
// section 8, says is asked there. The reference evaluator asks, whatever plays. Of each invariant the first
// breach is kept, and the number of games in which there was one.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {

struct BrokenInvariant {
  Id invariant = language::none;
  uint64_t game = 1, step = 0;  // the first breach; step 0: where the game began
  std::string derivation;       // how its expression came out there; lines
  uint64_t games = 0;           // with a breach
};

class InvariantWatch {
 public:
  explicit InvariantWatch(std::shared_ptr<const Scenario> scenario);

  /// A game begins here.
  void begin(const Position& position, uint64_t game = 1);
  /// One step further.
  void step(const Position& position);
  /// Steps were taken back; this is the position after `step` of them. It was asked about before.
  void go_back(const Position& position, uint64_t step);

  /// Whether there is anything to ask at all.
  bool has_any() const { return !rules_.evaluator().program().invariants.empty(); }
  uint64_t asked() const { return asked_; }
  uint64_t broken_games() const { return broken_games_; }
  const std::vector<BrokenInvariant>& broken() const { return broken_; }
  const language::Invariant& invariant(const BrokenInvariant& broken) const {
    return rules_.evaluator().program().invariants[static_cast<size_t>(broken.invariant)];
  }
  const std::string& case_of(const BrokenInvariant& broken) const {
    return rules_.evaluator().program().label_text(invariant(broken).label);
  }
  /// E0611 for each that broke.
  void report(Diagnostics& diagnostics) const;

 private:
  void ask(const Position& position, const Position* before);

  // Asking reads positions only; the interface of rules is not const.
  mutable ReferenceRules rules_;
  Position last_;
  uint64_t game_ = 1, step_ = 0, asked_ = 0, broken_games_ = 0;
  std::vector<bool> seen_;               // in this game, by invariant
  bool is_broken_ = false;               // this game
  std::vector<BrokenInvariant> broken_;  // in the order of their first breaches
};

}  // namespace casebook::runtime
