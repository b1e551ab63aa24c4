// SPDX-License-Identifier: Apache-2.0
#pragma once

// How two versions of a scenario differ, in the game's own terms: `25/1 enters on turn 4 instead of 5`.

#include <string>
#include <vector>

#include "editor/document/document.h"
#include "engine/board/difference.h"

namespace casebook::editor {

struct Compared {
  std::vector<board::Difference> differences;
  std::vector<std::string> texts;  // one each
  std::string problem;             // why they could not be compared; else empty
};

/// Compares the chosen scenarios of two snapshots: of one project before and after, or of two projects. A
/// difference reads `second` instead of `first`.
Compared compare_scenarios(const Snapshot& first, const Snapshot& second);

/// The document with the files as they were when they were read or written last.
std::shared_ptr<const Snapshot> as_saved(const Document& document);

}  // namespace casebook::editor
