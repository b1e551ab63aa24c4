// SPDX-License-Identifier: Apache-2.0
#pragma once

// Requirements of actions: `require`, `ensure`, `best`, and what lifts them. Internal, beside lowering.h.

#include "engine/language/lower/lowering.h"

namespace casebook::language {

/// Every `require`, `ensure` and `best` of the declaration, with the parameters in scope.
void check_requirements(Checker& checker, const Declaration& d, Action& action);
/// `waive step(u, to).enemy when E`.
void check_waiver(Checker& checker, const Declaration& d);

}  // namespace casebook::language
