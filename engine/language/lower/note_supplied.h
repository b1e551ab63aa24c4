// SPDX-License-Identifier: Apache-2.0
#pragma once

// Notes what is marked as supplied, after the program has been checked: Program::supplied.

#include "engine/base/diagnostic.h"
#include "engine/language/editions/resolve.h"
#include "engine/program/program.h"

namespace casebook::language {

/// Every mark in the declarations in force, in the order of the text. E0527: a mark on what cannot be taken
/// away.
void note_supplied(const Declarations& declarations, Program& program, Diagnostics& diagnostics);

}  // namespace casebook::language
