// SPDX-License-Identifier: Apache-2.0
#pragma once

// Light and dark colours. Text has a contrast of at least 4.5 to 1 in both; a test checks it.

#include <QPalette>
#include <QString>

class QApplication;

namespace casebook::window {

enum class Theme : unsigned char { system, light, dark };

QPalette light_palette();
QPalette dark_palette();
/// The size of text stays the system's.
void use_theme(QApplication& application, Theme theme);
/// Whether it is the dark one that is used now.
bool is_dark();

}  // namespace casebook::window
