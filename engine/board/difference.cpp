// SPDX-License-Identifier: Apache-2.0
#include "engine/board/difference.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/base/text.h"

namespace casebook::board {

namespace {

/// What one file says of one thing: whether it is declared (a hex, an entity of an order of battle), and its
/// facts.
struct Thing {
  bool declared = false;
  std::map<std::string, std::string> facts;
};

/// By sort of thing, its name, and what is before the name: `unit`, `place`.
struct Name {
  ThingSort sort = ThingSort::grid;
  std::string kind, id;
  auto operator<=>(const Name&) const = default;
  std::string shown() const { return kind.empty() ? id : kind + " " + id; }
};
using Told = std::map<Name, Thing>;

std::string plain(const DataValue& value) {
  switch (value.kind) {
    case DataKind::boolean:
      return value.boolean ? "yes" : "no";
    case DataKind::text:
      return value.text;
    case DataKind::number:
      break;
    case DataKind::list: {
      std::vector<std::string> items;
      for (const DataValue& one : value.items) items.push_back(plain(one));
      return items.empty() ? "none" : listed(items, "and");
    }
  }
  return value_text(value);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void tell_map(const HexMap& map, Told& told) {
  if (map.numberings.empty()) return;
  const Grid& grid = map.ground.grid();
  auto& shape = told[{ThingSort::grid, "", "grid"}].facts;
  shape["hexes"] = grid.flat() ? "flat" : "pointy";
  shape["shape"] = grid.rhombus() ? "rhombus" : "rectangle";
  if (!grid.rhombus()) {
    const bool odd = grid.layout == Layout::flat_odd || grid.layout == Layout::pointy_odd;
    shape["shifted"] = std::string(odd ? "odd" : "even") + (grid.flat() ? " columns" : " rows");
  }
  shape["columns"] = std::to_string(grid.columns);
  shape["rows"] = std::to_string(grid.rows);
  const auto by_hex = map.facts_by_hex();
  for (int hex = 0; hex < map.hexes(); ++hex) {
    Thing& thing = told[{ThingSort::hex, "", map.hex_id(hex)}];
    thing.declared = true;
    for (const Fact& fact : by_hex[static_cast<size_t>(hex)]) thing.facts[fact.attribute] = plain(fact.value);
  }
  const auto by_hexside = map.facts_by_hexside();
  for (int hexside = 0; hexside < map.hexsides(); ++hexside) {
    const auto& here = by_hexside[static_cast<size_t>(hexside)];
    if (here.empty()) continue;
    const auto [a, b] = map.ground.ends(hexside);
    std::string name = map.hex_id(a);
    if (b == nowhere) {
      const auto sides = map.ground.sides(a);
      for (int direction = 0; direction < directions; ++direction) {
        if (sides[static_cast<size_t>(direction)] == hexside) {
          name += ' ';
          name += grid.direction_name(direction);
        }
      }
    } else {
      const std::string& other = map.hex_id(b);
      name = std::min(name, other) + "-" + std::max(name, other);
    }
    for (const Fact& fact : here)
      told[{ThingSort::hexside, "", name}].facts[fact.attribute] = plain(fact.value);
  }
  for (const NamedPlace& place : map.places)
    told[{ThingSort::place, "place", place.name}].facts[""] = map.hex_id(place.hex);
}

void tell_entities(const std::vector<EntityLine>& lines, bool declares, Told& told) {
  for (const EntityLine& line : lines) {
    Thing& thing = told[{ThingSort::entity, line.kind, line.id}];
    thing.declared = thing.declared || declares;
    if (!line.with.empty()) thing.facts["with"] = joined(line.with);
    if (!line.start.empty()) thing.facts["place"] = line.start;
    for (const Fact& fact : line.facts) thing.facts[fact.attribute] = plain(fact.value);
  }
}

void tell_scenario(const ScenarioData& data, Told& told) {
  tell_map(data.map, told);
  for (const auto& file : data.orders_of_battle) tell_entities(file.data.entities, true, told);
  for (const auto& file : data.schedules) tell_entities(file.data.rows, false, told);
  const ScenarioFile& scenario = data.scenario;
  tell_entities(scenario.attributes, false, told);
  for (const Switch& one : scenario.switches)
    told[{ThingSort::switch_, "switch", one.name}].facts[""] = plain(one.value);
  for (const Fact& fact : scenario.facts)
    told[{ThingSort::fact, "", fact.attribute}].facts[""] = plain(fact.value);
  for (const Relation& relation : scenario.relations) {
    std::vector<std::string> of;
    for (const DataValue& one : relation.of) of.push_back(plain(one));
    told[{ThingSort::relation, "", relation.attribute + "(" + joined(of) + ")"}].facts[""] =
        plain(relation.value);
  }
  for (const StateFact& fact : scenario.state) {
    const std::string of = fact.of.empty() ? "" : "(" + joined(fact.of) + ")";
    told[{ThingSort::state, "state", fact.state + of}].facts[""] = plain(fact.value);
  }
}

void compare(const Difference& of, const Thing& first, const Thing& second, std::vector<Difference>& out) {
  const auto add = [&](const std::string& what, const std::string& before, const std::string& now) {
    Difference one = of;
    one.what = what;
    one.first = before;
    one.second = now;
    out.push_back(std::move(one));
  };
  if (first.declared != second.declared) {  // one difference, not one for each of its facts
    const auto text = [](const Thing& thing) { return thing.declared ? "there" : "missing"; };
    return add("", text(first), text(second));
  }
  std::map<std::string, std::pair<std::string, std::string>> both;  // by attribute
  for (const auto& [what, value] : first.facts) both[what].first = value;
  for (const auto& [what, value] : second.facts) both[what].second = value;
  const auto said = [](const std::string& value) { return value.empty() ? "nothing" : value; };
  for (const auto& [what, values] : both) {
    if (values.first != values.second) add(what, said(values.first), said(values.second));
  }
}

std::vector<Difference> compare(const Told& first, const Told& second) {
  static const Thing nothing;
  std::map<std::string, std::set<std::string>> kinds;  // that have a member of that name
  for (const Told* told : {&first, &second}) {
    for (const auto& [name, thing] : *told) {
      if (name.sort == ThingSort::entity) kinds[name.id].insert(name.kind);
    }
  }
  std::vector<Difference> out;
  auto a = first.begin(), b = second.begin();
  while (a != first.end() || b != second.end()) {
    const bool in_a = a != first.end() && (b == second.end() || a->first <= b->first);
    const bool in_b = b != second.end() && (a == first.end() || b->first <= a->first);
    const Name& name = in_a ? a->first : b->first;
    Difference of;
    of.sort = name.sort;
    of.where = name.shown();
    of.name = name.sort == ThingSort::entity && kinds[name.id].size() > 1 ? of.where : name.id;
    compare(of, in_a ? a->second : nothing, in_b ? b->second : nothing, out);
    if (in_a) ++a;
    if (in_b) ++b;
  }
  return out;
}

}  // namespace

std::vector<Difference> differences(const HexMap& first, const HexMap& second) {
  Told a, b;
  tell_map(first, a);
  tell_map(second, b);
  return compare(a, b);
}

std::vector<Difference> differences(const OrderOfBattle& first, const OrderOfBattle& second) {
  Told a, b;
  tell_entities(first.entities, true, a);
  tell_entities(second.entities, true, b);
  return compare(a, b);
}

std::vector<Difference> differences(const Schedule& first, const Schedule& second) {
  Told a, b;
  tell_entities(first.rows, false, a);
  tell_entities(second.rows, false, b);
  return compare(a, b);
}

std::vector<Difference> differences(const ScenarioData& first, const ScenarioData& second) {
  Told a, b;
  tell_scenario(first, a);
  tell_scenario(second, b);
  return compare(a, b);
}

}  // namespace casebook::board
