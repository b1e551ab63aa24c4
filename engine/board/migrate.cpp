// SPDX-License-Identifier: Apache-2.0
#include "engine/board/migrate.h"

#include <fmt/format.h>

#include <filesystem>

#include "engine/base/nearest.h"
#include "engine/board/acknowledged.h"
#include "engine/board/cases.h"
#include "engine/board/map.h"
#include "engine/board/order_of_battle.h"
#include "engine/board/scenario.h"
#include "engine/platform/files.h"

namespace casebook::board {

std::optional<SaidFormat> said_format(const std::string& text, const DataFile& file) {
  const auto json = parse_json(text, file.name(), file.diagnostics());
  if (!json) return std::nullopt;
  ObjectReader top(file, *json, "the file");
  SaidFormat out;
  if (const JsonValue* format = top.need("format")) {
    out.format = read_text(file, *format, "\"format\"").value_or("");
    if (find_format(out.format) == nullptr) {
      std::vector<std::string> names;
      for (const FormatInfo& info : formats()) names.emplace_back(info.name);
      Diagnostic& made = file.error("D0105", format->place,
                                    fmt::format("there is no format {}", casebook::quoted(out.format)));
      made.expected = listed(names);
      made.suggestion = nearest_name(out.format, names);
    }
  }
  out.version = static_cast<int>(top.needed_whole("version", 0, 1'000'000));
  if (file.diagnostics().has_errors()) return std::nullopt;
  return out;
}

std::optional<std::string> rewritten(const std::string& text, const std::string& file,
                                     Diagnostics& diagnostics) {
  Diagnostics mine;
  const auto said = said_format(text, DataFile(file, mine));
  diagnostics.add_all(mine);
  if (!said) return std::nullopt;
  const auto through = [&](auto read, auto write) -> std::optional<std::string> {
    const auto data = read(text, file, diagnostics);
    if (!data) return std::nullopt;
    return write(*data);
  };
  if (said->format == map_format) return through(read_map, write_map);
  if (said->format == order_of_battle_format) return through(read_order_of_battle, write_order_of_battle);
  if (said->format == schedule_format) return through(read_schedule, write_schedule);
  if (said->format == scenario_format) return through(read_scenario, write_scenario);
  if (said->format == cases_format) return through(read_cases, write_cases);
  if (said->format == acknowledged_format) return through(read_acknowledgements, write_acknowledgements);
  // What only a bound scenario can type is upgraded and laid out anew, no more.
  auto json = open_format(text, said->format, DataFile(file, diagnostics));
  if (!json) return std::nullopt;
  return write_format(std::move(*json), said->format);
}

std::optional<Migration> migrate_file(const std::string& path, Diagnostics& diagnostics) {
  const auto text = load_text(path, diagnostics);
  if (!text) return std::nullopt;
  Diagnostics mine;
  const auto said = said_format(*text, DataFile(path, mine));
  diagnostics.add_all(mine);
  if (!said) return std::nullopt;
  const FormatInfo& info = *find_format(said->format);
  Migration out{said->format, said->version, info.version, {}};
  Diagnostics reading;
  const auto newest = rewritten(*text, path, reading);
  for (const Diagnostic& diagnostic : reading.all()) {
    if (diagnostic.code != "D0107") diagnostics.add(diagnostic);  // that it is old is why we are here
  }
  if (!newest) return std::nullopt;
  if (out.from == out.to) return out;

  namespace fs = std::filesystem;
  const fs::path target(path);
  const fs::path kept = target.parent_path() / fmt::format("{}.v{}{}", target.stem().string(), out.from,
                                                           target.extension().string());
  platform::FileError error;
  const auto failed = [&](const std::string& which) {
    diagnostics.error("D0126", {path, {}, {}},
                      fmt::format("{} {}; nothing was changed", casebook::quoted(which), error.reason));
    return std::nullopt;
  };
  if (!platform::create_file(kept.string(), *text, error)) return failed(kept.string());
  if (!platform::replace_file(path, *newest, error)) {
    std::error_code ignored;
    fs::remove(kept, ignored);
    return failed(path);
  }
  out.kept = kept.string();
  return out;
}

}  // namespace casebook::board
