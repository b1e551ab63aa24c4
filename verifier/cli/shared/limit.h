// SPDX-License-Identifier: Apache-2.0
#pragma once

// A game that ended at a limit of Casebook: one message, C0134, and status 30. Nothing is wrong with the rules.

#include <string>

#include "engine/runtime/records/game.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

/// Which limit the game ended at (engine/runtime/text/limit_words.h); empty: at none.
std::string limit_of(runtime::Game& game);
/// Says it on standard error; nothing of empty words.
void complain_of_limit(const std::string& words, Context& context);

}  // namespace casebook::cli
