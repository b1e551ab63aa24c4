// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which limit of Casebook ended a game (outcome `limit`, engine/runtime/position.h), and what to do about it: the
// reference evaluator takes the last step again, because the compiled form knows the case alone.

#include <string>

#include "engine/runtime/rules.h"

namespace casebook::runtime {

/// In a sentence without its full stop: how many there were, of which action with its case, the limit by its name, and
/// the way out. Of a step that was taken where `before` stands. Empty where it leads to no limit.
std::string limit_words(const Scenario& scenario, const Position& before, const Choice& choice);
std::string limit_words(const Scenario& scenario, const Position& before, const ChanceOutcome& outcome);
/// The same of a choose whose choices cannot be listed: in a position of a file or a generated one. Play never stops at
/// such a choose, because it lists the choices before it gets there.
std::string limit_words_at(const Scenario& scenario, const Position& choose);
/// The same of a game that reaches a limit before its first choice.
std::string limit_words_at_start(const Scenario& scenario);

}  // namespace casebook::runtime
