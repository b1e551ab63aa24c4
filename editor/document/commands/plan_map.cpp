// SPDX-License-Identifier: Apache-2.0
// Attributes of hexes and hexsides.
#include <fmt/format.h>

#include <algorithm>

#include "editor/document/commands/plan.h"

namespace casebook::editor {

using namespace board;

/// Whether the line is another now. A line that says nothing any more is taken out.
template <class Line>
bool Plan::change_line(std::optional<Line>& line, const std::string& attribute,
                       const std::optional<DataValue>& value, int provenance, const Provenances& all) {
  const std::optional<Line> before = line;
  if (!line) {
    if (!value) return false;
    line.emplace();
  }
  set_fact(line->facts, line->provenance, attribute, value, provenance, all);
  if (line->facts.empty() && line->extras.empty()) line.reset();
  return line != before;
}

namespace {

constexpr std::string_view words_of_lines = "provenance";

template <class Line>
std::optional<Line> copy_of(const Line* line) {
  return line != nullptr ? std::optional<Line>(*line) : std::nullopt;
}

std::vector<DataValue> items_of(const DataValue& value) {
  if (value.kind == DataKind::list) return value.items;
  return {value};
}

DataValue text_value(const std::string& text) {
  DataValue out;
  out.kind = DataKind::text;
  out.text = text;
  return out;
}

}  // namespace

Done Plan::make(const SetHexes& c) {
  const HexMap* map = find_map(c.file);
  int provenance = unstated;
  if (map == nullptr || !check_attribute(c.attribute, {words_of_lines, "others"}) || !check_value(c.value) ||
      !find_provenance(map->provenances, c.provenance, provenance))
    return refused();
  for (const std::string& id : c.hexes) {
    HexEdit edit;
    edit.part = part_;
    if (!find_hex(*map, id, edit.hex)) return refused();
    edit.before = edit.after = copy_of(line_of_hex(*map, edit.hex));
    if (!change_line(edit.after, c.attribute, c.value, provenance, map->provenances)) continue;
    if (edit.after) edit.after->hex = edit.hex;
    if (edit.after && edit.after->facts.size() > limits::attributes)
      return refuse(fmt::format("hex {} has more than {} attributes", id, limits::attributes));
    edits.push_back(std::move(edit));
  }
  return planned();
}

Done Plan::make(const ChangeMembers& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr || !check_attribute(c.attribute, {words_of_lines, "others"})) return refused();
  for (const auto* members : {&c.add, &c.remove}) {
    for (const std::string& one : *members) {
      if (!check_text(one, "a member")) return refused();
    }
  }
  std::vector<DataValue> of_all;  // what a hex has that does not say otherwise
  for (const Fact& fact : map->hex_defaults) {
    if (fact.attribute == c.attribute) of_all = items_of(fact.value);
  }
  for (const std::string& id : c.hexes) {
    HexEdit edit;
    edit.part = part_;
    if (!find_hex(*map, id, edit.hex)) return refused();
    edit.before = edit.after = copy_of(line_of_hex(*map, edit.hex));
    DataValue value;
    value.kind = DataKind::list;
    value.items = of_all;
    if (edit.before) {
      for (const Fact& fact : edit.before->facts) {
        if (fact.attribute == c.attribute) value.items = items_of(fact.value);
      }
    }
    const std::vector<DataValue> items_before = value.items;
    for (const std::string& one : c.remove) std::erase(value.items, text_value(one));
    for (const std::string& one : c.add) {
      if (std::find(value.items.begin(), value.items.end(), text_value(one)) == value.items.end())
        value.items.push_back(text_value(one));
    }
    if (value.items == items_before) continue;
    if (!change_line(edit.after, c.attribute, value, unstated, map->provenances)) continue;
    if (edit.after) edit.after->hex = edit.hex;
    edits.push_back(std::move(edit));
  }
  return planned();
}

Done Plan::make(const SetHexsides& c) {
  const HexMap* map = find_map(c.file);
  int provenance = unstated;
  if (map == nullptr ||
      !check_attribute(c.attribute, {words_of_lines, "others", "between", "of", "direction"}) ||
      !check_value(c.value) || !find_provenance(map->provenances, c.provenance, provenance))
    return refused();
  // A link says `true` of the hexsides it crosses, and nothing may contradict it.
  const bool yes = !c.value || (c.value->kind == DataKind::boolean && c.value->boolean);
  std::vector<int> crossed;
  if (!yes) {
    for (const Link& link : map->links) {
      if (link.attribute != c.attribute) continue;
      for (size_t i = 1; i < link.hexes.size(); ++i)
        crossed.push_back(map->ground.between(link.hexes[i - 1], link.hexes[i]));
    }
    std::sort(crossed.begin(), crossed.end());
  }
  for (const std::string& name : c.hexsides) {
    HexsideEdit edit;
    edit.part = part_;
    int direction = -1;
    if (!find_hexside(*map, name, edit.hexside, direction)) return refused();
    if (std::binary_search(crossed.begin(), crossed.end(), edit.hexside))
      return refuse(fmt::format("a {} of the map crosses {}; take it from there first", c.attribute, name));
    edit.before = edit.after = copy_of(line_of_hexside(*map, edit.hexside));
    if (!change_line(edit.after, c.attribute, c.value, provenance, map->provenances)) continue;
    if (edit.after && !edit.before) {
      const auto& ends = map->ground.ends(edit.hexside);
      edit.after->hexside = edit.hexside;
      edit.after->first = ends[0];
      edit.after->second = ends[1];
      edit.after->direction = direction;
    }
    if (edit.after && edit.after->facts.size() > limits::attributes)
      return refuse(fmt::format("hexside {} has more than {} attributes", name, limits::attributes));
    edits.push_back(std::move(edit));
  }
  return planned();
}

Done Plan::make(const SetDefault& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr || !check_attribute(c.attribute, {words_of_lines, "others"}) || !check_value(c.value))
    return refused();
  if (c.of != "hex" && c.of != "hexside")
    return refuse(fmt::format("defaults are of every hex or hexside, not of {}", casebook::quoted(c.of)));
  HexMap after = *map;
  ProvenanceChoice none;
  set_fact(c.of == "hex" ? after.hex_defaults : after.hexside_defaults, none, c.attribute, c.value, unstated,
           after.provenances);
  return replace(part_, std::move(after), false);
}

}  // namespace casebook::editor
