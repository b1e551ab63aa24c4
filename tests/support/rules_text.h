// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rules and data written in a test, bound without files. Mistakes fail the test and are shown.

#include <memory>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/scenario.h"

namespace casebook::testing_support {

/// The members of a data file's object, without braces, "format" and "version". Empty: there is no such file.
struct DataText {
  std::string map, order_of_battle, schedule, scenario;
};

/// Columns a, b, c ..., rows 1, 2, 3 ...: flat hexes, even columns half a hex lower, so b1 touches a1, a2,
/// b2, c1 and c2. `more`: further members, such as "hexes": {...}.
std::string small_map(int columns, int rows, const std::string& more = "");
/// One line a unit, `A white a1`: name, side, place (`-`: none); further attributes as `name=value`.
std::string units(const std::string& lines);

/// Null when there are errors, all in `diagnostics`.
std::shared_ptr<const language::Program> compile_text(const std::string& rules, Diagnostics& diagnostics);
std::shared_ptr<const runtime::Scenario> bind_text(std::shared_ptr<const language::Program> program,
                                                   const DataText& data, Diagnostics& diagnostics,
                                                   const runtime::Switches& switches = {});

/// Without errors, or the test fails and this throws.
std::shared_ptr<const runtime::Scenario> scenario_of(const std::string& rules, const DataText& data = {},
                                                     const runtime::Switches& switches = {});

/// `CODE message (file:line)` of each, for comparing.
std::vector<std::string> codes(const Diagnostics& diagnostics);
std::string shown(const Diagnostics& diagnostics);

}  // namespace casebook::testing_support
