// SPDX-License-Identifier: Apache-2.0
#pragma once

// One step of a game as checks play it: a choice, or what the dice show. A step is applied, and asked whether it is
// lawful, in this one place.

#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::runtime {
class Game;
}

namespace casebook::games {

struct PlayedStep {
  bool chance = false;
  runtime::Choice choice;
  runtime::ChanceOutcome outcome;
};

/// The step is lawful there.
void apply(runtime::Rules& rules, runtime::Position& position, const PlayedStep& step);
/// No where the game does not allow the step, and then nothing has changed.
bool take(runtime::Game& game, const PlayedStep& step);

/// Asks whether steps are lawful. It keeps its lists, so that asking again allocates nothing.
class LawfulSteps {
 public:
  bool allow(runtime::Rules& rules, const runtime::Position& position, const PlayedStep& step);

 private:
  std::vector<runtime::Choice> choices_;
  std::vector<runtime::ChanceOutcome> outcomes_;
};

}  // namespace casebook::games
