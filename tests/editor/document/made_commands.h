// SPDX-License-Identifier: Apache-2.0
#pragma once

// Commands made up for a document as it is: mostly such as can be done, now and then nonsense. Every command
// that there is has a maker; a test lists those that have none.

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
