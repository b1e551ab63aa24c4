// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/claims/compiled_invariants.h"

#include "engine/runtime/compiled/machine.h"

namespace casebook::runtime {

CompiledInvariants::CompiledInvariants(std::shared_ptr<const Scenario> scenario)
    : forms_(compiled::translate_invariants(std::move(scenario))) {
  if (forms_.program) machine_ = std::make_unique<compiled::Machine>(forms_.program);
}

CompiledInvariants::~CompiledInvariants() = default;

bool CompiledInvariants::can_ask(InvariantId invariant) const {
  return forms_.forms[static_cast<size_t>(invariant)].entry >= 0;
}

void CompiledInvariants::load(const Position& position, const Position* before) {
  if (!machine_) return;
  machine_->load(position);
  if (before != nullptr) machine_->load_before(*before);
}

bool CompiledInvariants::holds(InvariantId invariant) {
  const compiled::InvariantCode& form = forms_.forms[static_cast<size_t>(invariant)];
  if (machine_->is_good(form.room)) return true;
  ++computed_;
  if (machine_->run(form.entry) == compiled::Stop::fault) {
    machine_->reset();
    return false;
  }
  if (machine_->value(forms_.program->answer) == 0) return false;
  machine_->keep_value(form.room, forms_.program->answer);
  return true;
}

}  // namespace casebook::runtime
