// SPDX-License-Identifier: Apache-2.0
#pragma once

// Actions that scripts have only in casebook-editor (docs/editor/scripts.md).

#include "editor/script/script.h"

namespace casebook::window {

editor::Actions script_actions();

}  // namespace casebook::window
