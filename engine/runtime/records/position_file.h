// SPDX-License-Identifier: Apache-2.0
#pragma once

// Position files: a position as JSON, one unit or state a line. docs/formats/position.md; schema
// docs/formats/position.schema.json.
//
// A file says which rules it belongs to, where in the sequence of play it stands (control.h), and every
// value by name. Values that are left out have defaults:
//
//   - the value of the scenario's start
//   - for state of a run of a procedure, its default
//   - for a local in scope: `no`, 0 or the nearest possible number, the first member, nothing
//
// So everything alive in a loaded position has a value of its type. Saving and loading gives the same bytes
// for every position that play can reach: at a choose, a roll or a draw, also inside procedures.
//
// A file is refused only if it cannot be typed. position_check.h says whether the rules allow the position.
//
//   P0110 unknown member                 P0115 unknown state or local
//   P0111 said twice                     P0116 of a procedure that does not run
//   P0112 out of range, off the step     P0117 no control
//   P0113 unknown control path           P0118 other data (warning)
//   P0114 other rules
//
// Mistakes that every data file can have (JSON, format, version, a wrong sort of value, an unknown key)
// have their D01xx codes.

#include <optional>
#include <string>

#include "engine/base/diagnostic.h"
#include "engine/runtime/ruleset_identity.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// Canonical text; ends in a line end.
std::string position_text(const Scenario& scenario, const Position& position);

/// What rules the file belongs to: enough to find and bind them. Null when it is no position file.
std::optional<RulesetIdentity> position_identity(const std::string& text, const std::string& file,
                                                 Diagnostics& diagnostics);

struct PositionOptions {
  bool under_other_rules =
      false;  // type it against these rules though it was made with others: P0114 is a warning then
};

/// Null when it cannot be typed; every mistake is reported, not only the first.
std::optional<Position> load_position(const Scenario& scenario, const std::string& text,
                                      const std::string& file, Diagnostics& diagnostics,
                                      const PositionOptions& options = {});

}  // namespace casebook::runtime
