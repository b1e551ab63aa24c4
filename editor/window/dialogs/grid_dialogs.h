// SPDX-License-Identifier: Apache-2.0
#pragma once

// Questions about the grid of the map: its size, its layout, how hexes are called.

class QWidget;

namespace casebook::window {

class Desk;

void ask_to_resize(QWidget* parent, Desk& desk);
void ask_for_numbering(QWidget* parent, Desk& desk);

}  // namespace casebook::window
