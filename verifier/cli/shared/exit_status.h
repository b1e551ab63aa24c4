// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exit statuses of verbs. They never change: scripts depend on them.

namespace casebook::cli {

enum class ExitStatus : int {
  fine = 0,      // nothing refuted, nothing open
  usage = 1,     // the command was called wrongly (C01xx)
  input = 2,     // a file, or a name or text of the game, could not be used (an edition, a case, a choice)
  rules = 3,     // the rules have errors (E....)
  open = 30,     // something is undecided
  refuted = 40,  // something is refuted, or there is a difference; a choice is not lawful; a replay differs
  tool_error = 50,  // Casebook disagrees with itself
  stopped = 130,    // stopped by the user; what was found is saved
};

}  // namespace casebook::cli
