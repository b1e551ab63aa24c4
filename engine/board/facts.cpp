// SPDX-License-Identifier: Apache-2.0
#include "engine/board/facts.h"

#include <algorithm>

namespace casebook::board {

namespace {

void add_new(std::vector<Fact>& out, const Fact& fact) {
  const bool there =
      std::any_of(out.begin(), out.end(), [&](const Fact& f) { return f.attribute == fact.attribute; });
  if (!there) out.push_back(fact);
}

bool goes_over(const Topology& ground, const Link& link, int hexside) {
  const auto& ends = ground.ends(hexside);
  for (size_t i = 1; i < link.hexes.size(); ++i) {
    const int a = link.hexes[i - 1], b = link.hexes[i];
    if ((a == ends[0] && b == ends[1]) || (a == ends[1] && b == ends[0])) return true;
  }
  return false;
}

}  // namespace

std::vector<Fact> facts_of_hex(const HexMap& map, int hex) {
  std::vector<Fact> out;
  const auto line = std::lower_bound(map.hex_facts.begin(), map.hex_facts.end(), hex,
                                     [](const HexFacts& a, int b) { return a.hex < b; });
  if (line != map.hex_facts.end() && line->hex == hex) out = line->facts;
  for (const Fact& fact : map.hex_defaults) add_new(out, fact);
  return out;
}

std::vector<Fact> facts_of_hexside(const HexMap& map, int hexside) {
  std::vector<Fact> out;
  const auto line = std::lower_bound(map.hexside_facts.begin(), map.hexside_facts.end(), hexside,
                                     [](const HexsideFacts& a, int b) { return a.hexside < b; });
  if (line != map.hexside_facts.end() && line->hexside == hexside) out = line->facts;
  for (const Link& link : map.links) {
    if (!goes_over(map.ground, link, hexside)) continue;
    Fact fact;
    fact.attribute = link.attribute;
    fact.value.kind = DataKind::boolean;
    fact.value.boolean = true;
    fact.value.place = link.place;
    fact.provenance = link.provenance;
    fact.attribute_place = link.attribute_place;
    add_new(out, fact);
  }
  for (const Fact& fact : map.hexside_defaults) add_new(out, fact);
  return out;
}

}  // namespace casebook::board
