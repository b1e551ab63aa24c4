// SPDX-License-Identifier: Apache-2.0
#pragma once

// Dialogs about the grid of the map: its size, its layout, the numbering of hexes.

class QWidget;

namespace casebook::window {

class Desk;

void ask_to_resize(QWidget* parent, Desk& desk);
void ask_for_numbering(QWidget* parent, Desk& desk);

}  // namespace casebook::window
