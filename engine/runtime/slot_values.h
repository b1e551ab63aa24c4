// SPDX-License-Identifier: Apache-2.0
#pragma once

// The value in one slot of a position, and its form in data files. Whole numbers are JSON numbers, others
// text (`"5/2"`, `"never"`). Members are names, `none` is null. Sets are lists of names in the order of the
// kind. Paths are lists of hexes that begin with the starting hex.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/data_reader.h"
#include "engine/runtime/scenario.h"
#include "engine/runtime/value.h"

namespace casebook::runtime {

Value read_slot(const Position& position, const Slot& slot, const language::Type& type, uint32_t combination);
void write_slot(Position& position, const Slot& slot, const language::Type& type, uint32_t combination,
                const Value& value);

/// The value a state has when nothing is said: `initial` if that is a constant; without one `no`, 0 or the
/// nearest end of the range, the first member, `none`, the empty set. Null when `initial` has to be computed.
std::optional<Value> constant_value(const Scenario& scenario, const language::Type& type,
                                    const language::Expr* initial);
/// The same for a variable in scope, within the bounds of its numbers.
Value variable_default(const Scenario& scenario, const language::Var& var);

/// Whether the value is one that the variable can have (out of scope it is zero, which need not be one).
bool is_typed(const Scenario& scenario, const language::Var& var, const Value& value);

board::JsonValue value_json(const Scenario& scenario, const language::Type& type, const Value& value);

/// Numbers that fit: those of the type's measure, or of a variable those of its `interval`, on which
/// evaluators rely. D0109 wrong sort of value, P0110 unknown member, P0111 a member twice, P0112 out of range
/// or off the step.
std::optional<Value> value_from_json(const Scenario& scenario, const language::Type& type,
                                     const language::Interval* interval, const board::JsonValue& json,
                                     const board::DataFile& file);

}  // namespace casebook::runtime
