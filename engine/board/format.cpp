// SPDX-License-Identifier: Apache-2.0
#include "engine/board/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/base/nearest.h"
#include "engine/platform/files.h"

namespace casebook::board {

namespace {

/// A file that has both keeps both: the old name is then an unknown key, and no name comes twice.
void rename_member(JsonValue& object, std::string_view from, const std::string& to) {
  if (object.find(to) != nullptr) return;
  for (JsonMember& member : object.members) {
    if (member.key == from) member.key = to;
  }
}

/// Version 0 called hexes "cells", and gave the two hexes of a hexside as "from" and "to".
void upgrade_map_0(JsonValue& map) {
  rename_member(map, "cells", "hexes");
  JsonValue* hexsides = map.find("hexsides");
  if (hexsides == nullptr) return;
  for (JsonValue& line : hexsides->items) {
    const JsonValue* from = line.find("from");
    const JsonValue* to = line.find("to");
    if (from == nullptr || to == nullptr || line.find("between") != nullptr) continue;
    JsonValue between = JsonValue::array({*from, *to});
    between.place = {from->place.begin, to->place.end};
    Span key_place = from->place;
    std::erase_if(line.members, [&key_place](const JsonMember& member) {
      if (member.key == "from") key_place = member.key_place;
      return member.key == "from" || member.key == "to";
    });
    line.members.insert(line.members.begin(), {"between", std::move(between), key_place});
  }
}

}  // namespace

const std::vector<FormatInfo>& formats() {
  static const std::vector<FormatInfo> all{
      {map_format,
       "a map",
       1,
       {upgrade_map_0},
       {{"provenances", 1},
        {"numberings", 1},
        {"hexes", 1},
        {"hexsides", 1},
        {"links", 1},
        {"places", 1},
        {"labels", 1}}},
      {order_of_battle_format, "an order of battle", 1, {nullptr}, {{"provenances", 1}, {"entities", 1}}},
      {schedule_format, "a schedule", 1, {nullptr}, {{"provenances", 1}, {"rows", 1}}},
      {scenario_format,
       "a scenario",
       1,
       {nullptr},
       {{"provenances", 1}, {"state", 2}, {"facts", 1}, {"attributes", 1}, {"relations", 1}}},
      // Kept by the editor, which lays scans under a map with it: docs/formats/tracing.md.
      {"casebook/tracing", "a file of scans", 1, {nullptr}, {{"scans", 1}}},
      {cases_format, "a list of cases", 1, {nullptr}, {{"cases", 1}}},
      {acknowledged_format, "a list of acknowledged findings", 1, {nullptr}, {{"acknowledged", 1}}},
      {position_format,
       "a position",
       1,
       {nullptr},
       {{"switches", 1}, {"state", 1}, {"locals", 1}, {"entities", 2}}},
      {style_format,
       "a style",
       1,
       {nullptr},
       {{"ground", 1},
        {"hexsides", 1},
        {"links", 1},
        {"places", 1},
        {"signs", 1},
        {"sides", 1},
        {"counters", 1},
        {"symbols", 1},
        {"sizes", 1},
        {"charts", 1},
        {"labels", 1}}},
  };
  return all;
}

const FormatInfo* find_format(std::string_view name) {
  for (const FormatInfo& info : formats()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

std::optional<JsonValue> open_format(const std::string& text, std::string_view format, const DataFile& file) {
  auto json = parse_json(text, file.name(), file.diagnostics());
  if (!json) return std::nullopt;
  const FormatInfo& info = *find_format(format);
  Span start = json->place;
  start.end = {start.begin.line, start.begin.column + 1};
  if (!json->is(JsonKind::object)) {
    file.wrong_kind(*json, "the file", "an object");
    return std::nullopt;
  }
  const JsonValue* says = json->find("format");
  if (says == nullptr || says->text != format) {
    const bool known = says != nullptr && find_format(says->text) != nullptr;
    Diagnostic& made = file.error(
        "D0105", says == nullptr ? start : says->place,
        says == nullptr ? std::string("the file does not say what it is")
        : known ? fmt::format("this is {}, where {} should be", find_format(says->text)->title, info.title)
                : fmt::format("this is not {}", info.title));
    made.expected = fmt::format("\"format\": \"{}\"", format);
    if (says != nullptr && !known)
      made.suggestion = nearest_name(says->text, std::vector<std::string>{std::string(format)});
    return std::nullopt;
  }
  const JsonValue* version_value = json->find("version");
  if (version_value == nullptr) {
    file.error("D0108", start, "the file has no \"version\"").expected =
        fmt::format("\"version\": {}", info.version);
    return std::nullopt;
  }
  const auto read = read_whole(file, *version_value, "\"version\" of the file", 0, 1'000'000);
  if (!read) return std::nullopt;
  const int version = static_cast<int>(*read);
  if (version > info.version) {
    file.error("D0106", version_value->place,
               fmt::format("this file is version {} of {}; this program knows versions up to {}", version,
                           info.name, info.version))
        .expected = "a newer Casebook to open it with";
    return std::nullopt;
  }
  for (int v = version; v < info.version; ++v) {
    const auto& upgrade = info.upgrades[static_cast<size_t>(v)];
    if (!upgrade) {
      file.error("D0106", version_value->place,
                 fmt::format("there never was a version {} of {}", v, info.name))
          .expected = fmt::format("\"version\": {}", info.version);
      return std::nullopt;
    }
    upgrade(*json);
  }
  if (version < info.version) {
    file.warning("D0107", version_value->place,
                 fmt::format("this is version {} of {}; it is read as version {}", version, info.name,
                             info.version))
        .notes.push_back(
            {{}, fmt::format("`casebook migrate {}` rewrites it and keeps the original", file.name())});
  }
  std::erase_if(json->members, [](const JsonMember& m) { return m.key == "format" || m.key == "version"; });
  return json;
}

std::optional<std::string> load_text(const std::string& path, Diagnostics& diagnostics) {
  platform::FileError error;
  auto text = platform::read_file(path, limits::source_bytes, error);
  if (!text) diagnostics.error("D0101", {path, {}, {}}, fmt::format("{} {}", quoted(path), error.reason));
  return text;
}

std::string write_format(JsonValue body, std::string_view format) {
  const FormatInfo& info = *find_format(format);
  std::vector<JsonMember> head;
  head.push_back({"format", JsonValue::of(std::string(format)), {}});
  head.push_back({"version", JsonValue::of(static_cast<int64_t>(info.version)), {}});
  body.members.insert(body.members.begin(), std::make_move_iterator(head.begin()),
                      std::make_move_iterator(head.end()));
  return write_json(body, info.layout);
}

}  // namespace casebook::board
