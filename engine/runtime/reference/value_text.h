// SPDX-License-Identifier: Apache-2.0
#pragma once

// Values and expressions as text, as choices, derivations and refusals show them.

#include <string>

#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

/// `Matt 1`, `5/2`, `{A, B}`, `0101-0102` (a path without its start).
std::string value_text(const Scenario& scenario, const language::Type& type, const Value& value);

/// Members named in one line of a derivation; more are counted.
inline constexpr size_t most_members_told = 8;
/// The same, of a larger set its first members and how many more there are.
std::string short_value_text(const Scenario& scenario, const language::Type& type, const Value& value);

/// The text as written, on one line.
std::string source_text(const Evaluator& evaluator, const language::Expr& expr);

/// Calls with the values of their arguments, `cost(0101, 0102)`; anything else as written.
std::string expression_text(Evaluator& evaluator, const language::Expr& expr, const Position& position);

}  // namespace casebook::runtime
