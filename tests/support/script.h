// SPDX-License-Identifier: Apache-2.0
#pragma once

// A few steps played on a position by their text forms: `step(Matt 1, 0512) ; roll 3 ; stay()`.

#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::tests {

/// What is to be seen of a position by a player.
struct Seen {
  std::string player;                // who chooses; empty at chance and at the end
  std::vector<std::string> choices;  // their texts, in order
  std::string outcome;               // of a game that is over
  std::vector<uint64_t> words;       // the position itself
  std::string problem;               // a step of the script that could not be played, and why; empty: none
  bool operator==(const Seen&) const = default;
};

/// Loads the position file under this scenario, whatever rules it was made with, plays the script and looks.
Seen play_script(const std::shared_ptr<const runtime::Scenario>& scenario, const std::string& position_file,
                 const std::string& script);

}  // namespace casebook::tests
