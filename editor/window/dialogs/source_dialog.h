// SPDX-License-Identifier: Apache-2.0
#pragma once

// The dialog that makes a source of facts, or changes one: its name, and the publication and case that
// attest it, or the reason for a reconstruction.

#include "editor/window/shared/desk.h"

class QWidget;

namespace casebook::window {

/// Changes the map of the desk, as one step of the history. A source without a name is a new one.
void ask_for_source(QWidget* parent, Desk& desk, const board::Provenance& before);

}  // namespace casebook::window
