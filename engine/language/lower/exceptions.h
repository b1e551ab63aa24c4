// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order of exceptions and adjustments: it can only be read when every one has been checked. Internal;
// beside lowering.h.

#include "engine/language/lower/lowering.h"

namespace casebook::language {

/// Called before definitions are sorted. Errors: E0519, E0520.
void finish_exceptions(Checker& checker);

}  // namespace casebook::language
