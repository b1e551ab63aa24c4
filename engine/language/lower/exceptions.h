// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order of exceptions and adjustments. It is computed after all of them have been checked. Internal,
// beside lowering.h.

#include "engine/language/lower/lowering.h"

namespace casebook::language {

/// Called before definitions are sorted. Errors: E0519, E0520. Warning: W0310.
void finish_exceptions(Checker& checker);

/// W0310. `of`: what the definition may come to.
void warn_of_missing_order(Checker& checker, const Definition& definition, const Interval& of);

}  // namespace casebook::language
