// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// The boxes in which pieces wait to come to the map. A box counts when an action that puts a piece into a
/// hex requires that the piece is there (`require 7.3 waiting: place(u) = reserve`), or ranges over the
/// pieces there. Each box once, in the order of the program's boxes; none when no action says so.
std::vector<BoxId> waiting_boxes(const Program& program);

/// The boxes from which a piece comes to the map at last: those above, those that a procedure empties onto
/// the map, and those whose pieces an action, an effect or a procedure brings to one of these. A `for all` or
/// `for each` that does not say where its pieces are may take them from any box. So a box that is missing
/// here is one that no rule brings a piece from. The same order.
std::vector<BoxId> boxes_with_a_way_on(const Program& program);

}  // namespace casebook::language
