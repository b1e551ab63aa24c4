// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random arguments for a definition, on positions in which the phases run whose state it reads.

#include <functional>
#include <string>
#include <vector>

#include "engine/runtime/reference/evaluator.h"
#include "verifier/checks/shared/probe.h"

namespace casebook::checks {

/// Calls `ask` for `draws` of them on each position, with the arguments in the evaluator's frame; stops when
/// it says no. The same for the same purpose. Nothing where a parameter has no values here.
void each_drawn_input(const Context& context, const ScenarioPtr& scenario, const std::string& purpose,
                      language::DefinitionId definition, const std::vector<const Tried*>& positions,
                      int draws, runtime::Evaluator& evaluator, const std::function<bool(const Tried&)>& ask);

/// So many positions that satisfy the invariants, spread evenly.
std::vector<const Tried*> some_lawful(const std::vector<Tried>& positions, size_t most);

/// A call of the definition with the variables of its own parameters: with its exceptions and adjustments.
language::Expr call_of(const language::Program& program, language::DefinitionId definition);

}  // namespace casebook::checks
