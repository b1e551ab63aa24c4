// SPDX-License-Identifier: Apache-2.0
#pragma once

// What program.h says always holds, looked at: operands have the types their operation wants, references are
// in range, every binder has a variable of its own, definitions use only earlier ones. For tests and fuzzing;
// empty when all is well.

#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

std::vector<std::string> validate(const Program& program);
/// One expression over `vars`.
std::vector<std::string> validate(const Program& program, const std::vector<Var>& vars, const Expr& expr);

}  // namespace casebook::language
