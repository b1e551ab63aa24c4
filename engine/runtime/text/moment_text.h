// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where in the game a position is, as a heading above the steps of a log: `turn 2: turn_of(north) [3.0],
// movement(north) [4.0]`.

#include <string>

#include "engine/runtime/rules.h"

namespace casebook::runtime {

/// The numbers that are state of the whole game without arguments, and the two outermost procedures below
/// `game` with their arguments and cases. Deeper ones come and go with every attack. Empty where somebody
/// chooses in `game` itself (what that calls is an episode, not a phase), and before the start and after the
/// end.
std::string moment_text(const Scenario& scenario, const Position& position);

/// The numbers that are state of the whole game without arguments: `turn 2`. Empty without any.
std::string numbers_text(const Scenario& scenario, const Position& position);

}  // namespace casebook::runtime
