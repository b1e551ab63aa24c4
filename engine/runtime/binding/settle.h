// SPDX-License-Identifier: Apache-2.0
#pragma once

// A copy of a ruleset's program in which its switches are settled: options and readings are constants, and
// what constants decide is folded away. Case numbers are blanked (names of requirements stay), ids stay.

#include "engine/runtime/scenario.h"

namespace casebook::compare {

language::Program settled_program(const runtime::Scenario& scenario);
/// The same of one expression of the program.
language::ExprPtr settled_expression(const runtime::Scenario& scenario, const language::Expr& expr);

}  // namespace casebook::compare
