// SPDX-License-Identifier: Apache-2.0
#pragma once

// Binding: gives the untyped facts of a scenario their types from the rules. Every fact keeps its place in
// its file until then, so a fact that does not fit is reported there. D0150 to D0169; docs/errors.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/board/scenario.h"
#include "engine/language/compile.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {

using Switches = std::vector<std::pair<std::string, std::string>>;

/// What stands for a switch that takes away supplied parts of the rules: `without=column,room`.
inline constexpr const char* without_switch = "without";
/// What stands for a switch that reads one rule otherwise: `rival=retreat-all.chooser`.
inline constexpr const char* rival_switch = "rival";

/// Null when there are errors. `switches` win over those of the data. `without` among them takes parts of the
/// rules away (engine/program/edit/supplied.h), `rival` reads one rule otherwise (edit/rivals.h): the scenario
/// has a program of its own then.
std::shared_ptr<const Scenario> bind(std::shared_ptr<const language::Program> program,
                                     const board::ScenarioData& data, const Switches& switches,
                                     std::string id, Diagnostics& diagnostics);

/// The same, and the scenario keeps its data, so that it can be bound again.
std::shared_ptr<const Scenario> bind(std::shared_ptr<const language::Program> program,
                                     std::shared_ptr<const board::ScenarioData> data,
                                     const Switches& switches, std::string id, Diagnostics& diagnostics);

/// The scenario with these switches set in addition to its own. Precondition: it keeps its data.
std::shared_ptr<const Scenario> bind_besides(const Scenario& scenario, const Switches& besides,
                                             Diagnostics& diagnostics);

/// The data of a request: its scenario file; else the `scenario.json` of the edition or, where it has none,
/// of the nearest edition that it extends; else no data at all. nullopt when there are errors.
std::optional<board::ScenarioData> load_data(const ScenarioRequest& request,
                                             const language::EditionText& edition, Diagnostics& diagnostics);

/// The scenario with its hexes called as another numbering of its map calls them; itself where it keeps no
/// data or the map has no numbering of that name. Nothing but names differs.
std::shared_ptr<const Scenario> numbered(std::shared_ptr<const Scenario> scenario,
                                         std::string_view numbering);

}  // namespace casebook::runtime
