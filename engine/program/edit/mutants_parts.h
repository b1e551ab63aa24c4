// SPDX-License-Identifier: Apache-2.0
#pragma once

// The mutants of mutants.h that alter a part of an expression.

#include "engine/program/edit/mutants.h"

namespace casebook::language {

/// Those there are; the one with the number `wanted` (-1: none) is altered in the program itself.
std::vector<Mutant> alter_part(Program& program, int32_t wanted);

}  // namespace casebook::language
