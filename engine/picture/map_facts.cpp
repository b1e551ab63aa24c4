// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/map_facts.h"

#include <algorithm>

namespace casebook::picture {

using board::Fact;

namespace {

/// Those of `more` whose attribute nothing has yet.
void add_new(std::vector<Fact>& facts, const std::vector<Fact>& more) {
  for (const Fact& fact : more)
    if (std::none_of(facts.begin(), facts.end(),
                     [&](const Fact& one) { return one.attribute == fact.attribute; }))
      facts.push_back(fact);
}

}  // namespace

MapFacts::MapFacts(const board::HexMap& map)
    : map_(&map),
      hexes_(map.facts_by_hex()),
      hexsides_(map.facts_by_hexside()),
      links_(static_cast<size_t>(map.hexes())) {
  for (size_t link = 0; link < map.links.size(); ++link)
    for (const int hex : map.links[link].hexes) {
      std::vector<int>& here = links_[static_cast<size_t>(hex)];
      if (here.empty() || here.back() != static_cast<int>(link)) here.push_back(static_cast<int>(link));
    }
}

void MapFacts::refresh(const std::vector<int>& hexes, const std::vector<int>& hexsides) {
  for (const int hex : hexes) {
    const auto line =
        std::lower_bound(map_->hex_facts.begin(), map_->hex_facts.end(), hex,
                         [](const board::HexFacts& one, int wanted) { return one.hex < wanted; });
    std::vector<Fact>& facts = hexes_[static_cast<size_t>(hex)];
    facts.clear();
    if (line != map_->hex_facts.end() && line->hex == hex) facts = line->facts;
    add_new(facts, map_->hex_defaults);
  }
  for (const int side : hexsides) {
    const auto line =
        std::lower_bound(map_->hexside_facts.begin(), map_->hexside_facts.end(), side,
                         [](const board::HexsideFacts& one, int wanted) { return one.hexside < wanted; });
    std::vector<Fact>& facts = hexsides_[static_cast<size_t>(side)];
    facts.clear();
    if (line != map_->hexside_facts.end() && line->hexside == side) facts = line->facts;
    const auto& ends = map_->ground.ends(side);
    if (ends[1] != board::nowhere) {
      for (const int index : links_at(ends[0])) {
        const board::Link& link = map_->links[static_cast<size_t>(index)];
        for (size_t i = 1; i < link.hexes.size(); ++i) {
          const int a = link.hexes[i - 1], b = link.hexes[i];
          if (!(a == ends[0] && b == ends[1]) && !(a == ends[1] && b == ends[0])) continue;
          Fact fact;
          fact.attribute = link.attribute;
          fact.value.kind = board::DataKind::boolean;
          fact.value.boolean = true;
          fact.provenance = link.provenance;
          add_new(facts, {fact});
        }
      }
    }
    add_new(facts, map_->hexside_defaults);
  }
}

}  // namespace casebook::picture
