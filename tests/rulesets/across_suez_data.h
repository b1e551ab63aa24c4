// SPDX-License-Identifier: Apache-2.0
#pragma once

// The data of Across Suez as its tests ask about it: by hex numbers, without any rules. Everything is read
// from rulesets/across-suez; a file that cannot be read, or that gives a warning, is a failure of the test.

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic_text.h"
#include "engine/board/cases.h"
#include "engine/board/map.h"
#include "engine/board/order_of_battle.h"

namespace casebook::board::across_suez {

template <typename Data, typename Load>
Data load(const Load& loader, const std::string& name) {
  Diagnostics diagnostics;
  auto data = loader(std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/across-suez/" + name, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics_text(diagnostics);
  if (!data) throw std::runtime_error(name + " cannot be read");
  return *data;
}

/// The value of an attribute, or null.
inline const DataValue* value_of(const std::vector<Fact>& facts, std::string_view attribute) {
  for (const Fact& fact : facts) {
    if (fact.attribute == attribute) return &fact.value;
  }
  return nullptr;
}

class Ground {
 public:
  Ground()
      : map(load<HexMap>(load_map, "map.json")),
        hex_facts(map.facts_by_hex()),
        side_facts(map.facts_by_hexside()) {}

  int hex(std::string_view id) const {
    const int found = map.find_hex(id);
    EXPECT_NE(found, nowhere) << id;
    return found;
  }
  std::string id(int hex) const { return map.hex_id(hex); }

  std::set<std::string> terrain(int hex) const {
    std::set<std::string> kinds;
    const DataValue* value = value_of(hex_facts[static_cast<size_t>(hex)], "terrain");
    if (value) {
      for (const DataValue& item : value->items) kinds.insert(item.text);
    }
    return kinds;
  }
  std::set<std::string> terrain(std::string_view id) const { return terrain(hex(id)); }
  bool has(std::string_view id, const std::string& kind) const { return terrain(id).count(kind) == 1; }
  /// Nothing but lake.
  bool water(int hex) const { return terrain(hex) == std::set<std::string>{"lake"}; }
  /// A unit may stand in it: there is ground, and it is no swamp (spi-1980, chart of movement).
  bool enterable(int hex) const { return !water(hex) && terrain(hex).count("swamp") == 0; }

  bool side(int hexside, std::string_view attribute) const {
    const DataValue* value = value_of(side_facts[static_cast<size_t>(hexside)], attribute);
    return value && value->boolean;
  }
  bool between(std::string_view a, std::string_view b, std::string_view attribute) const {
    const int found = map.ground.between(hex(a), hex(b));
    EXPECT_NE(found, nowhere) << a << " and " << b << " do not touch";
    return found != nowhere && side(found, attribute);
  }
  bool touch(std::string_view a, std::string_view b) const { return map.ground.adjacent(hex(a), hex(b)); }

  std::vector<int> neighbours(int hex) const {
    std::vector<int> all;
    for (const int next : map.ground.neighbours(hex)) {
      if (next != nowhere) all.push_back(next);
    }
    return all;
  }
  bool on_road(int hex) const {
    for (const int next : neighbours(hex)) {
      if (side(map.ground.between(hex, next), "road")) return true;
    }
    return false;
  }
  bool wet(int hexside) const { return side(hexside, "lake_side") || side(hexside, "canal_side"); }

  /// All hexes that can be reached from one by steps that `may` allows: may(from, to, hexside).
  template <typename May>
  std::set<int> flood(std::string_view start, const May& may) const {
    std::set<int> seen{hex(start)};
    std::vector<int> todo{hex(start)};
    while (!todo.empty()) {
      const int here = todo.back();
      todo.pop_back();
      for (const int next : neighbours(here)) {
        if (seen.count(next) || !may(here, next, map.ground.between(here, next))) continue;
        seen.insert(next);
        todo.push_back(next);
      }
    }
    return seen;
  }

  HexMap map;
  std::vector<std::vector<Fact>> hex_facts, side_facts;
};

/// What the file says of a fact: "attested decision-games-2 5.3", or "reconstructed".
inline std::string source_of(const Provenances& provenances, int index) {
  if (index == unstated) return "unstated";
  const Provenance& provenance = provenances.all[static_cast<size_t>(index)];
  return provenance.attested ? "attested " + provenance.source + " " + provenance.case_label
                             : "reconstructed";
}

}  // namespace casebook::board::across_suez
