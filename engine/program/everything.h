// SPDX-License-Identifier: Apache-2.0
#pragma once

// Visits every expression of a program, wherever it stands.

#include <functional>

#include "engine/program/program.h"

namespace casebook::language {

/// Calls `change` for each expression at the top of something (a body, an argument of a statement, a guard
/// ...), in a stable order; what is below it is the caller's to walk (walk.h).
void each_expression(Program& program, const std::function<void(Expr&)>& change);
void each_expression(Stmt& stmt, const std::function<void(Expr&)>& change);
void each_expression(Action& action, const std::function<void(Expr&)>& change);

}  // namespace casebook::language
