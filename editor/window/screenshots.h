// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pictures for the manual: the whole window, and every panel by itself.

#include <QString>

namespace casebook::window {

class MainWindow;

/// Dialogs that have pictures, `dialog-NAME.png`: those that wait for an answer, then the others.
inline constexpr const char* picture_dialogs[] = {"new-project", "resize",   "numbering", "action-search",
                                                  "paper",       "versions", "manual"};

/// PNG files in a folder that is made if it is not there. False, with words, when one cannot be written.
bool take_screenshots(MainWindow& window, const QString& folder, QString& problem);

}  // namespace casebook::window
