// SPDX-License-Identifier: Apache-2.0
// Positions that no game reaches.
#pragma once

#include "engine/base/random.h"
#include "engine/runtime/position.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime::tests {

/// About so many hundredths of all states and places get some value of their type; those of procedures, and
/// what the game keeps to itself, stay.
void scramble(const Scenario& scenario, Position& position, Random& random, uint32_t percent = 100);

}  // namespace casebook::runtime::tests
