// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace casebook::window {

/// In tables below this widget, letters and digits begin to write in the current cell. Elsewhere a letter
/// chooses a tool.
void keep_letters_for_cells(QWidget& below);

}  // namespace casebook::window
