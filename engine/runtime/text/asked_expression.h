// SPDX-License-Identifier: Apache-2.0
#pragma once

// Compiles an expression that somebody types over a scenario (`ask`, the argument of a view) and looks up
// every name in it.

#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {

struct AskedExpression {
  language::ExprPtr expr;
  language::ById<language::Var> vars;  // of the program, then its own: for Evaluator::extend_frame
  std::string text;
};

/// With `as` it has to be of that type. Nothing when there are errors: E.... of the language, P0110 for a
/// name that the scenario has not.
std::optional<AskedExpression> asked_expression(const Scenario& scenario, const std::string& text,
                                                Diagnostics& diagnostics, const language::Type* as = nullptr);

}  // namespace casebook::runtime
