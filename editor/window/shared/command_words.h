// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a command did, in the language of the window.

#include <QCoreApplication>

#include "editor/document/commands/commands_text.h"

namespace casebook::window {

inline QString words_of_command(const editor::Command& command) {
  return QString::fromStdString(editor::command_text(command, [](const char* pattern) {
    return QCoreApplication::translate("casebook::editor::Command", pattern).toStdString();
  }));
}

}  // namespace casebook::window
