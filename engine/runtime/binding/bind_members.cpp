// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/base/nearest.h"
#include "engine/runtime/binding/binder.h"

namespace casebook::runtime {

namespace {

std::string hexside_name(const board::HexMap& map, int hexside, int numbering) {
  const auto& ends = map.ground.ends(hexside);
  const std::string first = map.hex_id(ends[0], numbering);
  if (ends[1] != board::nowhere) return first + "/" + map.hex_id(ends[1], numbering);
  const auto& sides = map.ground.sides(ends[0]);
  for (int direction = 0; direction < board::directions; ++direction) {
    if (sides[static_cast<size_t>(direction)] == hexside)
      return first + "/" + std::string(map.ground.grid().direction_name(direction));
  }
  return first;
}

std::vector<std::string> hex_names(const board::HexMap& map, int numbering) {
  std::vector<std::string> names;
  for (int hex = 0; hex < map.ground.hexes(); ++hex) names.push_back(map.hex_id(hex, numbering));
  return names;
}

std::vector<std::string> hexside_names(const board::HexMap& map, int numbering) {
  std::vector<std::string> names;
  for (int hexside = 0; hexside < map.ground.hexsides(); ++hexside)
    names.push_back(hexside_name(map, hexside, numbering));
  return names;
}

}  // namespace

void ScenarioBinder::members() {
  const board::Topology& ground = data_.map.ground;
  scenario_.members.resize(program_.kinds.size());
  // A map may be larger to be drawn than what is played: distances alone are the square of it.
  if (ground.hexes() > limits::entities_of_a_kind) {
    diagnostics_.error("D0150", {data_.map.file, {}, {}},
                       fmt::format("more than {} members of kind hex (limits::entities_of_a_kind): the map "
                                   "has {}, and can be drawn but not played",
                                   limits::entities_of_a_kind, ground.hexes()));
    return;
  }
  scenario_.members[language::kind_hex] = hex_names(data_.map, data_.numbering);
  scenario_.members[language::kind_hexside] = hexside_names(data_.map, data_.numbering);

  Ground& dense = scenario_.ground;
  dense.hexes = ground.hexes();
  dense.hexsides = ground.hexsides();
  dense.layout = ground.grid().layout;
  for (int hex = 0; hex < dense.hexes; ++hex) {
    std::array<int32_t, 6> near{}, sides{};
    for (size_t direction = 0; direction < 6; ++direction) {
      near[direction] = ground.neighbours(hex)[direction];
      sides[direction] = ground.sides(hex)[direction];
    }
    dense.cells.push_back(ground.cell(hex));
    dense.neighbours.push_back(near);
    dense.sides.push_back(sides);
    for (int other = 0; other < dense.hexes; ++other)
      dense.distances.push_back(static_cast<uint16_t>(ground.distance(hex, other)));
  }
  for (int hexside = 0; hexside < dense.hexsides; ++hexside)
    dense.ends.push_back({ground.ends(hexside)[0], ground.ends(hexside)[1]});

  std::vector<std::string> open_kinds;
  for (size_t kind = 0; kind < program_.kinds.size(); ++kind) {
    if (program_.kinds[kind].closed)
      scenario_.members[kind] = program_.kinds[kind].members;
    else if (kind > language::kind_hexside)
      open_kinds.push_back(program_.kinds[kind].name);
  }
  for (const auto& [order, numbering] : orders_of_battle_) {
    for (const board::EntityLine& line : order.entities) member_line(line, order.file, open_kinds);
  }
  named_places();
}

void ScenarioBinder::member_line(const board::EntityLine& line, const std::string& file,
                                 const std::vector<std::string>& open_kinds) {
  KindId kind = language::none;
  for (size_t i = language::kind_hexside + 1; i < program_.kinds.size(); ++i) {
    if (program_.kinds[i].name == line.kind) kind = static_cast<KindId>(i);
  }
  if (kind == language::none) {
    Diagnostic& diagnostic = diagnostics_.error("D0151", board::range_of(file, line.kind_place),
                                                fmt::format("the rules have no kind \"{}\"", line.kind));
    diagnostic.expected =
        open_kinds.empty() ? "nothing: the rules name all members themselves" : listed(open_kinds);
    diagnostics_.suggest(diagnostic, [&] { return nearest_name(line.kind, open_kinds); });
    return;
  }
  const auto& declared = program_.kinds[kind];
  auto& names = scenario_.members[kind];
  if (declared.closed) {
    if (!scenario_.find(kind, line.id)) {
      Diagnostic& diagnostic = diagnostics_.error(
          "D0155", board::range_of(file, line.id_place),
          fmt::format("the rules name every {}, and none is \"{}\"", declared.name, line.id));
      if (diagnostics_.kept(diagnostic)) diagnostic.expected = listed(names);
      diagnostics_.suggest(diagnostic, [&] { return nearest_name(line.id, names); });
    }
    return;
  }
  constexpr size_t most = limits::entities_of_a_kind;
  if (names.size() > most) return;  // said already
  names.push_back(line.id);
  if (names.size() > most) {
    diagnostics_.error(
        "D0150", board::range_of(file, line.id_place),
        fmt::format("more than {} members of kind {} (limits::entities_of_a_kind)", most, declared.name));
  }
}

void ScenarioBinder::named_places() {
  for (const language::MapPlace& place : program_.places) {
    int hex = board::nowhere;
    std::vector<std::string> known;
    for (const board::NamedPlace& named : data_.map.places) {
      known.push_back(named.name);
      if (named.name == place.name) hex = named.hex;
    }
    if (hex == board::nowhere) {
      Diagnostic& diagnostic =
          diagnostics_.error("D0157", {data_.map.file, {}, {}},
                             fmt::format("the map names no place \"{}\", which case {} speaks of", place.name,
                                         program_.label_text(place.label)));
      diagnostic.expected = "a line of it under \"places\"";
      diagnostic.suggestion = nearest_name(place.name, known);
    }
    scenario_.places.push_back(hex);
  }
}

std::optional<int32_t> ScenarioBinder::member(KindId kind, std::string_view name, int numbering) const {
  if (kind != language::kind_hex) return scenario_.find(kind, name);
  const int hex = data_.map.numberings.empty() ? board::nowhere : data_.map.find_hex(name, numbering);
  return hex == board::nowhere ? std::nullopt : std::optional<int32_t>(hex);
}

std::string ScenarioBinder::nearest_member(KindId kind, std::string_view name, int numbering) const {
  if (kind == language::kind_hex)
    return data_.map.numberings.empty() ? std::string() : data_.map.nearest_hex(name, numbering);
  return std::string(scenario_.nearest(kind, name));
}

std::shared_ptr<const Scenario> numbered(std::shared_ptr<const Scenario> scenario,
                                         std::string_view numbering) {
  if (!scenario->data) return scenario;
  const auto wanted = scenario->data->map.find_numbering(numbering);
  if (!wanted || *wanted == scenario->data->numbering) return scenario;
  auto renamed = std::make_shared<Scenario>(*scenario);
  renamed->members[language::kind_hex] = hex_names(scenario->data->map, *wanted);
  renamed->members[language::kind_hexside] = hexside_names(scenario->data->map, *wanted);
  return renamed;
}

}  // namespace casebook::runtime
