// SPDX-License-Identifier: Apache-2.0
#pragma once

// Moments of a game at which to ask the rules. The reach of a unit is asked where its side moves, which is
// seldom the first choice of the game. So the game is played on as quietly as the rules allow, passing
// where possible, and each moment on the way can be chosen. Nothing is known of any game. No Qt.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::window {

struct Moment {
  std::string text;  // `turn 2: turn_of(north) [3.0], movement(north) [4.0], movement:1`
  std::shared_ptr<const runtime::Position> position;  // somebody chooses in it
};

/// The first choice of the game, then the first of every site in every phase that a quiet game reaches, in
/// order. Empty where nobody ever chooses.
std::vector<Moment> moments_of(runtime::Rules& rules, const runtime::Position& first,
                               const std::function<bool()>& stop);

/// The first of them at which the unit may carry out the action; -1: at none.
int moment_of_action(runtime::Rules& rules, const std::vector<Moment>& moments, language::ActionId action,
                     int32_t unit);
/// The one with that text, or -1.
int find_moment(const std::vector<Moment>& moments, const std::string& text);

}  // namespace casebook::window
