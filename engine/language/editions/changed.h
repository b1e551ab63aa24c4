// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// Names of items that an edition keeps from its parent but that use a changed item, directly or through
/// others. An item is changed when the edition replaces it, extends it or gives it an exception. Covers
/// definitions, fields, effects, actions, procedures, interrupts, invariants and views; views read `view
/// "zone"`, invariants `invariant "alone"`. In the order of the program.
std::vector<std::string> changed_through(const Program& program);

}  // namespace casebook::language
