// SPDX-License-Identifier: Apache-2.0
#pragma once

// Claims and invariants, asked of positions by the reference evaluator.

#include <memory>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {

enum class ClaimResult : uint8_t { held, failed, vacuous };

struct ClaimReport {
  ClaimResult result = ClaimResult::held;
  std::vector<std::string> found;  // what came out instead, or why nothing could be asked; one line each,
                                   // with a derivation where there is one
  language::Place place;           // of the line that failed
};

/// Sets up, plays and asks one claim. Vacuous: what it names is not in this scenario, or its door can not be
/// entered.
ClaimReport run_claim(ReferenceRules& rules, const language::Claim& claim);

/// Whether the claim only asks and never plays: what `check` runs.
bool is_without_play(const language::Claim& claim);

/// Runs those claims; E0610 for each that fails, W0602 for each that is vacuous. The number that held.
int run_claims_without_play(const std::shared_ptr<const Scenario>& scenario, Diagnostics& diagnostics);
/// The same for every claim, those that play included: what the tests and `check --play` run.
int run_all_claims(const std::shared_ptr<const Scenario>& scenario, Diagnostics& diagnostics);

/// Invariants of the position at a site, and of the step from `before` (null: no step). `ended` procedures
/// have just been left.
struct InvariantFailure {
  Id invariant = language::none;
  std::string derivation;
};
struct InvariantCheck {
  int asked = 0;
  std::vector<InvariantFailure> failures;
};
InvariantCheck check_invariants(ReferenceRules& rules, const Position& position, const Position* before);

}  // namespace casebook::runtime
