// SPDX-License-Identifier: Apache-2.0
#pragma once

// Texts of commands in another language. The caller passes a function that translates a pattern such as `{}
// of {}: {}`. Names of the project and of the rules stay as they are.

#include <functional>

#include "editor/document/commands/commands.h"

namespace casebook::editor {

using Translate = std::function<std::string(const char* pattern)>;
std::string command_text(const Command& command, const Translate& translate);

}  // namespace casebook::editor
