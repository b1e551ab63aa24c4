// SPDX-License-Identifier: Apache-2.0
#pragma once

// The program behind `casebook-editor`.

#include <string>
#include <vector>

namespace casebook::window {

int start(int argc, char** argv);

/// Folders searched for rules: given ones, CASEBOOK_RULESETS, the user's data, the installed data, the source
/// tree.
std::vector<std::string> ruleset_folders(const std::string& given);

}  // namespace casebook::window
