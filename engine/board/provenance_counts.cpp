// SPDX-License-Identifier: Apache-2.0
#include "engine/board/provenance_counts.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace casebook::board {

std::vector<ProvenanceCount> provenance_counts(const HexMap& map) {
  std::map<std::string, ProvenanceCount> counts;
  const auto count = [&](const std::string& attribute, int provenance) {
    ProvenanceCount& here = counts[attribute];
    here.attribute = attribute;
    if (provenance == unstated)
      ++here.unstated;
    else if (map.provenances.all[static_cast<size_t>(provenance)].attested)
      ++here.attested;
    else
      ++here.reconstructed;
  };
  for (const HexFacts& line : map.hex_facts) {
    for (const Fact& fact : line.facts) count(fact.attribute, fact.provenance);
  }
  for (const HexsideFacts& line : map.hexside_facts) {
    for (const Fact& fact : line.facts) count(fact.attribute, fact.provenance);
  }
  // A link gives its attribute to every hexside that it crosses; one that two links cross counts once.
  std::set<std::tuple<std::string, int, int>> crossed;
  for (const Link& link : map.links) {
    for (size_t i = 1; i < link.hexes.size(); ++i) {
      const auto [low, high] = std::minmax(link.hexes[i - 1], link.hexes[i]);
      if (crossed.emplace(link.attribute, low, high).second) count(link.attribute, link.provenance);
    }
  }
  for (const NamedPlace& place : map.places) count("place", place.provenance);
  std::vector<ProvenanceCount> out;
  for (auto& [attribute, one] : counts) out.push_back(std::move(one));
  return out;
}

}  // namespace casebook::board
