// SPDX-License-Identifier: Apache-2.0
#pragma once

// Hexes that the rules set apart: where units of a side may be set up, objectives, sources (attributes of
// hexes), and where a unit enters (attributes whose value is a hex). The rules declare which there are. No
// Qt.

#include <string>
#include <utility>
#include <vector>

#include "editor/window/shared/desk.h"

namespace casebook::window {

/// Attributes that say such a thing: of hexes all but the ground, then those of entities that name a hex.
std::vector<const editor::Attribute*> zone_attributes(const Desk& desk);
bool is_of_entities(const editor::Attribute& attribute);

/// The hexes with this attribute now, each with the text to write on it: nothing for an attribute of hexes,
/// the entities (`Amir 1, Amir 2`) for an attribute of entities. `value` is a member, or empty for any.
std::vector<std::pair<int, std::string>> zone_hexes(const Desk& desk, const editor::Attribute& attribute,
                                                    const std::string& value);

/// The selected entities, those of the attribute's kind.
std::vector<std::string> zone_entities(const Desk& desk, const editor::Attribute& attribute);
/// Writes the hex (or, when `erase`, nothing) into the attribute of the selected entities; one that has
/// several hexes gets or loses this one. False, and says why, when none is selected.
bool put_entities_hex(Desk& desk, const editor::Attribute& attribute, int hex, bool erase, uint64_t stroke);

}  // namespace casebook::window
