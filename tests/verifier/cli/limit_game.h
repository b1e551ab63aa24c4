// SPDX-License-Identifier: Apache-2.0
#pragma once

// An edition in which a player may choose among more sets than Casebook lists. It has no board.

#include <filesystem>
#include <string>

#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {

/// Its folder below `at`. White opens or waits twice; where it opened, it may send any of 25 tokens.
inline std::string limit_game(const std::string& at, const std::string& name = "sending",
                              const std::string& of_sending = "") {
  std::string tokens = "t1";
  for (int i = 2; i <= 25; ++i) tokens += ", t" + std::to_string(i);
  const std::string folder = at + "/" + name;
  std::filesystem::create_directories(folder);
  write(folder + "/01-sending.rules", "edition " + name + R"( "Sending"
section 1 "All"
case 1.1 "Words"
  summary "White opens or waits."
  kind side = white, black
  kind token = )" + tokens + R"(
  state opened: bool
  procedure game
    choose by white
      open_up()
      wait()
    if opened then
      choose by white
        send(team)
        wait()
    end game won by white
  action wait()
  action open_up()
    do
      opened := yes
case 2.2 "Sending"
  summary "Any tokens may be sent."
  action send(team: set of t in token)
)" + of_sending);
  return folder;
}

inline const char* const words_of_the_limit =
    "25 members may be in team of send (2.2), and Casebook lists the sets of at most 20 (limit \"free members\")";

}  // namespace casebook::cli_tests
