// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which invariants a step violates: those of the new position, those of the step itself, and those `at end
// of` a procedure that ends on the way. The compiled form plays and checks; the reference evaluator checks
// the rest.

#include <memory>
#include <vector>

#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/search/shrink.h"

namespace casebook::games {

class BrokenBySteps {
 public:
  /// `rules` are those that are played by.
  BrokenBySteps(std::shared_ptr<const runtime::Scenario> scenario,
                std::unique_ptr<runtime::CompiledRules> rules);

  runtime::CompiledRules& rules() { return *rules_; }
  /// `at end of` those whose runs end on the way to the scenario's first site.
  const std::vector<language::InvariantId>& broken_before_the_first();
  /// Each once, in the order of the program. Precondition: the step is lawful there. Stands until the next
  /// call.
  const std::vector<language::InvariantId>& broken(const runtime::Position& before, const PlayedStep& step);

 private:
  void each_once();
  void ask(const runtime::Position& position, const runtime::Position* before);

  std::shared_ptr<const runtime::Scenario> scenario_;
  std::unique_ptr<runtime::CompiledRules> rules_;
  runtime::CompiledInvariants compiled_;
  runtime::ReferenceRules reference_;
  std::vector<language::InvariantId> due_, broken_;
  runtime::Position after_;
};

}  // namespace casebook::games
