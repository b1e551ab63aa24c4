// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bounds of numbers after a part of the rules was taken away: where a number may be greater or less than it
// was, so may whatever is made of it.

#include "engine/program/program.h"

namespace casebook::language {

/// Widens the intervals of expressions and variables until they hold what their operands can be; none gets
/// narrower. A `minimum` or `maximum` of one operand is how an edit marks where a bound went.
void widen_intervals(Program& program);

}  // namespace casebook::language
