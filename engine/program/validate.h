// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks the promises of program.h: operand types, references within range, a variable of its own for every
// binder, definitions that use earlier ones only. For tests and fuzzing. The result is empty when all is
// well.

#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

std::vector<std::string> validate(const Program& program);
/// One expression over `vars`.
std::vector<std::string> validate(const Program& program, const ById<Var>& vars, const Expr& expr);

}  // namespace casebook::language
