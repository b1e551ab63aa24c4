// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// The boxes in which pieces wait to come to the map. A box counts when an action that puts a piece into a
/// hex requires that the piece is there (`require 7.3 waiting: place(u) = reserve`), or ranges over the
/// pieces there. Each box once, in the order of the program's boxes; none when no action says so.
std::vector<BoxId> waiting_boxes(const Program& program);

}  // namespace casebook::language
