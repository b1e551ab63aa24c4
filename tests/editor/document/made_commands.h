// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random commands for a document: mostly possible ones, sometimes nonsense. Every command has a maker; a
// test lists those without one.

#include <functional>
#include <map>
#include <string>

#include "editor/document/document.h"
#include "engine/base/random.h"

namespace casebook::editor {

using Maker = std::function<Command(const Document&, Random&)>;
const std::map<std::string, Maker, std::less<>>& makers();

/// Any of them.
Command made_command(const Document& document, Random& random);

/// Text, JSON and line of anything.
std::string made_text(Random& random);

}  // namespace casebook::editor
