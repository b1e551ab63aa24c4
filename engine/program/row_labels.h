// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which case a row of a table belongs to. A table that stands under several cases (a chart whose lines are
// cases of their own) says of each row by its key: the row `elevated_sand` is that of
// `chart: movement, elevated sand`. A row that none of its cases is called after is the first one's.

#include "engine/program/program.h"

namespace casebook::language {

/// Of a cell, row-major.
Id label_of_cell(const Program& program, const Table& table, size_t cell);

}  // namespace casebook::language
