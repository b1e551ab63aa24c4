// SPDX-License-Identifier: Apache-2.0
#pragma once

// Unit symbols after NATO APP-6: a frame with the marks of the arm, put together from parts. A style says
// which parts a member of the rules has. A member named by a common word (`infantry`, `armor`, `artillery`
// ...) needs no style.

#include <string>
#include <string_view>
#include <vector>

#include "engine/picture/picture.h"

namespace casebook::picture {

/// `cross` infantry, `oval` armour, `slash` cavalry, `dot` artillery, `chevron` anti-tank, `bridge`,
/// `engineer`, `wings` airborne, `wave` amphibious, `peak` mountain, `rotor` helicopters, `staff`
/// headquarters, `line` supply, `wheels` motorised.
const std::vector<std::string>& symbol_parts();

/// Of a word of the field; empty for any other.
std::vector<std::string> usual_parts(std::string_view member);

/// Signs of size, from the smallest: `team`, `squad`, `section`, `platoon`, `company`, `battalion`,
/// `regiment`, `brigade`, `division`, `corps`, `army`, `army_group`.
const std::vector<std::string>& echelon_marks();
/// Of a word of the field (`battery`, `troop` are companies); empty for any other.
std::string usual_echelon(std::string_view member);
/// The sign of a size, standing on `foot`, as it is put on top of a frame; as wide as it needs.
void draw_echelon(Group& group, Point foot, double height, std::string_view mark, Rgb ink);

/// Frame and marks about `centre`. Letters, when there are no parts: the beginning of `word`.
void draw_symbol(Group& group, Point centre, double width, double height,
                 const std::vector<std::string>& parts, std::string_view word, Rgb ink, Rgb ground);

}  // namespace casebook::picture
