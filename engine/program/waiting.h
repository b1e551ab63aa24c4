// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// The boxes in which pieces wait that come to the map later: an action that puts a piece into a hex requires
/// that it is there (`require 7.3 waiting: place(u) = reserve`), or ranges over those that are. Each once, in
/// the order of the program's boxes; none where no action says so.
std::vector<Id> waiting_boxes(const Program& program);

}  // namespace casebook::language
