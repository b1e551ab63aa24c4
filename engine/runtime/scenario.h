// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scenario bound to its rules: the typed program, switches, map, members of every kind, givens as dense
// tables, the layout of positions and the starting position. Immutable; evaluators share it.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/board/grid.h"
#include "engine/program/program.h"
#include "engine/runtime/position.h"

namespace casebook::board {
struct ScenarioData;
}

namespace casebook::runtime {

/// A given or a table fixed by the scenario: row-major over its arguments.
struct Values {
  std::vector<uint32_t> strides;
  std::vector<int32_t>
      cells;  // as cells of a position: never_value, -1 for none; locations as hex or H + box
};

/// The switches: an option is 0 or 1, a reading a member of its kind.
using OptionValues = language::ById<uint8_t, language::Option>;
using ReadingValues = language::ById<int32_t, language::Reading>;

/// The ground, dense. Hex indices are in the order of the map file.
struct Ground {
  int32_t hexes = 0, hexsides = 0;
  board::Layout layout = board::Layout::flat_odd;  // how the grid is drawn
  std::vector<board::Cell> cells;                  // column and row of each hex
  std::vector<std::array<int32_t, 6>> neighbours;  // by direction; -1 where there is none
  std::vector<std::array<int32_t, 6>> sides;       // hexside by direction; -1 where there is none
  std::vector<std::array<int32_t, 2>> ends;        // of a hexside; the second -1 at the edge of the map
  std::vector<uint16_t> distances;                 // hexes * hexes, steps on the grid
  int32_t between(int32_t a, int32_t b) const;     // the hexside, or -1 when not adjacent
  int32_t distance(int32_t a, int32_t b) const {
    return distances[static_cast<size_t>(a) * static_cast<size_t>(hexes) + static_cast<size_t>(b)];
  }
};

struct MinedInvariants;

class Scenario : public std::enable_shared_from_this<Scenario> {
 public:
  std::shared_ptr<const language::Program> program;
  std::string
      id;  // as the user named it, `examples/hex-skirmish`, then the switches that are not as the rules
           // or the file have them, in the order of the rules: `...+swapping+entry-hexes=corrected`
  std::string title;
  std::string folder;              // of the edition
  uint64_t rules_fingerprint = 0;  // of the typed program
  uint64_t fingerprint = 0;        // of program, switches and data

  OptionValues options;
  ReadingValues readings;
  language::ById<std::vector<std::string>, language::Kind>
      members;  // names in canonical order (hex: in the numbering in use)
  language::ById<int32_t, language::MapPlace> places;  // hex
  language::ById<Values, language::Given> givens;
  Ground ground;
  Layout layout;
  Position start;  // before the first step of `game`: state filled, no site yet
  std::shared_ptr<const board::ScenarioData> data;  // what it was bound from, where that was kept
  /// Invariants that were mined and proved of every position that play reaches (claims/mined_invariants.h). Null: nothing was.
  std::shared_ptr<const MinedInvariants> mined;

  int32_t size(KindId kind) const { return static_cast<int32_t>(members[kind].size()); }
  std::optional<int32_t> find(KindId kind, std::string_view name) const;  // exact
  std::string_view nearest(KindId kind, std::string_view name) const;     // nearest known name, or empty
  std::string value_text(const language::Type& type,
                         int64_t value) const;  // `Matt 1`, `0512`, `5/2`, `yes`, `never`, `none`
};

/// What to bind. Paths are absolute or relative to the current folder.
struct ScenarioRequest {
  std::string edition_folder;
  std::string scenario_file;  // empty: the edition's `scenario.json`
  std::vector<std::pair<std::string, std::string>>
      switches;  // option or reading, value; they win over the file's
  std::string id;
  /// Where editions with a `/` in their name and paths with `rulesets:` are looked up, in this order.
  std::vector<std::string> ruleset_folders;
};

/// Reads, checks and binds. Every datum is typed against the program: D01xx and D02xx with file, line and
/// column, nearest names. Null when there are errors.
std::shared_ptr<const Scenario> load_scenario(const ScenarioRequest& request, Diagnostics& diagnostics);

}  // namespace casebook::runtime
