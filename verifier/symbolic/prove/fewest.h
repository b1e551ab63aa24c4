// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fewest pieces that make a condition hold: "how few enemy units cut the line of communication?"
//
// Everything is as in a given position except the places of the pieces in question: each is in the first
// box (absent), on any hex, or in any other box. States named in the query have any values of their types.
// Pieces that are not absent are counted. The solver looks for a placement of at most 0, 1, 2 ... of them.
//
// The law: a placement becomes a position, is read back from its text, and the reference evaluator says
// whether the condition holds there. A placement that it rejects is excluded and another is sought; where
// nothing had been left free, that is a tool error. Only `unsatisfiable` shows that so few are not enough.
// Parts left free do not weaken that, because they can do more than the rules only.
//
// Nothing says that play reaches such a position, or that the rules allow it. A user who wants lawful ones
// adds that to the condition.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/text/asked_expression.h"
#include "verifier/finding/verdict.h"
#include "verifier/symbolic/formula/solver.h"

namespace casebook::symbolic {

/// Counts, never seconds.
struct FewestSettings {
  bool holds = true;                           // the condition is to hold; else to fail
  std::optional<int64_t> most;                 // pieces that may be placed; none: all of them
  std::vector<language::StateId> free_states;  // of the game, whatever their arguments
  SolverLimits limits;                         // of one question
  int64_t contradicted = 200;                  // placements that the engine does not confirm, all in all
  std::function<bool()> go_on;                 // no: stop, and keep what was found
};

struct Fewest {
  /// PROVED: `position` has the fewest. REFUTED: no placement does it. UNKNOWN: `why`.
  Verdict verdict = Verdict::unknown;
  std::string why;
  std::optional<runtime::Position> position;  // the one with the fewest that was found
  std::vector<int32_t> placed;                // its pieces that are not absent, in order
  int64_t none_below = 0;                     // it is proved that none does it with fewer than so many
  std::vector<std::string> open;              // what was left free
  int64_t contradicted = 0;
  uint64_t questions = 0, resources = 0;
  size_t nodes = 0;
  bool stopped = false;
};

/// `pieces`: members of a kind that is on the map; the rules have a box.
Fewest fewest(const std::shared_ptr<const runtime::Scenario>& scenario, const runtime::Position& position,
              const runtime::AskedExpression& condition, language::KindId kind,
              const std::vector<int32_t>& pieces, const FewestSettings& settings);

}  // namespace casebook::symbolic
