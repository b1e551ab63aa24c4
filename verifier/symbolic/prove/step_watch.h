// SPDX-License-Identifier: Apache-2.0
#pragma once

// Takes steps by the compiled form and reports which properties each violates: invariants by their ids,
// then own_properties, in the order of the program. A fault violates no_fault only, a draw one_winner, and
// that nobody can choose violates can_choose.

#include <memory>
#include <vector>

#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/search/shrink.h"

namespace casebook::symbolic {

class StepWatch {
 public:
  /// `wanted`: which of all properties are checked.
  StepWatch(std::shared_ptr<const runtime::Scenario> scenario, std::vector<bool> wanted);

  runtime::Rules& rules() { return rules_; }
  /// Takes the step, which is lawful. Returns the properties that it violates; valid until the next call. A
  /// step that ends in a fault leads to no position whose invariants could be checked.
  const std::vector<language::Id>& take(runtime::Position& position, const games::PlayedStep& step);

 private:
  bool holds(language::InvariantId invariant, const runtime::Position& position,
             const runtime::Position* before);

  std::shared_ptr<const runtime::Scenario> scenario_;
  std::vector<bool> wanted_;
  runtime::CompiledRules rules_;
  runtime::CompiledInvariants compiled_;
  runtime::ReferenceRules reference_;
  runtime::Position before_;
  std::vector<language::InvariantId> due_, ended_;
  std::vector<language::Id> broken_;  // properties
};

}  // namespace casebook::symbolic
