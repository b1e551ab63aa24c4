// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks claims and invariants on positions, by the reference evaluator. Also says which invariants are due
// where.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {

enum class ClaimResult : uint8_t { held, failed, vacuous };

/// A choice, a roll or a draw that a claim has played.
struct ClaimPlay {
  bool chance = false;
  Choice choice;
  ChanceOutcome outcome;
};

struct ClaimReport {
  ClaimResult result = ClaimResult::held;
  bool expectation = false;        // failed, and it was an expectation that was asked and came out otherwise
  bool unknown_hex = false;        // vacuous, because it names a hex that the map has not
  std::vector<std::string> found;  // what came out instead, or why nothing could be asked; one line each,
                                   // with a derivation where there is one
  std::string why_refused;         // where a choice was refused: the values that decide it, a line each
  language::Place place;           // of the line that failed
  std::optional<Position> start;   // as it is set up, before anything is played; nothing where it cannot be
  std::vector<ClaimPlay> played;   // from there to the line that failed
  size_t line = 0;                 // which one of the claim's lines that is
};

/// Sets up, plays and asks one claim by these rules, whatever switches it names (claims.h has those).
/// Vacuous: what it names is not in this scenario, or its phase cannot be entered.
ClaimReport run_claim(ReferenceRules& rules, const language::Claim& claim);

/// Whether the claim only asks and never plays: what `check` runs.
bool is_without_play(const language::Claim& claim);

struct InvariantFailure {
  InvariantId invariant = language::none;
  std::string derivation;
};
struct InvariantCheck {
  int asked = 0;
  std::vector<InvariantFailure> failures;
};
/// The invariants due at a site, and those of the step to it where there was one, in the order of the
/// program. Not those `at end of` a procedure: its end lies within a step.
void invariants_due(const Scenario& scenario, const Position& position, bool after_step,
                    std::vector<InvariantId>& into);
/// The invariants due when a run of a procedure ends.
void invariants_due_at_end(const Scenario& scenario, ProcedureId procedure, std::vector<InvariantId>& into);
/// Why one of them does not hold, by the reference evaluator; nothing when it holds.
std::optional<InvariantFailure> check_invariant(ReferenceRules& rules, InvariantId invariant,
                                                const Position& position, const Position* before);
/// All that are due, asked of the position and of the step from `before` (null: no step).
InvariantCheck check_invariants(ReferenceRules& rules, const Position& position, const Position* before);

/// From now on asks the invariants `at end of` a procedure whenever a run of it ends, within whatever these
/// rules begin or apply: its variables and state are still there. Adds to `into`, which must live as long as
/// the rules are used.
void check_ends_of_procedures(ReferenceRules& rules, InvariantCheck& into);

}  // namespace casebook::runtime
