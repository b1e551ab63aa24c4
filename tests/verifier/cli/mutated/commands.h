// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is asked of a changed project: every verb that reads one of its files, with small budgets.

#include <string>
#include <vector>

#include "tests/verifier/cli/mutated/projects.h"

namespace casebook::cli_tests {

struct Command {
  std::vector<std::string> words;
  bool heavy = false;       // plays, searches or proves: one of these for each project that `check` accepts
  bool whole_game = false;  // reads rules and data alone: refused only if `check` refuses them
  std::string reads;        // besides rules and data, a file of the project that begins so
};

/// In an order that does not depend on the changes. The names in them are drawn.
std::vector<Command> commands_of(const Project& project, TextChanger& draw);

/// Where commands write what they are told to write, below the folder of the project.
inline constexpr const char* output_folder = "out/";

}  // namespace casebook::cli_tests
