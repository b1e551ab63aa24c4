// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which case a row of a table belongs to. A table may stand under several cases: a chart whose lines are
// cases of their own. Then the key of a row decides: the row `elevated_sand` belongs to `chart: movement,
// elevated sand`. A row that matches no case belongs to the first one.

#include "engine/program/program.h"

namespace casebook::language {

/// Of a cell, row-major.
CaseId label_of_cell(const Program& program, const Table& table, size_t cell);

}  // namespace casebook::language
