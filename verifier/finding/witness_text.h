// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an example shows, in words for a reader.

#include <string>
#include <string_view>
#include <vector>

#include "verifier/finding/prose.h"
#include "verifier/finding/witness.h"

namespace casebook {

/// `position at the end (reachable): turn 2: ...`; the number of units where nothing was confirmed.
std::string position_line(const Witness& witness);
/// Whether steps of the example lead to that position, so that it is printed below them.
bool is_after_steps(const Witness& witness);

/// What is seen, with the phrases of the rules: `16/1 is in 0807`. Choices stay as a record has them.
std::string said_in_words(const Assertion& assertion, const Prose& prose);

/// Whether both begin at the start of the game and take the same steps.
bool same_steps(const WitnessSide& a, const WitnessSide& b);

/// A sentence that ends with commands in brackets, taken apart.
struct WithCommands {
  std::string sentence;               // without the brackets; it ends with a colon if there are commands
  std::vector<std::string> commands;  // each stands on a line of its own
};
WithCommands with_commands(std::string_view text);

}  // namespace casebook
