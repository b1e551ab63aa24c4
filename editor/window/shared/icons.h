// SPDX-License-Identifier: Apache-2.0
#pragma once

// Icons of actions, drawn as lines in the colour of the text, so that they are visible in light and dark
// and at any size.

#include <QIcon>

namespace casebook::window {

/// By name (`brush`, `fill`, `undo` ...); an empty icon for a name that is not known.
QIcon icon(const char* name);
/// Names of all.
QList<const char*> icon_names();

}  // namespace casebook::window
