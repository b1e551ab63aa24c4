// SPDX-License-Identifier: Apache-2.0
// The map of Across Suez as ground: what must be true of any map that one could play on, whatever is
// reconstructed.
#include <algorithm>
#include <map>

#include "tests/rulesets/across_suez_data.h"

namespace casebook::board::across_suez {
namespace {

class AcrossSuezGround : public testing::Test {
 protected:
  Ground ground;
  const Topology& hexes = ground.map.ground;

  /// The hexsides that share a corner with one: with its two hexes they make a triangle.
  bool meets_another(int side, std::string_view attribute) const {
    const auto [a, b] = hexes.ends(side);
    for (const int corner : ground.neighbours(a)) {
      const int first = hexes.between(a, corner), second = b == nowhere ? nowhere : hexes.between(b, corner);
      if (second == nowhere) continue;
      if (ground.side(first, attribute) || ground.side(second, attribute)) return true;
    }
    return false;
  }
  int sides_at(int hex, std::string_view attribute) const {
    int count = 0;
    for (const int side : hexes.sides(hex)) count += ground.side(side, attribute) ? 1 : 0;
    return count;
  }
};

TEST_F(AcrossSuezGround, IsSeventeenByTwentyOne) {
  EXPECT_EQ(hexes.grid().columns, 17);
  EXPECT_EQ(hexes.grid().rows, 21);
  EXPECT_EQ(hexes.hexes(), 357);
}

TEST_F(AcrossSuezGround, ARoadLeadsFromTheIsraeliEntryHexToMatzmed) {
  const auto reached = ground.flood("1708", [&](int, int, int side) { return ground.side(side, "road"); });
  for (const char* id : {"0112", "0616", "0401", "0921", "1301"})
    EXPECT_EQ(reached.count(ground.hex(id)), 1u) << id;
}

// Canal or lake closes the whole western edge: each hex of the first column is water or has canal on both of
// its sides at the edge.
TEST_F(AcrossSuezGround, WaterClosesTheWesternEdge) {
  for (int row = 0; row < 21; ++row) {
    const int hex = hexes.hex({0, row});
    const auto& sides = hexes.sides(hex);
    EXPECT_TRUE(ground.water(hex) ||
                (ground.side(sides[4], "canal_side") && ground.side(sides[5], "canal_side")))
        << ground.id(hex);
  }
}

TEST_F(AcrossSuezGround, TheLakeIsOneAndItsShoreIsClosed) {
  const auto lake = ground.flood("0321", [&](int, int to, int) { return ground.water(to); });
  for (int hex = 0; hex < hexes.hexes(); ++hex) {
    if (!ground.water(hex)) continue;
    EXPECT_EQ(lake.count(hex), 1u) << ground.id(hex);
    for (const int next : ground.neighbours(hex)) {
      if (ground.water(next)) continue;
      EXPECT_TRUE(ground.side(hexes.between(hex, next), "lake_side"))
          << ground.id(hex) << " " << ground.id(next);
    }
  }
}

// A hex that holds lake beside its ground lies at the water, and one at the water says so unless a text says
// what it is.
TEST_F(AcrossSuezGround, CoastHexesAreThoseAtTheWater) {
  for (int hex = 0; hex < hexes.hexes(); ++hex) {
    const auto kinds = ground.terrain(hex);
    if (ground.water(hex) || kinds.count("bar_lev") || kinds.count("swamp")) continue;
    const auto around = ground.neighbours(hex);
    const bool at_water =
        std::any_of(around.begin(), around.end(), [&](int next) { return ground.water(next); });
    EXPECT_EQ(kinds.count("lake") == 1, at_water) << ground.id(hex);
  }
}

TEST_F(AcrossSuezGround, EveryHexThatCanBeEnteredCanBeReached) {
  const auto reached =
      ground.flood("1708", [&](int, int to, int side) { return ground.enterable(to) && !ground.wet(side); });
  for (int hex = 0; hex < hexes.hexes(); ++hex)
    EXPECT_EQ(reached.count(hex) == 1, ground.enterable(hex)) << ground.id(hex);
}

TEST_F(AcrossSuezGround, EachKindOfTheKeyIsThere) {
  std::map<std::string, int> kinds;
  for (int hex = 0; hex < hexes.hexes(); ++hex) {
    for (const std::string& kind : ground.terrain(hex)) ++kinds[kind];
  }
  for (const char* kind : {"clear", "sand", "elevated_sand", "swamp", "lake"})
    EXPECT_GE(kinds[kind], 3) << kind;
  EXPECT_EQ(kinds["chinese_farm"], 1);
  EXPECT_EQ(kinds["bar_lev"], 2) << "the texts name two forts and no third";
  EXPECT_EQ(kinds.size(), 7u);
  std::map<std::string, int> sides;
  for (int side = 0; side < hexes.hexsides(); ++side) {
    for (const Fact& fact : ground.side_facts[static_cast<size_t>(side)]) ++sides[fact.attribute];
  }
  for (const char* kind : {"road", "trail", "ridge", "lake_side", "canal_side"})
    EXPECT_GE(sides[kind], 3) << kind;
  EXPECT_EQ(sides.size(), 5u);
  std::map<std::string, int> links;
  for (const Link& link : ground.map.links) ++links[link.attribute];
  EXPECT_GE(links["road"], 3);
  EXPECT_GE(links["trail"], 3);
}

// A side wholly of water matters where both hexes can be entered; and so does a road over a ridge.
TEST_F(AcrossSuezGround, SidesThatDecideSomethingAreThere) {
  int bays = 0, roads_over_ridges = 0, trails_over_ridges = 0;
  for (int side = 0; side < hexes.hexsides(); ++side) {
    const auto [a, b] = hexes.ends(side);
    if (b == nowhere) continue;
    bays += ground.side(side, "lake_side") && ground.enterable(a) && ground.enterable(b) ? 1 : 0;
    roads_over_ridges += ground.side(side, "ridge") && ground.side(side, "road") ? 1 : 0;
    trails_over_ridges += ground.side(side, "ridge") && ground.side(side, "trail") ? 1 : 0;
  }
  EXPECT_GE(bays, 1);
  EXPECT_GE(roads_over_ridges, 1);
  EXPECT_GE(trails_over_ridges, 1);
}

TEST_F(AcrossSuezGround, RidgesAreLinesAlongElevatedSand) {
  for (int side = 0; side < hexes.hexsides(); ++side) {
    if (!ground.side(side, "ridge")) continue;
    const auto [a, b] = hexes.ends(side);
    ASSERT_NE(b, nowhere);
    const std::string where = ground.id(a) + " " + ground.id(b);
    EXPECT_TRUE(ground.terrain(a).count("elevated_sand") || ground.terrain(b).count("elevated_sand"))
        << where;
    EXPECT_TRUE(meets_another(side, "ridge")) << where;
    EXPECT_FALSE(ground.wet(side)) << where;
  }
}

TEST_F(AcrossSuezGround, RoadsAndTrailsLieOnDryGround) {
  for (int side = 0; side < hexes.hexsides(); ++side) {
    if (!ground.side(side, "road") && !ground.side(side, "trail")) continue;
    EXPECT_FALSE(ground.wet(side));
    EXPECT_FALSE(ground.side(side, "road") && ground.side(side, "trail"));
    for (const int hex : hexes.ends(side)) {
      EXPECT_TRUE(hex == nowhere || ground.enterable(hex)) << ground.id(std::max(hex, 0));
    }
  }
}

// A road ends at another road, at the edge of the map (where its last hexside has it too), or at Matzmed.
TEST_F(AcrossSuezGround, RoadsDoNotEndInTheOpen) {
  for (int hex = 0; hex < hexes.hexes(); ++hex) {
    EXPECT_EQ(sides_at(hex, "road") == 1, ground.id(hex) == "0112") << ground.id(hex);
  }
}

// A trail costs more than clear ground and less than sand: one that does not lead through sand is a mistake.
TEST_F(AcrossSuezGround, TrailsLeadThroughSand) {
  for (int side = 0; side < hexes.hexsides(); ++side) {
    if (!ground.side(side, "trail")) continue;
    const auto [a, b] = hexes.ends(side);
    const auto dear = [&](int hex) {
      const auto kinds = ground.terrain(hex);
      return kinds.count("sand") || kinds.count("elevated_sand");
    };
    EXPECT_TRUE(dear(a) || dear(b)) << ground.id(a) << " " << ground.id(b);
  }
}

// No dune and no hill is a single hex of another kind in the middle of nothing.
TEST_F(AcrossSuezGround, HillsAreMoreThanOneHex) {
  for (int hex = 0; hex < hexes.hexes(); ++hex) {
    if (!ground.terrain(hex).count("elevated_sand")) continue;
    const auto around = ground.neighbours(hex);
    EXPECT_TRUE(std::any_of(around.begin(), around.end(), [&](int next) {
      return ground.terrain(next).count("elevated_sand") == 1;
    })) << ground.id(hex);
  }
}

// How much of the map a text states, counted as the file states it. An unlisted hex is clear by the default.
TEST_F(AcrossSuezGround, AttestedAndReconstructedFactsAreCounted) {
  std::map<std::string, int> attested, reconstructed;
  const auto count = [&](const std::string& what, int provenance) {
    const std::string source = source_of(ground.map.provenances, provenance);
    ASSERT_NE(source, "unstated") << what;
    ++(source == "reconstructed" ? reconstructed : attested)[what];
  };
  for (const HexFacts& line : ground.map.hex_facts) {
    for (const Fact& fact : line.facts) count("hexes", fact.provenance);
  }
  for (const auto& facts : ground.side_facts) {
    for (const Fact& fact : facts) count(fact.attribute, fact.provenance);
  }
  for (const NamedPlace& place : ground.map.places) count("places", place.provenance);
  EXPECT_EQ(attested, (std::map<std::string, int>{
                          {"canal_side", 1}, {"hexes", 8}, {"places", 7}, {"ridge", 2}, {"road", 1}}));
  EXPECT_EQ(reconstructed, (std::map<std::string, int>{{"canal_side", 23},
                                                       {"hexes", 181},
                                                       {"lake_side", 29},
                                                       {"places", 1},
                                                       {"ridge", 30},
                                                       {"road", 71},
                                                       {"trail", 32}}));
}

TEST_F(AcrossSuezGround, EverySourceIsOneOfTheFourTexts) {
  for (const Provenance& provenance : ground.map.provenances.all) {
    if (!provenance.attested) {
      EXPECT_FALSE(provenance.why.empty()) << provenance.name;
      continue;
    }
    EXPECT_TRUE(
        (std::set<std::string>{"spi-1980-a", "spi-1980-b", "decision-games-1", "decision-games-2"}.count(
            provenance.source)))
        << provenance.source;
    EXPECT_FALSE(provenance.case_label.empty()) << provenance.name;
  }
}

}  // namespace
}  // namespace casebook::board::across_suez
