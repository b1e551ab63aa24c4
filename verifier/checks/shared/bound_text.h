// SPDX-License-Identifier: Apache-2.0
#pragma once

// The text of an expression with values in place of its variables, as `ask` reads it: `worth(lost) >=
// owed()` with lost = {A, B} is `worth({"A", "B"}) >= owed()`.

#include <map>
#include <optional>
#include <string>

#include "engine/runtime/reference/evaluator.h"

namespace casebook::checks {

/// A value as an expression; nullopt where the language has no word for it (paths, edges of the map).
std::optional<std::string> literal(const runtime::Scenario& scenario, const language::Type& type,
                                   const runtime::Value& value);

/// The source text of `expr` with the words of `values` replaced, on one line.
std::string bound_text(const runtime::Evaluator& evaluator, const language::Expr& expr,
                       const std::map<std::string, std::string>& values);

/// How a part of a definition begins a sentence: `The entry price.far`; a name that says what it is stays:
/// `The condition of an if in price`.
std::string part_text(const std::string& sort, const std::string& name);

}  // namespace casebook::checks
