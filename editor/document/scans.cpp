// SPDX-License-Identifier: Apache-2.0
#include "editor/document/scans.h"

#include "engine/board/data_reader.h"

namespace casebook::editor {

using namespace board;

namespace {

constexpr int64_t farthest = 100'000'000;  // a million pixels
constexpr size_t most_clicks = 1000;

const char* const tracing_file = "tracing.json";

}  // namespace

std::vector<Scan> read_scans(const JsonData& data, Diagnostics& diagnostics, const std::string& name) {
  std::vector<Scan> out;
  const DataFile file(name, diagnostics);
  const JsonValue* list = data.json.find("scans");
  if (list == nullptr) return out;
  if (!list->is(JsonKind::array)) {
    file.wrong_kind(*list, "\"scans\"", "a list");
    return out;
  }
  for (const JsonValue& item : list->items) {
    ObjectReader reader(file, item, "a scan");
    Scan scan;
    scan.path = reader.needed_text("path");
    scan.map = reader.text("map", scan.map);
    scan.model = reader.word("model", {"straight", "perspective", "bent"}, scan.model);
    scan.opacity = static_cast<int>(reader.whole("opacity", 0, 100, scan.opacity));
    scan.shown = reader.boolean("shown", true);
    for (const JsonValue& click : reader.list("clicks")) {
      if (!check_count(file, scan.clicks.size() + 1, most_clicks, click.place, "clicks on one scan")) break;
      ObjectReader at(file, click, "a click");
      ScanClick one;
      one.hex = at.needed_text("hex");
      one.x = static_cast<int>(at.needed_whole("x", -farthest, farthest));
      one.y = static_cast<int>(at.needed_whole("y", -farthest, farthest));
      at.finish();
      scan.clicks.push_back(std::move(one));
    }
    scan.extras = reader.finish();
    out.push_back(std::move(scan));
  }
  return out;
}

JsonValue json_of(const Scan& scan) {
  JsonValue out = JsonValue::object();
  out.add("path", JsonValue::of(scan.path));
  out.add("map", JsonValue::of(scan.map));
  out.add("model", JsonValue::of(scan.model));
  out.add("opacity", JsonValue::of(int64_t{scan.opacity}));
  if (!scan.shown) out.add("shown", JsonValue::of(false));
  JsonValue clicks = JsonValue::array();
  for (const ScanClick& one : scan.clicks) {
    JsonValue click = JsonValue::object();
    click.add("hex", JsonValue::of(one.hex));
    click.add("x", JsonValue::of(int64_t{one.x}));
    click.add("y", JsonValue::of(int64_t{one.y}));
    clicks.items.push_back(std::move(click));
  }
  if (!clicks.items.empty()) out.add("clicks", std::move(clicks));
  write_extras(out, scan.extras);
  return out;
}

std::vector<Scan> scans(const Document& document) {
  const int index = document.find(tracing_file);
  const JsonData* data = index < 0 ? nullptr : document.part(index).as<JsonData>();
  Diagnostics ignored;
  return data == nullptr ? std::vector<Scan>{} : read_scans(*data, ignored, tracing_file);
}

Command scan_command(const Document& document, int index, const Scan& scan) {
  SetScan command{tracing_file, index, json_of(scan)};
  if (document.find(tracing_file) >= 0) return command;
  JsonValue contents = JsonValue::object();
  contents.add("format", JsonValue::of(std::string(tracing_format)));
  contents.add("version", JsonValue::of(int64_t{1}));
  contents.add("scans", JsonValue::array());
  return Several{"a scan", {AddFile{tracing_file, std::move(contents)}, std::move(command)}};
}

}  // namespace casebook::editor
