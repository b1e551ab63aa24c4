// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names of states and locals in position files: `turn`; for a state of one run of a procedure
// `combat.attacked`; for a local `combat.t`. Two locals of one name in one procedure are numbered:
// `combat.t`, `combat.t:2`.

#include <string>
#include <vector>

#include "engine/runtime/control.h"

namespace casebook::runtime {

struct PositionNames {
  explicit PositionNames(const language::Program& program);
  language::ById<std::string, language::State> states;
  language::ById<std::string, language::Var> vars;  // empty for variables that are not stored
};

/// The stored variables in scope under this control, outermost procedure first.
std::vector<VarId> variables_in_scope(const language::Program& program, const Control& control);

/// By procedure id: whether it runs in a position under this control.
std::vector<bool> running(const language::Program& program, const Control& control);

}  // namespace casebook::runtime
