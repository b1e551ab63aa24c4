// SPDX-License-Identifier: Apache-2.0
#pragma once

// Copies a program with its switches settled: options and readings become constants, and what they decide
// is folded away. Case numbers are blanked; names of requirements and ids stay.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// The one value that an expression has by the switches alone, whatever the position: a Boolean as 0 or 1, a
/// member by its index. Nothing when it rests on anything else. `call`, if given, is asked for the value of a
/// call; else a call has none.
using ValueOfCall = std::function<std::optional<int64_t>(const language::Expr& call)>;
std::optional<int64_t> known_by_switches(const language::Expr& expr, const OptionValues& options,
                                         const ReadingValues& readings, const ValueOfCall& call = {});

language::Program settled_program(const Scenario& scenario);
/// The same of one expression of the program.
language::ExprPtr settled_expression(const Scenario& scenario, const language::Expr& expr);

}  // namespace casebook::runtime
