// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks invariants by the compiled form: whether each holds, without a reason. The reference evaluator
// decides what is right and gives the derivation (checks.h); both agree on every verdict.
//
// One object serves one thread.

#include <memory>

#include "engine/runtime/compiled/translate.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {

namespace compiled {
class Machine;
}

class CompiledInvariants {
 public:
  explicit CompiledInvariants(std::shared_ptr<const Scenario> scenario);
  ~CompiledInvariants();
  CompiledInvariants(const CompiledInvariants&) = delete;
  CompiledInvariants& operator=(const CompiledInvariants&) = delete;

  /// False: it is left to the reference evaluator, because it asks whether an action was lawful before the
  /// step, or names a member that this scenario has not.
  bool can_ask(InvariantId invariant) const;

  /// The position to check, and the one before the step; null: invariants of a step are not checked.
  void load(const Position& position, const Position* before);
  /// Whether it holds in what was loaded. False also when the expression faults. Precondition: the compiled
  /// form can check it. A result that was true is kept while nothing that it depends on changes.
  bool holds(InvariantId invariant);
  /// How often an expression was computed: the rest was known.
  uint64_t computed() const { return computed_; }

 private:
  compiled::CompiledInvariantForms forms_;
  std::unique_ptr<compiled::Machine> machine_;
  uint64_t computed_ = 0;
};

}  // namespace casebook::runtime
