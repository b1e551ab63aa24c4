// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the open scenario differs from another version, in the game's own terms: from the saved one, from
// another scenario of the project, from another project. The dialog follows changes made while it is open.

#include <QDialog>
#include <functional>

#include "editor/window/panels/panel.h"

namespace casebook::window {

/// Owned by itself; `ask_file` asks for another project's scenario file or folder, and gives nothing when
/// given up.
QDialog* show_versions(Desk& desk, std::function<QString()> ask_file, QWidget* parent);

}  // namespace casebook::window
