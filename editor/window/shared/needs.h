// SPDX-License-Identifier: Apache-2.0
#pragma once

// What still uses the thing that a command removes. The window asks before the command is executed. No Qt.

#include <vector>

#include "editor/document/references.h"

namespace casebook::window {

struct Needed {
  std::string thing;  // `unit Guard 1`, `place ford`
  std::vector<editor::Reference> by;
};

/// Of a command that takes units, places, numberings, files or hexes away: those that something names which
/// stays. Empty: nobody will miss it.
std::vector<Needed> needed_by_others(const editor::Document& document, const editor::Command& command);

}  // namespace casebook::window
