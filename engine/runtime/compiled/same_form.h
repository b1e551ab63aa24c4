// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether two programs compile to the same thing: instructions, memory, and every description. If so, they
// play alike in every position.

#include "engine/runtime/compiled/compiled_program.h"

namespace casebook::runtime::compiled {

/// Also the positions that the two scenarios begin from, and the dice. Both are of the same data.
bool same_form(const CompiledProgram& a, const CompiledProgram& b);

}  // namespace casebook::runtime::compiled
