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

/// Guards every place where an altered number may leave its range as an index: reading a table, calling an
/// item, counting steps.
void guard_indices(Program& program);
/// Guards every place that stores or passes a number which the checker knew to fit its measure.
void guard_numbers(Program& program);
/// How often a `repeat` goes round is counted in a variable that the compiler adds. Gives each the range that its limit
/// has now.
void fit_counters(Program& program);
/// Whether the compiler added this variable to count turns.
bool counts_turns(const Var& var);

}  // namespace casebook::language
