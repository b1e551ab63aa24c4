// SPDX-License-Identifier: Apache-2.0
#include "editor/window/map/zones.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "editor/window/map/map_tools.h"
#include "editor/window/shared/words.h"
#include "engine/board/facts.h"

namespace casebook::window {

using board::DataKind;
using board::DataValue;
using editor::Attribute;
using editor::ValueSort;

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Zones)
};

bool says_hexes(const editor::ValueType& type) {
  return type.sort == ValueSort::location || (type.kind == "hex" && type.sort != ValueSort::boolean);
}

/// Parts that may speak of entities: orders of battle, schedules, the scenario.
std::vector<int> parts_about_entities(const Desk& desk) {
  const editor::Document& document = *desk.document();
  std::vector<int> parts = document.schedules();
  for (const int part : document.orders_of_battle()) parts.push_back(part);
  if (document.scenario() >= 0) parts.push_back(document.scenario());
  return parts;
}

std::string numbering_name(const editor::Part& part) {
  if (const auto* order = part.as<board::OrderOfBattle>()) return order->numbering;
  if (const auto* schedule = part.as<board::Schedule>()) return schedule->numbering;
  if (const auto* scenario = part.as<board::ScenarioFile>()) return scenario->numbering;
  return {};
}

std::vector<std::string> texts_of(const DataValue& value) {
  std::vector<std::string> texts;
  if (value.kind == DataKind::text) texts.push_back(value.text);
  for (const DataValue& item : value.items)
    if (item.kind == DataKind::text) texts.push_back(item.text);
  return texts;
}

DataValue text_value(const std::string& text) {
  DataValue value;
  value.kind = DataKind::text;
  value.text = text;
  return value;
}

/// The line about an entity in a part, and its fact of that attribute; nulls.
std::pair<const board::EntityLine*, const board::Fact*> find(const editor::Part& part,
                                                             const std::string& entity,
                                                             const std::string& attribute) {
  const auto [kind, id] = kind_and_id(entity);
  if (const auto* lines = editor::entity_lines(part))
    for (const board::EntityLine& line : *lines) {
      if (line.kind != kind || line.id != id) continue;
      for (const board::Fact& fact : line.facts)
        if (fact.attribute == attribute) return {&line, &fact};
      return {&line, nullptr};
    }
  return {nullptr, nullptr};
}

/// Where the fact is to be written: where it is said now, else in a schedule that has a line about the
/// entity, else in the order of battle.
int part_for(const Desk& desk, const std::string& entity, const std::string& attribute) {
  int with_line = -1;
  for (const int part : parts_about_entities(desk)) {
    const auto [line, fact] = find(desk.document()->part(part), entity, attribute);
    if (fact != nullptr) return part;
    if (line != nullptr && with_line < 0) with_line = part;
  }
  return with_line;
}

}  // namespace

bool is_of_entities(const Attribute& attribute) {
  return attribute.of.size() == 1 && attribute.of[0] != "hex" && attribute.of[0] != "hexside";
}

std::vector<const Attribute*> zone_attributes(const Desk& desk) {
  std::vector<const Attribute*> found;
  if (desk.words() == nullptr) return found;
  for (const Attribute* one : desk.words()->of("hex"))
    if (one->name != desk.style().ground && one->type.sort != ValueSort::number) found.push_back(one);
  for (const Attribute& one : desk.words()->attributes)
    if (is_of_entities(one) && says_hexes(one.type)) found.push_back(&one);
  return found;
}

std::vector<std::pair<int, std::string>> zone_hexes(const Desk& desk, const Attribute& attribute,
                                                    const std::string& value) {
  std::vector<std::pair<int, std::string>> found;
  const board::HexMap* map = desk.map();
  if (map == nullptr) return found;
  if (!is_of_entities(attribute)) {
    for (const board::HexFacts& line : map->hex_facts)
      for (const board::Fact& fact : line.facts) {
        if (fact.attribute != attribute.name) continue;
        const auto texts = texts_of(fact.value);
        const bool there = fact.value.kind == DataKind::boolean ? fact.value.boolean
                           : value.empty() ? !texts.empty() && texts != std::vector<std::string>{"none"}
                                           : std::find(texts.begin(), texts.end(), value) != texts.end();
        if (there) found.emplace_back(line.hex, std::string());
      }
    return found;
  }
  std::map<int, std::string> by_hex;
  for (const int part : parts_about_entities(desk)) {
    const auto* lines = editor::entity_lines(desk.document()->part(part));
    if (lines == nullptr) continue;
    const int numbering = desk.numbering_in_use(numbering_name(desk.document()->part(part)));
    for (const board::EntityLine& line : *lines)
      for (const board::Fact& fact : line.facts) {
        if (line.kind != attribute.of[0] || fact.attribute != attribute.name) continue;
        for (const std::string& text : texts_of(fact.value))
          if (const int hex = map->find_hex(text, numbering); hex >= 0) {
            std::string& who = by_hex[hex];
            who += (who.empty() ? "" : ", ") + line.id;
          }
      }
  }
  for (auto& [hex, who] : by_hex) found.emplace_back(hex, who);
  return found;
}

std::vector<std::string> zone_entities(const Desk& desk, const Attribute& attribute) {
  std::vector<std::string> found;
  for (const std::string& entity : desk.selection().entities)
    if (kind_and_id(entity).first == attribute.of[0]) found.push_back(entity);
  return found;
}

bool put_entities_hex(Desk& desk, const Attribute& attribute, int hex, bool erase, uint64_t stroke) {
  const std::vector<std::string> entities = zone_entities(desk, attribute);
  if (entities.empty()) {
    desk.say(Texts::tr("First select the %1 that the hex is for, on the map or in the order of battle")
                 .arg(words(attribute.of[0]))
                 .toStdString());
    return false;
  }
  bool done = false;
  for (const std::string& entity : entities) {
    const int index = part_for(desk, entity, attribute.name);
    if (index < 0) continue;
    const editor::Part& part = desk.document()->part(index);
    const std::string name = desk.map()->hex_id(hex, desk.numbering_in_use(numbering_name(part)));
    std::optional<DataValue> value;
    if (attribute.type.sort == ValueSort::set) {
      std::vector<std::string> now;
      if (const auto* fact = find(part, entity, attribute.name).second) now = texts_of(fact->value);
      std::erase(now, name);
      if (!erase) now.push_back(name);
      value.emplace();
      value->kind = DataKind::list;
      for (const std::string& one : now) value->items.push_back(text_value(one));
    } else if (!erase) {
      value = text_value(name);
    }
    done = desk.execute(editor::SetEntities{part.path, {entity}, attribute.name, value, ""}, stroke) || done;
  }
  return done;
}

}  // namespace casebook::window
