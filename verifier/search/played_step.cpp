// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/played_step.h"

#include <algorithm>

#include "engine/runtime/records/game.h"

namespace casebook::games {

void apply(runtime::Rules& rules, runtime::Position& position, const PlayedStep& step) {
  step.chance ? rules.apply(position, step.outcome) : rules.apply(position, step.choice);
}

bool take(runtime::Game& game, const PlayedStep& step) {
  return step.chance ? game.take(step.outcome) : game.play(step.choice);
}

bool LawfulSteps::allow(runtime::Rules& rules, const runtime::Position& position, const PlayedStep& step) {
  if (rules.node(position) != (step.chance ? runtime::NodeKind::chance : runtime::NodeKind::choose))
    return false;
  if (step.chance) {
    rules.outcomes(position, outcomes_);
    return std::find(outcomes_.begin(), outcomes_.end(), step.outcome) != outcomes_.end();
  }
  rules.choices(position, choices_);
  return std::binary_search(choices_.begin(), choices_.end(), step.choice);
}

}  // namespace casebook::games
