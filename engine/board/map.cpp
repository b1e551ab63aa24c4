// SPDX-License-Identifier: Apache-2.0
#include "engine/board/map.h"

#include <algorithm>

#include "engine/base/nearest.h"

namespace casebook::board {

const std::string& HexMap::hex_id(int hex, int numbering) const {
  return numberings[static_cast<size_t>(numbering)].print(ground.cell(hex));
}

int HexMap::find_hex(std::string_view id, int numbering) const {
  const auto cell = numberings[static_cast<size_t>(numbering)].parse(id);
  return cell ? ground.hex(*cell) : nowhere;
}

std::string HexMap::nearest_hex(std::string_view id, int numbering) const {
  NearestName nearest(id);
  for (int hex = 0; hex < hexes(); ++hex) nearest.offer(hex_id(hex, numbering));
  return nearest.best();
}

std::optional<int> HexMap::find_numbering(std::string_view name) const {
  for (size_t i = 0; i < numberings.size(); ++i) {
    if (numberings[i].name() == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

namespace {

void add_new(std::vector<Fact>& out, const std::vector<Fact>& more) {
  for (const Fact& fact : more) {
    const bool there =
        std::any_of(out.begin(), out.end(), [&](const Fact& f) { return f.attribute == fact.attribute; });
    if (!there) out.push_back(fact);
  }
}

}  // namespace

std::vector<std::vector<Fact>> HexMap::facts_by_hex() const {
  std::vector<std::vector<Fact>> out(static_cast<size_t>(hexes()));
  for (const HexFacts& line : hex_facts) out[static_cast<size_t>(line.hex)] = line.facts;
  for (auto& facts : out) add_new(facts, hex_defaults);
  return out;
}

std::vector<std::vector<Fact>> HexMap::facts_by_hexside() const {
  std::vector<std::vector<Fact>> out(static_cast<size_t>(hexsides()));
  for (const HexsideFacts& line : hexside_facts) out[static_cast<size_t>(line.hexside)] = line.facts;
  for (const Link& link : links) {
    Fact fact;
    fact.attribute = link.attribute;
    fact.value.kind = DataKind::boolean;
    fact.value.boolean = true;
    fact.value.place = link.place;
    fact.provenance = link.provenance;
    fact.attribute_place = link.attribute_place;
    for (size_t i = 1; i < link.hexes.size(); ++i) {
      add_new(out[static_cast<size_t>(ground.between(link.hexes[i - 1], link.hexes[i]))], {fact});
    }
  }
  for (auto& facts : out) add_new(facts, hexside_defaults);
  return out;
}

bool HexMap::operator==(const HexMap& other) const {
  if (ground.grid() != other.ground.grid() || hexes() != other.hexes()) return false;
  for (int hex = 0; hex < hexes(); ++hex) {
    if (ground.cell(hex) != other.ground.cell(hex)) return false;
  }
  return title == other.title && provenances == other.provenances && numberings == other.numberings &&
         own_numbering == other.own_numbering && hex_defaults == other.hex_defaults &&
         hexside_defaults == other.hexside_defaults && hex_facts == other.hex_facts &&
         hexside_facts == other.hexside_facts && links == other.links && places == other.places &&
         labels == other.labels && extras == other.extras && grid_extras == other.grid_extras;
}

}  // namespace casebook::board
