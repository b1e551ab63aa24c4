// SPDX-License-Identifier: Apache-2.0
#pragma once

// The program behind `casebook-editor`.

#include <string>
#include <vector>

class QWidget;

namespace casebook::window {

int start(int argc, char** argv);

/// Shows it as large as it is, or as the whole screen where its frame would not fit beside it.
void show_on_screen(QWidget& window);

/// Folders searched for rules: given ones, CASEBOOK_RULESETS, the user's data, the installed data, the source
/// tree.
std::vector<std::string> ruleset_folders(const std::string& given);

}  // namespace casebook::window
