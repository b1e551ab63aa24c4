// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// Names of definitions, fields, effects, actions, procedures, interrupts, invariants and views that an
/// edition keeps as they were but that use, directly or through others, an item that it changes: replaces,
/// extends, or gives an exception. Views as `view "zone"`, invariants as `invariant "alone"`: their names are
/// apart from the others. In the order of the program.
std::vector<std::string> changed_through(const Program& program);

}  // namespace casebook::language
