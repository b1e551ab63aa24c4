// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/step_watch.h"

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/control.h"

namespace casebook::symbolic {

using namespace language::ids;
using runtime::OutcomeKind;
using runtime::Position;

StepWatch::StepWatch(std::shared_ptr<const runtime::Scenario> scenario, std::vector<bool> wanted)
    : scenario_(std::move(scenario)),
      wanted_(std::move(wanted)),
      rules_(scenario_),
      compiled_(scenario_),
      reference_(scenario_) {
  rules_.on_end_of_run([this](ProcedureId procedure, const Position& position) {
    std::vector<InvariantId> due;
    runtime::invariants_due_at_end(*scenario_, procedure, due);
    for (const InvariantId id : due) {
      if (!wanted_[static_cast<size_t>(id)]) continue;
      compiled_.load(position, nullptr);
      if (!holds(id, position, nullptr)) ended_.push_back(id);
    }
  });
}

bool StepWatch::holds(InvariantId invariant, const Position& position, const Position* before) {
  if (compiled_.can_ask(invariant)) return compiled_.holds(invariant);
  return !runtime::check_invariant(reference_, invariant, position, before);
}

const std::vector<Id>& StepWatch::take(Position& position, const games::PlayedStep& step) {
  before_ = position;
  ended_.clear();
  broken_.clear();
  games::apply(rules_, position, step);
  const OutcomeKind outcome = runtime::outcome_of(*scenario_, position).kind;
  const size_t invariants = scenario_->program->invariants.size();
  if (outcome != OutcomeKind::fault && outcome != OutcomeKind::limit) {
    broken_.assign(ended_.begin(), ended_.end());
    runtime::invariants_due(*scenario_, position, true, due_);
    std::erase_if(due_, [&](InvariantId id) { return !wanted_[static_cast<size_t>(id)]; });
    if (!due_.empty()) compiled_.load(position, &before_);
    for (const InvariantId id : due_)
      if (!holds(id, position, &before_)) broken_.push_back(id);
  } else if (outcome == OutcomeKind::fault && wanted_[invariants]) {
    broken_.push_back(static_cast<Id>(invariants));
  }
  if (wanted_[invariants + 1] && outcome == OutcomeKind::drawn)
    broken_.push_back(static_cast<Id>(invariants + 1));
  if (wanted_[invariants + 2] && outcome == OutcomeKind::stuck)
    broken_.push_back(static_cast<Id>(invariants + 2));
  return broken_;
}

}  // namespace casebook::symbolic
