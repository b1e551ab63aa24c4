// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// Whether anything in the scenario is of this type. A kind may have no members, as when nothing is set up
/// yet: then nothing is a member of it, and no parameter, variable or state of that type can have a value.
/// Who makes up values asks this first.
bool has_values(const Scenario& scenario, const language::Type& type);
/// Whether every parameter can have one: otherwise it is never called, and never chosen.
bool has_values(const Scenario& scenario, const language::Definition& definition);
bool has_values(const Scenario& scenario, const language::Action& action);

}  // namespace casebook::runtime
