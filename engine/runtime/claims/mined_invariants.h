// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mined invariants: conditions that nobody wrote down, proved of every position that play of one scenario
// reaches (verifier/symbolic/mine). A scenario carries them, so whoever makes or grades positions of it
// holds them to these invariants too. They hold for its rules, data and switches alone; a copy with other
// rules has none.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::runtime {

struct MinedInvariants {
  /// The scenario with the mined invariants after those of its rules. It carries none itself. Its positions
  /// are those of the scenario, word for word.
  std::shared_ptr<const Scenario> rules;
  /// By site: those that are proved there. An invariant may be proved at some sites only, and it is proved
  /// of rolls and draws as well as of choices.
  std::vector<std::vector<InvariantId>> at;
  /// Those that are proved at one site at least, in their order.
  std::vector<InvariantId> kept;
};

/// A mined invariant as a sentence: where it holds, unless that is everywhere, and the condition as the rules
/// would write it: `in combat: turn >= 2`.
std::string mined_text(const MinedInvariants& mined, InvariantId invariant);

/// The first that is proved where the position stands and does not hold there, by the reference evaluator.
std::optional<InvariantId> broken_mined(const Scenario& scenario, const Position& position);

}  // namespace casebook::runtime
