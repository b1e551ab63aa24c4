// SPDX-License-Identifier: Apache-2.0
#pragma once

// The constructs of the typed program by name, so that a test can say which of them it has used: `add`,
// `statement: for_all`, `flow: roll`, `action: waiver`. Every Op, StmtOp and FlowOp is one, and so is every
// other part of program.h that means something of its own to an evaluator.

#include <set>
#include <string>

#include "engine/program/program.h"

namespace casebook::tests {

/// All there are.
const std::set<std::string>& all_constructs();

const char* construct_name(language::StmtOp op);
const char* construct_name(language::FlowOp op);
const char* construct_name(language::ListKind kind);

/// Those of one expression, and of all that it is made of.
void note_constructs(const language::Expr& expr, std::set<std::string>& met);

/// Those of a whole program.
void note_constructs(const language::Program& program, std::set<std::string>& met);

/// Those of `all` that are not in `met`, in order, one a line.
std::string not_met(const std::set<std::string>& all, const std::set<std::string>& met);

}  // namespace casebook::tests
