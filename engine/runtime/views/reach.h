// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where one unit can go by repeating an action. Copies of the position are explored with the rules
// themselves, so everything that the action requires and does counts. Nothing else happens between two
// steps: the way ends where a die, another player's choice or another decision comes first.

#include <functional>

#include "engine/runtime/views/view.h"

namespace casebook::runtime {

/// Positions that one reach goes through: a unit with 24 half points in a maze of friends meets a few
/// thousand, in less than a second.
inline constexpr size_t reach_positions = 50'000;

/// `set_parameters` puts the view's parameters into the evaluator's frame, where `spending` finds them.
/// Faults of what is measured are thrown.
ViewReach reach_of(Evaluator& evaluator, Rules& rules, const Position& position, const language::View& view,
                   int32_t unit, const std::function<void()>& set_parameters);

}  // namespace casebook::runtime
