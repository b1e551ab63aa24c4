// SPDX-License-Identifier: Apache-2.0
#pragma once

// The files of a project, read. A part is one data file: a map, an order of battle, a schedule, a scenario,
// a style, acknowledged findings, scans. A file that cannot be read stays as it is on disk, with the
// reasons.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/board/acknowledged.h"
#include "engine/board/map.h"
#include "engine/board/order_of_battle.h"
#include "engine/board/scenario.h"

namespace casebook::editor {

inline constexpr std::string_view tracing_format = "casebook/tracing";
/// Scans of one map: sheets, and parts of sheets scanned one by one.
inline constexpr size_t most_scans = 64;

/// A style, or scans: kept as JSON, without format and version. Who draws them reads them from the text.
struct JsonData {
  board::JsonValue json;
};
/// Its file cannot be read; `Part::text` is what it holds.
struct Unreadable {};

using PartData = std::variant<Unreadable, board::HexMap, board::OrderOfBattle, board::Schedule,
                              board::ScenarioFile, board::Acknowledgements, JsonData>;

struct Part {
  std::string path;    // below the project, with `/`; or `rulesets:a-game/map.json`, which is not ours
  std::string format;  // `casebook/map`; empty when the file does not say
  PartData data;
  bool writable = true;           // not of `rulesets:`, and it could be read
  bool there = true;              // false: taken out of the project; its index stays
  std::vector<Diagnostic> wrong;  // what reading it said: why it is unreadable, and warnings
  std::string on_disk;            // its bytes when it was read or written last; empty: there is no file
  bool has_file = false;          // whether there is one
  std::string canonical;          // what writing gave when it was read or written last
  uint64_t revision = 0;          // rises with every change of it
  uint64_t state = 0;             // which step of the history made it as it is; 0: as it was opened
  uint64_t saved_state = 0;       // when it was read or written last
  bool by_text = false;           // whether it was saved like this only its text tells (recovery)

  template <class Data>
  const Data* as() const {
    return std::get_if<Data>(&data);
  }
  template <class Data>
  Data* as() {
    return std::get_if<Data>(&data);
  }
};

/// A part from the text of its file. `shown` is its name in messages.
Part read_part(const std::string& path, const std::string& shown, std::string text);
/// The text that the part would be written as; of an unreadable one what it was.
std::string write_part(const Part& part);

/// 64 bits of a text, to tell files apart.
uint64_t text_hash(std::string_view text);

/// The lines about entities of an order of battle, a schedule or a scenario; nullptr for other parts.
const std::vector<board::EntityLine>* entity_lines(const Part& part);
std::vector<board::EntityLine>* entity_lines(Part& part);
/// The provenances of a part, or nullptr.
const board::Provenances* provenances(const Part& part);
board::Provenances* provenances(Part& part);

}  // namespace casebook::editor
