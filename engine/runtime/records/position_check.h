// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the rules object to in a loaded position. The position can be used all the same.

#include <string>

#include "engine/base/diagnostic.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {

/// Warnings: P0119 for each invariant that does not hold there, citing its case, whose summary is what was
/// expected; P0120 when a player or chance should go on and nothing is lawful or can happen. `file` names the
/// position. The number of invariants asked.
int check_position(ReferenceRules& rules, const Position& position, const std::string& file,
                   Diagnostics& diagnostics);

}  // namespace casebook::runtime
