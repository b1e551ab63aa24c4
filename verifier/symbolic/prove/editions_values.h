// SPDX-License-Identifier: Apache-2.0
#pragma once

// Values for editions_question: compared in formulas, and written as expressions of the rules.

#include <optional>
#include <string>

#include "engine/runtime/distance/cells.h"
#include "engine/runtime/value.h"
#include "verifier/symbolic/translate/symbolic_position.h"

namespace casebook::symbolic {

/// Members of open kinds in quotation marks.
std::string expression(const runtime::Scenario& scenario, const language::Type& type,
                       const runtime::Value& value);
/// `place("A")`, `moved("A")`; nothing for a local, for a value that a procedure or the compiler keeps, and
/// for facts of hexsides.
std::optional<std::string> cell_expression(const runtime::Scenario& scenario, const games::Cell& cell);

/// Two values of the second ruleset.
Ref same_value(Formula& formula, const language::Type& type, const SymbolicValue& a, const SymbolicValue& b);

}  // namespace casebook::symbolic
