// SPDX-License-Identifier: Apache-2.0
#pragma once

// Applies edits to parts and takes them back. The cost is that of what changes: one more hex in a stroke is
// one line.

#include <span>
#include <vector>

#include "editor/document/changes.h"

namespace casebook::editor {

/// In their order when `forward`, else in the opposite one.
void apply_edits(std::vector<Part>& parts, const std::vector<Edit>& edits, bool forward);

/// One entry for each part that the edits touch.
std::vector<Change> changes_of(const std::vector<Part>& parts, const std::vector<Edit>& edits);

}  // namespace casebook::editor
