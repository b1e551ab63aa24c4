// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/broken_by_steps.h"

#include <algorithm>

#include "engine/runtime/claims/checks.h"

namespace casebook::games {

using namespace language::ids;
using runtime::Position;

BrokenBySteps::BrokenBySteps(std::shared_ptr<const runtime::Scenario> scenario,
                             std::unique_ptr<runtime::CompiledRules> rules)
    : scenario_(std::move(scenario)), rules_(std::move(rules)), compiled_(scenario_), reference_(scenario_) {
  rules_->on_end_of_run([this](ProcedureId procedure, const Position& position) {
    runtime::invariants_due_at_end(*scenario_, procedure, due_);
    ask(position, nullptr);
  });
}

const std::vector<InvariantId>& BrokenBySteps::broken_before_the_first() {
  broken_.clear();
  after_ = scenario_->start;
  rules_->begin(after_);
  each_once();
  return broken_;
}

const std::vector<InvariantId>& BrokenBySteps::broken(const Position& before, const PlayedStep& step) {
  broken_.clear();
  after_ = before;
  apply(*rules_, after_, step);
  runtime::invariants_due(*scenario_, after_, true, due_);
  ask(after_, &before);
  each_once();
  return broken_;
}

void BrokenBySteps::each_once() {
  std::sort(broken_.begin(), broken_.end());
  broken_.erase(std::unique(broken_.begin(), broken_.end()), broken_.end());
}

void BrokenBySteps::ask(const Position& position, const Position* before) {
  if (due_.empty()) return;
  compiled_.load(position, before);
  for (const InvariantId id : due_) {
    const bool holds = compiled_.can_ask(id) ? compiled_.holds(id)
                                             : !runtime::check_invariant(reference_, id, position, before);
    if (!holds) broken_.push_back(id);
  }
}

}  // namespace casebook::games
