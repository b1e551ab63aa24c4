// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/runtime/compiled/compiled_program.h"
#include "engine/runtime/compiled/node.h"

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

/// A definition or a field as a routine of its own: the host sets its arguments and runs it from `entry`.
struct CalledForm {
  struct Param {
    Address at = -1;
    Variable of;
    uint32_t words = 1;
  };
  struct Result {
    Shape shape = Shape::scalar;
    int32_t size = 0;  // of a set: members of its kind
  };
  int32_t entry = -1;  // -1: not translated
  std::vector<Param> params;
  Result result;
  /// The value or the words of a definition. Of a field the word that says at which cell its values begin: one cell for
  /// each hex, or the words of a set.
  Address at = -1;
};
struct CompiledCalls {
  std::shared_ptr<const CompiledProgram> program;  // null: they need more registers than there are
  language::ById<CalledForm, language::Definition> definitions;
  language::ById<CalledForm, language::Field> fields;
  /// The procedures whose state each of them reads.
  language::ById<std::vector<language::ProcedureId>, language::Definition> phases_of_definitions;
  language::ById<std::vector<language::ProcedureId>, language::Field> phases_of_fields;
};
CompiledCalls translate_calls(std::shared_ptr<const Scenario> scenario);

/// One instruction a line.
std::string listing(const CompiledProgram& program);

}  // namespace casebook::runtime::compiled
