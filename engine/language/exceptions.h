// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can only be done when every declaration has been checked: waivers (they need the requirements) and the order of
// exceptions and adjustments (it names other ones). Internal; beside lowering.h.

#include "engine/language/lowering.h"

namespace casebook::language {

/// Called before definitions are sorted. Errors: E0519 to E0521, E0522.
void finish_exceptions(Checker& checker);

}  // namespace casebook::language
