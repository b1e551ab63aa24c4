// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/sources.h"

#include "engine/board/facts.h"

namespace casebook::window {

using board::HexMap;

std::vector<SourcedFact> sourced_facts(const HexMap& map, const std::string& attribute,
                                       const std::string& provenance) {
  std::vector<SourcedFact> found;
  const auto name = [&](int index) -> std::string {
    return index < 0 ? "?" : map.provenances.all[static_cast<size_t>(index)].name;
  };
  const auto add = [&](SourcedFact::On on, int first, int second, const std::string& of, int index) {
    if (!attribute.empty() && of != attribute) return;
    if (provenance != "*" && name(index) != provenance) return;
    found.push_back({on, first, second, of, index});
  };
  for (int hex = 0; hex < map.hexes(); ++hex)
    for (const board::Fact& fact : board::facts_of_hex(map, hex))
      add(SourcedFact::On::hex, hex, -1, fact.attribute, fact.provenance);
  for (const board::HexsideFacts& line : map.hexside_facts)
    for (const board::Fact& fact : line.facts)
      add(SourcedFact::On::hexside, line.hexside, -1, fact.attribute, fact.provenance);
  for (const board::Link& link : map.links)
    for (size_t i = 1; i < link.hexes.size(); ++i)
      add(SourcedFact::On::step, link.hexes[i - 1], link.hexes[i], link.attribute, link.provenance);
  for (const board::NamedPlace& place : map.places)
    add(SourcedFact::On::place, place.hex, -1, "place", place.provenance);
  return found;
}

std::vector<size_t> facts_by_source(const HexMap& map, const std::string& attribute) {
  std::vector<size_t> counts(map.provenances.all.size() + 1, 0);
  for (const SourcedFact& fact : sourced_facts(map, attribute, "*"))
    ++counts[fact.provenance < 0 ? counts.size() - 1 : static_cast<size_t>(fact.provenance)];
  return counts;
}

}  // namespace casebook::window
