// SPDX-License-Identifier: Apache-2.0
// casebook/map to JSON: everything in canonical order, one hex, hexside, link, place and label a line.
#include "engine/board/format.h"
#include "engine/board/map.h"
#include "engine/board/numbering_json.h"

namespace casebook::board {

namespace {

JsonValue write_grid(const HexMap& map) {
  const Grid& grid = map.ground.grid();
  JsonValue out = JsonValue::object();
  out.add("hexes", JsonValue::of(grid.flat() ? "flat" : "pointy"));
  if (grid.rhombus()) {
    out.add("shape", JsonValue::of("rhombus"));
  } else {
    const bool odd = grid.layout == Layout::flat_odd || grid.layout == Layout::pointy_odd;
    out.add("shape", JsonValue::of("rectangle"));
    out.add("shifted",
            JsonValue::of(std::string(odd ? "odd " : "even ") + (grid.flat() ? "columns" : "rows")));
  }
  out.add("columns", JsonValue::of(int64_t{grid.columns}));
  out.add("rows", JsonValue::of(int64_t{grid.rows}));
  write_extras(out, map.grid_extras);
  return out;
}

/// "missing" or "only", whichever is shorter; neither when every cell of the numbering is a hex.
void write_hexes_there(JsonValue& top, const HexMap& map) {
  const Numbering& own = map.numberings[static_cast<size_t>(map.own_numbering)];
  JsonValue missing = JsonValue::array(), only = JsonValue::array();
  for (const Cell& cell : own.cells_in_order()) {
    (map.ground.hex(cell) == nowhere ? missing : only).items.push_back(JsonValue::of(own.print(cell)));
  }
  if (missing.items.empty()) return;
  const bool few_missing = missing.items.size() <= only.items.size();
  top.add(few_missing ? "missing" : "only", few_missing ? std::move(missing) : std::move(only));
}

JsonValue write_hexside(const HexMap& map, const HexsideFacts& line) {
  JsonValue out = JsonValue::object();
  const auto& ends = map.ground.ends(line.hexside);
  if (line.direction < 0) {
    out.add("between",
            JsonValue::array({JsonValue::of(map.hex_id(ends[0])), JsonValue::of(map.hex_id(ends[1]))}));
  } else {
    out.add("of", JsonValue::of(map.hex_id(line.first)));
    out.add("direction", JsonValue::of(std::string(map.ground.grid().direction_name(line.direction))));
  }
  write_provenance(out, line.provenance, map.provenances);
  write_facts(out, line.facts);
  write_extras(out, line.extras);
  return out;
}

JsonValue write_link(const HexMap& map, const Link& link) {
  JsonValue out = JsonValue::object();
  out.add("attribute", JsonValue::of(link.attribute));
  std::string through;
  for (const int hex : link.hexes) through += (through.empty() ? "" : " ") + map.hex_id(hex);
  out.add("through", JsonValue::of(through));
  if (!link.open_ends.empty()) {
    std::string ends;
    for (const int hex : link.open_ends) ends += (ends.empty() ? "" : " ") + map.hex_id(hex);
    out.add("openEnds", JsonValue::of(ends));
  }
  write_provenance(out, link.provenance_choice, map.provenances);
  write_extras(out, link.extras);
  return out;
}

JsonValue write_place(const HexMap& map, const NamedPlace& place) {
  JsonValue hex = JsonValue::of(map.hex_id(place.hex));
  if (place.provenance_choice.entries.empty() && place.extras.empty()) return hex;
  JsonValue out = JsonValue::object();
  out.add("hex", std::move(hex));
  write_provenance(out, place.provenance_choice, map.provenances);
  write_extras(out, place.extras);
  return out;
}

void add_list(JsonValue& top, const char* key, std::vector<JsonValue> lines) {
  if (!lines.empty()) top.add(key, JsonValue::array(std::move(lines)));
}

}  // namespace

std::string write_map(const HexMap& map) {
  JsonValue top = JsonValue::object();
  if (!map.title.empty()) top.add("title", JsonValue::of(map.title));
  write_provenances(top, map.provenances);
  top.add("grid", write_grid(map));
  JsonValue numberings = JsonValue::object();
  for (const Numbering& numbering : map.numberings)
    numberings.add(numbering.name(), write_numbering(numbering));
  top.add("numberings", std::move(numberings));
  top.add("numbering", JsonValue::of(map.numberings[static_cast<size_t>(map.own_numbering)].name()));
  write_hexes_there(top, map);
  if (!map.hex_defaults.empty() || !map.hexside_defaults.empty()) {
    JsonValue defaults = JsonValue::object();
    for (const auto& [key, facts] :
         {std::pair{"hex", &map.hex_defaults}, std::pair{"hexside", &map.hexside_defaults}}) {
      if (facts->empty()) continue;
      JsonValue part = JsonValue::object();
      write_facts(part, *facts);
      defaults.add(key, std::move(part));
    }
    top.add("defaults", std::move(defaults));
  }
  JsonValue hexes = JsonValue::object();
  for (const HexFacts& line : map.hex_facts) {
    JsonValue hex = JsonValue::object();
    write_provenance(hex, line.provenance, map.provenances);
    write_facts(hex, line.facts);
    write_extras(hex, line.extras);
    hexes.add(map.hex_id(line.hex), std::move(hex));
  }
  if (!hexes.members.empty()) top.add("hexes", std::move(hexes));
  std::vector<JsonValue> hexsides, links, labels;
  for (const HexsideFacts& line : map.hexside_facts) hexsides.push_back(write_hexside(map, line));
  for (const Link& link : map.links) links.push_back(write_link(map, link));
  for (const Label& label : map.labels) {
    JsonValue line = JsonValue::object();
    line.add("at", JsonValue::of(map.hex_id(label.hex)));
    line.add("text", JsonValue::of(label.text));
    write_extras(line, label.extras);
    labels.push_back(std::move(line));
  }
  add_list(top, "hexsides", std::move(hexsides));
  add_list(top, "links", std::move(links));
  JsonValue places = JsonValue::object();
  for (const NamedPlace& place : map.places) places.add(place.name, write_place(map, place));
  if (!places.members.empty()) top.add("places", std::move(places));
  add_list(top, "labels", std::move(labels));
  write_extras(top, map.extras);
  return write_format(std::move(top), map_format);
}

}  // namespace casebook::board
