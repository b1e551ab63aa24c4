// SPDX-License-Identifier: Apache-2.0
#pragma once

// Alters one value of a typed program, for mutants.h.

#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// What `alter` would do, in words; empty when there is nothing that it can do.
std::string alteration(const Program& program, const Expr& expr);
/// Another value of the same type: a Boolean negated, a number one step more (within its measure), a set
/// empty, `none`, another member of a closed kind. `alteration` is not empty.
void alter(const Program& program, Expr& expr);

/// Another value for a cell of a table; `silent_value` when there is none.
int64_t altered_cell(const Program& program, const Type& type, int64_t cell);

/// The cells of a table that have another value, together where one written value fills several; in the order
/// of the text.
std::vector<std::vector<size_t>> written_cells(const Program& program, const Table& table);
/// Which of so many are altered where a line is the grain: twelve at most, spread evenly.
std::vector<size_t> cells_of_lines(size_t count);

/// Where a table is read, an item asked, or a number of steps counted with an altered number, this is asked
/// whether it may be that.
void guard_indices(Program& program);
/// Where a number is kept or given on and the checker knew that it fits its measure, this is asked again.
void guard_numbers(Program& program);

}  // namespace casebook::language
