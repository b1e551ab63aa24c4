// SPDX-License-Identifier: Apache-2.0
#pragma once

// The hexes that a picture of a region marks: those that an example names, and those of the pieces it names.

#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::regions {

/// Adds the hex that a member of a type is, or where it is as a piece. Adds none for other types, a piece that
/// is not on the map, or a member below 0.
void add_hex_of(const runtime::Scenario& scenario, const runtime::Position& position,
                const language::Type& type, int32_t member, std::vector<int>& hexes);

/// Adds those that the parameters of a choice name which are no sets and no paths. The position is at its site.
void add_hexes_of(const runtime::Scenario& scenario, const runtime::Position& position,
                  const runtime::Choice& choice, std::vector<int>& hexes);

}  // namespace casebook::regions
