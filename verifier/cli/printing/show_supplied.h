// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the rules files add to the text of the rulebook (Program::supplied), as `show` prints it.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/program/program.h"
#include "engine/runtime/scenario.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

/// Of one case, or of all (none), in the order of the text.
std::vector<const language::Supplied*> supplied_of(const language::Program& program, language::CaseId label);
nlohmann::ordered_json supplied_json(const language::Program& program,
                                     const std::vector<const language::Supplied*>& parts);
/// `supplied: column, a bound (06-results.rules:12): why`, one line each.
std::vector<std::string> supplied_lines(const language::Program& program,
                                        const std::vector<const language::Supplied*>& parts);

/// `show --supplied`.
void show_supplied(const runtime::Scenario& scenario, Context& context);

}  // namespace casebook::cli
