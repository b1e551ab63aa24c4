// SPDX-License-Identifier: Apache-2.0
#pragma once

// The law, for models: the reference evaluator looks at the position and takes the step.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/reference/reference.h"
#include "verifier/finding/witness.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/site_proof.h"

namespace casebook::symbolic {

struct ConfirmedStep {
  bool confirmed = false;
  std::string text;  // the step, or what the engine says against it
  /// No mistake of the translation. Either it assumes that after a step somebody can choose and that
  /// testing choices does not fault, which are properties of their own; or a choice that it did not try is
  /// lawful.
  bool granted = false;
  std::optional<Witness> witness;
};

class StepConfirmer {
 public:
  StepConfirmer(std::shared_ptr<const runtime::Scenario> scenario, const Properties& properties)
      : scenario_(std::move(scenario)), properties_(properties), rules_(scenario_) {}

  /// Whether the position satisfies the hypotheses, the step is lawful there, and the obligation's invariant
  /// is broken by it.
  ConfirmedStep confirm(const Obligation& obligation, const DecodedStep& step,
                        const std::vector<Id>& hypotheses);
  bool satisfies(const runtime::Position& position, Id invariant);
  /// Of an invariant that play asks where the game begins, or on the way there, and that does not hold: by
  /// the record of a game without steps.
  void refute_at_start(ProofCell& cell);
  /// A cell for each property of every game that is violated before anybody chooses.
  std::vector<ProofCell> over_at_once();

 private:
  /// Of a position that satisfies the invariants of the rules.
  casebook::Grade grade_of(const runtime::Position& position) const;
  /// Why it is not lawful; empty: it is.
  std::string put_together(const language::Site& site, const Obligation& obligation, const DecodedStep& step,
                           runtime::Choice& choice);

  std::shared_ptr<const runtime::Scenario> scenario_;
  const Properties& properties_;
  ConfirmedStep confirm_guard(const Obligation& obligation, const runtime::Position& position);
  bool asking_faults(const runtime::Position& position);
  bool asking_faults_after(runtime::Position position, const runtime::Choice* choice,
                           const runtime::ChanceOutcome& outcome);

  runtime::ReferenceRules rules_;
};

}  // namespace casebook::symbolic
