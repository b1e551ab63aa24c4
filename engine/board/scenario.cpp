// SPDX-License-Identifier: Apache-2.0
#include "engine/board/scenario.h"

#include <fmt/format.h>
#include <algorithm>

#include "engine/base/switch_names.h"
#include "engine/board/entity_lines.h"
#include "engine/board/format.h"

namespace casebook::board {

namespace {

constexpr size_t arguments = 4;  // of one state or given

void read_switches(const DataFile& file, ObjectReader& top, ScenarioFile& out) {
  for (const JsonMember& member : top.object("switches")) {
    const bool fits = member.value.is(JsonKind::boolean) || member.value.is(JsonKind::string);
    auto value = fits ? read_value(file, member.value, member.key) : std::nullopt;
    if (!fits)
      file.wrong_kind(member.value, fmt::format("the switch {}", quoted(member.key)),
                      "true, false or the value of a reading");
    if (!value) continue;
    Switch one{switch_name(member.key), std::move(*value), member.key_place};
    if (one.value.kind == DataKind::text) one.value.text = switch_name(one.value.text);
    // "entry_hexes" and "entry-hexes" are one key, and a key comes once.
    const auto twice = std::find_if(out.switches.begin(), out.switches.end(),
                                    [&one](const Switch& other) { return other.name == one.name; });
    if (twice != out.switches.end()) {
      Diagnostic& made = file.error("D0104", member.key_place,
                                    fmt::format("the switch {} comes twice in one object", quoted(one.name)));
      made.notes.push_back({range_of(file.name(), twice->place), "it comes first here"});
      continue;
    }
    out.switches.push_back(std::move(one));
  }
}

void read_state(const DataFile& file, const JsonMember& member, StateFact fact, std::vector<StateFact>& out) {
  if (!member.value.is(JsonKind::object)) {
    auto value = read_value(file, member.value, member.key);
    if (!value) return;
    fact.value = std::move(*value);
    out.push_back(std::move(fact));
    return;
  }
  if (fact.of.size() == arguments) {
    file.wrong_kind(member.value, quoted(member.key),
                    fmt::format("a value; a state has at most {} arguments", arguments));
    return;
  }
  for (const JsonMember& inner : member.value.members) {
    check_id(file, inner.key, inner.key_place, "an entity or a hex", id_problem);
    StateFact deeper = fact;
    deeper.of.push_back(inner.key);
    deeper.of_places.push_back(inner.key_place);
    read_state(file, inner, std::move(deeper), out);
  }
}

Relation read_relation(const DataFile& file, const JsonValue& json, const Provenances& provenances) {
  Relation out;
  out.place = json.place;
  ObjectReader reader(file, json, "a line of \"relations\"");
  if (const JsonValue* attribute = reader.need("attribute")) {
    out.attribute = read_text(file, *attribute, "\"attribute\"").value_or("");
    out.attribute_place = attribute->place;
    if (attribute->is(JsonKind::string) && !is_attribute_name(out.attribute)) {
      file.error("D0114", attribute->place,
                 fmt::format("{} is not the name of an attribute", quoted(out.attribute)));
    }
  }
  if (const JsonValue* of = reader.need("of")) {
    if (!of->is(JsonKind::array)) file.wrong_kind(*of, "\"of\"", "a list of entities");
    if (of->items.size() > arguments) {
      file.error("D0112", of->place, fmt::format("\"of\" has {} members", of->items.size())).expected =
          fmt::format("at most {}", arguments);
    }
    for (const JsonValue& item : of->items) {
      if (item.is(JsonKind::array)) {
        file.wrong_kind(item, "a member of \"of\"", "a text, a whole number, true or false");
        continue;
      }
      if (auto value = read_value(file, item, "of")) out.of.push_back(std::move(*value));
    }
  }
  if (const JsonValue* value = reader.need("value")) {
    if (auto read = read_value(file, *value, "value")) out.value = std::move(*read);
  }
  out.provenance_choice = read_provenance(file, reader, provenances);
  out.provenance = provenances.of(out.provenance_choice, out.attribute);
  out.extras = reader.finish();
  return out;
}

NamedFile read_named_file(const DataFile& file, const JsonValue& json, std::string_view key) {
  NamedFile out;
  out.path = read_text(file, json, quoted(key)).value_or("");
  out.place = json.place;
  if (json.is(JsonKind::string) && out.path.empty()) {
    file.error("D0120", json.place, fmt::format("{} names no file", quoted(key))).expected =
        "a path, or no such member";
  }
  return out;
}

/// A path, or a list of paths.
std::vector<NamedFile> read_named_files(const DataFile& file, ObjectReader& top, std::string_view key) {
  std::vector<NamedFile> out;
  const JsonValue* json = top.get(key);
  if (json == nullptr) return out;
  if (!json->is(JsonKind::array)) {
    out.push_back(read_named_file(file, *json, key));
    return out;
  }
  for (const JsonValue& item : json->items) {
    if (!check_count(file, out.size() + 1, limits::scenario_files, item.place, "files in one list")) break;
    out.push_back(read_named_file(file, item, key));
  }
  return out;
}

ScenarioFile read_body(const DataFile& file, const JsonValue& json) {
  ObjectReader top(file, json, "the scenario");
  ScenarioFile out;
  out.file = file.name();
  out.title = top.text("title");
  if (const JsonValue* edition = top.get("edition")) {
    out.edition = read_text(file, *edition, "\"edition\"").value_or("");
    out.edition_place = edition->place;
  }
  if (const JsonValue* numbering = top.get("numbering")) {
    out.numbering = read_text(file, *numbering, "\"numbering\"").value_or("");
    out.numbering_place = numbering->place;
  }
  if (const JsonValue* map = top.get("map")) out.map = read_named_file(file, *map, "map");
  out.orders_of_battle = read_named_files(file, top, "orderOfBattle");
  out.schedules = read_named_files(file, top, "schedule");
  read_switches(file, top, out);
  out.provenances = read_provenances(file, top);
  if (const JsonValue* facts = top.get("facts")) {
    ObjectReader reader(file, *facts, "\"facts\"");
    out.facts = reader.attributes(out.provenances, {});
    reader.finish();
  }
  out.attributes = read_entity_lines(file, top, "attributes", false, out.provenances);
  for (const JsonValue& item : top.list("relations"))
    out.relations.push_back(read_relation(file, item, out.provenances));
  for (const JsonMember& member : top.object("state")) {
    if (!is_attribute_name(member.key)) {
      file.error("D0114", member.key_place, fmt::format("{} is not the name of a state", quoted(member.key)));
      continue;
    }
    StateFact fact;
    fact.state = member.key;
    fact.state_place = member.key_place;
    read_state(file, member, std::move(fact), out.state);
  }
  out.extras = top.finish();
  return out;
}

/// Puts a value where it was: below its arguments, in the order in which they came.
void put_state(JsonValue& object, const StateFact& fact) {
  JsonValue* at = &object;
  std::string key = fact.state;
  for (const std::string& of : fact.of) {
    // Facts of one entity stand together, so nearly always it is the last.
    const bool is_last = !at->members.empty() && at->members.back().key == key;
    JsonValue* inner = is_last ? &at->members.back().value : at->find(key);
    if (inner == nullptr) {
      at->add(key, JsonValue::object());
      inner = &at->members.back().value;
    }
    at = inner;
    key = of;
  }
  at->add(key, json_of(fact.value));
}

void write_named_files(JsonValue& top, const char* key, const std::vector<NamedFile>& files) {
  if (files.empty()) return;
  if (files.size() == 1) {
    top.add(key, JsonValue::of(files.front().path));
    return;
  }
  JsonValue list = JsonValue::array();
  for (const NamedFile& file : files) list.items.push_back(JsonValue::of(file.path));
  top.add(key, std::move(list));
}

}  // namespace

bool ScenarioFile::operator==(const ScenarioFile& other) const {
  return title == other.title && edition == other.edition && numbering == other.numbering &&
         map == other.map && orders_of_battle == other.orders_of_battle && schedules == other.schedules &&
         switches == other.switches && provenances == other.provenances && facts == other.facts &&
         attributes == other.attributes && relations == other.relations && state == other.state &&
         extras == other.extras;
}

std::optional<ScenarioFile> read_scenario(const std::string& text, const std::string& name,
                                          Diagnostics& diagnostics) {
  Diagnostics mine;
  const DataFile file(name, mine);
  std::optional<ScenarioFile> out;
  if (const auto json = open_format(text, scenario_format, file)) out = read_body(file, *json);
  if (mine.has_errors()) out.reset();
  diagnostics.add_all(mine);
  return out;
}

std::string write_scenario(const ScenarioFile& scenario) {
  JsonValue top = JsonValue::object();
  if (!scenario.title.empty()) top.add("title", JsonValue::of(scenario.title));
  if (!scenario.edition.empty()) top.add("edition", JsonValue::of(scenario.edition));
  if (!scenario.numbering.empty()) top.add("numbering", JsonValue::of(scenario.numbering));
  if (!scenario.map.path.empty()) top.add("map", JsonValue::of(scenario.map.path));
  write_named_files(top, "orderOfBattle", scenario.orders_of_battle);
  write_named_files(top, "schedule", scenario.schedules);
  if (!scenario.switches.empty()) {
    JsonValue switches = JsonValue::object();
    for (const Switch& one : scenario.switches) switches.add(one.name, json_of(one.value));
    top.add("switches", std::move(switches));
  }
  write_provenances(top, scenario.provenances);
  if (!scenario.facts.empty()) {
    JsonValue facts = JsonValue::object();
    write_facts(facts, scenario.facts);
    top.add("facts", std::move(facts));
  }
  write_entity_lines(top, "attributes", scenario.attributes, scenario.provenances);
  if (!scenario.relations.empty()) {
    JsonValue list = JsonValue::array();
    for (const Relation& relation : scenario.relations) {
      JsonValue line = JsonValue::object();
      line.add("attribute", JsonValue::of(relation.attribute));
      JsonValue of = JsonValue::array();
      for (const DataValue& one : relation.of) of.items.push_back(json_of(one));
      line.add("of", std::move(of));
      line.add("value", json_of(relation.value));
      write_provenance(line, relation.provenance_choice, scenario.provenances);
      write_extras(line, relation.extras);
      list.items.push_back(std::move(line));
    }
    top.add("relations", std::move(list));
  }
  if (!scenario.state.empty()) {
    JsonValue state = JsonValue::object();
    for (const StateFact& fact : scenario.state) put_state(state, fact);
    top.add("state", std::move(state));
  }
  write_extras(top, scenario.extras);
  return write_format(std::move(top), scenario_format);
}

}  // namespace casebook::board
