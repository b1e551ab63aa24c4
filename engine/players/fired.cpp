// SPDX-License-Identifier: Apache-2.0
#include "engine/players/fired.h"

#include "engine/program/program.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

CountingRules::CountingRules(const std::shared_ptr<const Scenario>& scenario)
    : compiled_(make_compiled_rules(scenario)),
      asking_(scenario),
      fired_(scenario->program->cases.size(), 0) {
  asking_.evaluator().count_fired(&fired_);
}

void CountingRules::choices(const Position& position, std::vector<Choice>& out) {
  compiled_->choices(position, out);
  looking_ = decisions_++ % every == 0;
  if (!looking_) return;
  ++looked_at_;
  asking_.choices(position, aside_);
}

}  // namespace casebook::runtime
