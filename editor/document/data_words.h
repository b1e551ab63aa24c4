// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names in the files of a project, for tools and tables while the rules cannot be read. So the map stays
// editable.

#include "editor/document/document.h"

namespace casebook::editor {

/// Every attribute that map, style, orders of battle and schedules speak of, with the values that they have;
/// kinds of entities; boxes. In the order of the files. Neither options nor readings: what they mean, no file
/// says.
Vocabulary words_of_data(const Document& document);

}  // namespace casebook::editor
