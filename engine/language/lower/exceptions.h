// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order of exceptions and adjustments. It is computed after all of them have been checked. Internal,
// beside lowering.h.

#include "engine/language/lower/lowering.h"

namespace casebook::language {

/// Called before definitions are sorted. Errors: E0519, E0520.
void finish_exceptions(Checker& checker);

}  // namespace casebook::language
