// SPDX-License-Identifier: Apache-2.0
#include "engine/board/order_of_battle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "engine/base/switch_names.h"
#include "engine/board/entity_lines.h"
#include "engine/board/format.h"

namespace casebook::board {

namespace {

/// One option or a list of them.
void read_with(const DataFile& file, ObjectReader& reader, EntityLine& line) {
  const JsonValue* json = reader.get("with");
  if (json == nullptr) return;
  const auto read_one = [&](const JsonValue& one) {
    line.with.push_back(switch_name(read_text(file, one, "\"with\"").value_or("")));
    line.with_places.push_back(one.place);
  };
  if (!json->is(JsonKind::array)) return read_one(*json);
  for (const JsonValue& one : json->items) read_one(one);
  if (json->items.empty())
    file.error("D0109", json->place, "\"with\" names no option").expected = "the name of an option";
}

EntityLine read_line(const DataFile& file, const JsonValue& json, std::string_view key, bool with_places,
                     const Provenances& provenances) {
  EntityLine line;
  line.place = json.place;
  ObjectReader reader(file, json, fmt::format("a line of {}", quoted(key)));
  if (const JsonValue* kind = reader.need("kind")) {
    line.kind = read_text(file, *kind, "\"kind\"").value_or("");
    line.kind_place = kind->place;
    if (kind->is(JsonKind::string) && !is_attribute_name(line.kind)) {
      file.error("D0114", kind->place, fmt::format("{} is not the name of a kind", quoted(line.kind)));
    }
  }
  if (const JsonValue* id = reader.need("id")) {
    line.id = read_text(file, *id, "\"id\"").value_or("");
    line.id_place = id->place;
    if (id->is(JsonKind::string))
      check_id(file, line.id, id->place, line.kind.empty() ? "an entity" : line.kind, id_problem);
  }
  read_with(file, reader, line);
  const JsonValue* place = with_places ? reader.get("place") : nullptr;
  if (place != nullptr) {
    line.start = read_text(file, *place, "\"place\"").value_or("");
    line.start_place = place->place;
    if (place->is(JsonKind::string)) check_id(file, line.start, place->place, "a hex or a box", id_problem);
  }
  line.provenance = read_provenance(file, reader, provenances);
  line.start_provenance = place == nullptr ? unstated : provenances.of(line.provenance, "place");
  line.facts = reader.attributes(provenances, line.provenance);
  line.extras = reader.finish();
  return line;
}

}  // namespace

std::vector<EntityLine> read_entity_lines(const DataFile& file, ObjectReader& top, std::string_view key,
                                          bool with_places, const Provenances& provenances) {
  std::vector<EntityLine> lines;
  std::map<std::pair<std::string, std::string>, Span> seen;
  for (const JsonValue& item : top.list(key)) {
    if (!check_count(file, lines.size() + 1, limits::entity_lines, item.place, "lines about entities")) break;
    EntityLine line = read_line(file, item, key, with_places, provenances);
    const auto [before, is_new] = seen.emplace(std::pair(line.kind, line.id), line.id_place);
    if (!is_new && !line.id.empty()) {
      Diagnostic& made =
          file.error("D0121", line.id_place,
                     fmt::format("there are two lines for the {} {}", line.kind, quoted(line.id)));
      made.notes.push_back({file.range(before->second), "the first is here"});
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

void write_entity_lines(JsonValue& top, const char* key, const std::vector<EntityLine>& lines,
                        const Provenances& provenances) {
  if (lines.empty()) return;
  JsonValue list = JsonValue::array();
  for (const EntityLine& line : lines) {
    JsonValue out = JsonValue::object();
    out.add("kind", JsonValue::of(line.kind));
    out.add("id", JsonValue::of(line.id));
    if (line.with.size() == 1) {
      out.add("with", JsonValue::of(line.with.front()));
    } else if (!line.with.empty()) {
      JsonValue options = JsonValue::array();
      for (const std::string& option : line.with) options.items.push_back(JsonValue::of(option));
      out.add("with", std::move(options));
    }
    if (!line.start.empty()) out.add("place", JsonValue::of(line.start));
    write_provenance(out, line.provenance, provenances);
    write_facts(out, line.facts);
    write_extras(out, line.extras);
    list.items.push_back(std::move(out));
  }
  top.add(key, std::move(list));
}

namespace {

/// Both formats have the same head and one list.
template <class Data>
std::optional<Data> read_lines(const std::string& text, const std::string& name, Diagnostics& diagnostics,
                               std::string_view format, const char* key,
                               std::vector<EntityLine> Data::*lines) {
  Diagnostics mine;
  const DataFile file(name, mine);
  std::optional<Data> out;
  if (const auto json = open_format(text, format, file)) {
    ObjectReader top(file, *json, std::string(find_format(format)->title).replace(0, 2, "the"));
    Data data;
    data.file = name;
    data.title = top.text("title");
    const JsonValue* numbering = top.get("numbering");
    if (numbering != nullptr) {
      data.numbering = read_text(file, *numbering, "\"numbering\"").value_or("");
      data.numbering_place = numbering->place;
    }
    data.provenances = read_provenances(file, top);
    data.*lines = read_entity_lines(file, top, key, std::is_same_v<Data, OrderOfBattle>, data.provenances);
    data.extras = top.finish();
    out = std::move(data);
  }
  if (mine.has_errors()) out.reset();
  diagnostics.add_all(mine);
  return out;
}

template <class Data>
std::string write_lines(const Data& data, std::string_view format, const char* key,
                        const std::vector<EntityLine>& lines) {
  JsonValue top = JsonValue::object();
  if (!data.title.empty()) top.add("title", JsonValue::of(data.title));
  if (!data.numbering.empty()) top.add("numbering", JsonValue::of(data.numbering));
  write_provenances(top, data.provenances);
  write_entity_lines(top, key, lines, data.provenances);
  write_extras(top, data.extras);
  return write_format(std::move(top), format);
}

}  // namespace

const EntityLine* OrderOfBattle::find(std::string_view kind, std::string_view id) const {
  const auto found = std::find_if(entities.begin(), entities.end(),
                                  [&](const EntityLine& line) { return line.kind == kind && line.id == id; });
  return found == entities.end() ? nullptr : &*found;
}

bool OrderOfBattle::operator==(const OrderOfBattle& other) const {
  return title == other.title && numbering == other.numbering && provenances == other.provenances &&
         entities == other.entities && extras == other.extras;
}

bool Schedule::operator==(const Schedule& other) const {
  return title == other.title && numbering == other.numbering && provenances == other.provenances &&
         rows == other.rows && extras == other.extras;
}

std::optional<OrderOfBattle> read_order_of_battle(const std::string& text, const std::string& file,
                                                  Diagnostics& diagnostics) {
  return read_lines<OrderOfBattle>(text, file, diagnostics, order_of_battle_format, "entities",
                                   &OrderOfBattle::entities);
}

std::optional<OrderOfBattle> load_order_of_battle(const std::string& path, Diagnostics& diagnostics) {
  const auto text = load_text(path, diagnostics);
  return text ? read_order_of_battle(*text, path, diagnostics) : std::nullopt;
}

std::string write_order_of_battle(const OrderOfBattle& data) {
  return write_lines(data, order_of_battle_format, "entities", data.entities);
}

std::optional<Schedule> read_schedule(const std::string& text, const std::string& file,
                                      Diagnostics& diagnostics) {
  return read_lines<Schedule>(text, file, diagnostics, schedule_format, "rows", &Schedule::rows);
}

std::optional<Schedule> load_schedule(const std::string& path, Diagnostics& diagnostics) {
  const auto text = load_text(path, diagnostics);
  return text ? read_schedule(*text, path, diagnostics) : std::nullopt;
}

std::string write_schedule(const Schedule& data) {
  return write_lines(data, schedule_format, "rows", data.rows);
}

}  // namespace casebook::board
