// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a script can do in casebook-editor besides what it can without Qt (docs/editor/scripts.md).

#include "editor/script/script.h"

namespace casebook::window {

editor::Actions script_actions();

}  // namespace casebook::window
