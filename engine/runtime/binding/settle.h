// SPDX-License-Identifier: Apache-2.0
#pragma once

// Copies a program with its switches settled: options and readings become constants, and what they decide
// is folded away. Case numbers are blanked; names of requirements and ids stay.

#include "engine/runtime/scenario.h"

namespace casebook::compare {

language::Program settled_program(const runtime::Scenario& scenario);
/// The same of one expression of the program.
language::ExprPtr settled_expression(const runtime::Scenario& scenario, const language::Expr& expr);

}  // namespace casebook::compare
