// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the scenario as it is here differs from another version of it, in the game's own terms: from what is
// saved, from another scenario of the project, from another project. It follows what is done meanwhile.

#include <QDialog>
#include <functional>

#include "editor/window/panels/panel.h"

namespace casebook::window {

/// Owned by itself; `ask_file` asks for another project's scenario file or folder, and gives nothing when
/// given up.
QDialog* show_versions(Desk& desk, std::function<QString()> ask_file, QWidget* parent);

}  // namespace casebook::window
