// SPDX-License-Identifier: Apache-2.0
#pragma once

// The law, for models: the reference evaluator looks at the position and takes the step.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/reference/reference.h"
#include "verifier/symbolic/site_proof.h"
#include "verifier/witness.h"

namespace casebook::symbolic {

struct ConfirmedStep {
  bool confirmed = false;
  std::string text;  // the step, or what the engine says against it
  /// It is lawful, but nobody can choose where it leads, which the translation takes for granted; or
  /// something may be chosen of which the translation tried nothing.
  bool nobody_can = false;
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
  /// Of an invariant that does not hold where the game begins; none for what ended on the way there.
  std::optional<Witness> witness_of_start(Id invariant, bool ended);

 private:
  /// Why it is not lawful; empty: it is.
  std::string put_together(const language::Site& site, const Obligation& obligation, const DecodedStep& step,
                           runtime::Choice& choice);

  std::shared_ptr<const runtime::Scenario> scenario_;
  const Properties& properties_;
  ConfirmedStep confirm_guard(const runtime::Position& position);

  runtime::ReferenceRules rules_;
};

}  // namespace casebook::symbolic
