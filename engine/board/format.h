// SPDX-License-Identifier: Apache-2.0
#pragma once

// Opens a data file: text to JSON, then its "format" and "version".
//
//   another format     refused (D0105)
//   a newer version    refused in plain words (D0106)
//   an older version   upgraded in memory, step by step, with a warning (D0107); `migrate_file` rewrites it

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/data_reader.h"

namespace casebook::board {

inline constexpr std::string_view map_format = "casebook/map";
inline constexpr std::string_view order_of_battle_format = "casebook/order-of-battle";
inline constexpr std::string_view schedule_format = "casebook/schedule";
inline constexpr std::string_view scenario_format = "casebook/scenario";
inline constexpr std::string_view cases_format = "casebook/cases";
inline constexpr std::string_view style_format = "casebook/style";  // read by engine/picture/style.h
inline constexpr std::string_view acknowledged_format = "casebook/acknowledged";
inline constexpr std::string_view position_format =
    "casebook/position";  // read by engine/runtime/records/position_file.h

/// A known format. To raise its version, add the upgrade here and a sample of the old version to the tests.
struct FormatInfo {
  std::string_view name;
  std::string_view title;  // "a map"
  int version = 1;
  /// upgrades[v] turns version v into v + 1. Index 0 may be empty when there never was a version 0.
  std::vector<std::function<void(JsonValue&)>> upgrades;
  JsonLayout layout;
};
const std::vector<FormatInfo>& formats();
const FormatInfo* find_format(std::string_view name);

/// Parses, checks format and version, upgrades. The object's "format" and "version" members are taken away.
std::optional<JsonValue> open_format(const std::string& text, std::string_view format, const DataFile& file);

/// The text of a file of at most limits::source_bytes, or D0101.
std::optional<std::string> load_text(const std::string& path, Diagnostics& diagnostics);

/// `body` with "format" and "version" put in front, in the format's layout.
std::string write_format(JsonValue body, std::string_view format);

}  // namespace casebook::board
