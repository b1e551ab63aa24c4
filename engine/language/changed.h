// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/language/program.h"

namespace casebook::language {

/// Names of definitions, fields, effects and actions that an edition keeps as they were but that use,
/// directly or through others, an item it replaces. In the order of the program.
std::vector<std::string> changed_through(Program& program);

}  // namespace casebook::language
