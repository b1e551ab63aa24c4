// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/runtime/compiled/compiled_program.h"

namespace casebook::runtime::compiled {

/// Does everything that is done once for a scenario. Throws std::invalid_argument or std::length_error when
/// it cannot be done.
std::shared_ptr<const CompiledProgram> translate(std::shared_ptr<const Scenario> scenario);

/// A typed expression without free variables, to be evaluated over positions of the scenario. For tests, and
/// for asking one thing of many positions. `vars`: what language::compile_expression gave back, when the
/// expression brings variables of its own.
struct CompiledExpression {
  std::shared_ptr<const CompiledProgram> program;
  int32_t entry = -1;
  Address at = -1;
  bool is_set = false;
  int32_t kind = -1;
};
CompiledExpression translate_expression(std::shared_ptr<const Scenario> scenario, const language::Expr& expr,
                                        const language::ById<language::Var>& vars = {});

/// The invariants of the program, each by itself, over two positions: Machine::load_before takes the one
/// before a step. A value of 1 may be kept in its room.
struct InvariantCode {
  int32_t entry = -1;  // -1: not translated
  int32_t room = -1;
};
struct CompiledInvariantForms {
  std::shared_ptr<const CompiledProgram> program;  // null: they need more registers than there are
  std::vector<InvariantCode> forms;                // by invariant
};
CompiledInvariantForms translate_invariants(std::shared_ptr<const Scenario> scenario);

/// One instruction a line.
std::string listing(const CompiledProgram& program);

}  // namespace casebook::runtime::compiled
