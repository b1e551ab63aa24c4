// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a command takes away that something else names: asked about before it is done. No Qt.

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
