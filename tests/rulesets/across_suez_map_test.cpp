// SPDX-License-Identifier: Apache-2.0
// The map of Across Suez against its four texts: every fact that one of them states about the ground, in the
// order of the texts. Cases are cited as source and number.
#include <algorithm>
#include <array>

#include "tests/rulesets/across_suez_data.h"

namespace casebook::board::across_suez {
namespace {

using Kinds = std::set<std::string>;

class AcrossSuezMap : public testing::Test {
 protected:
  Ground ground;

  std::string source_of_terrain(std::string_view id) const {
    for (const Fact& fact : ground.hex_facts[static_cast<size_t>(ground.hex(id))]) {
      if (fact.attribute == "terrain") return source_of(ground.map.provenances, fact.provenance);
    }
    return "none";
  }
  std::string source_of_side(std::string_view a, std::string_view b, std::string_view attribute) const {
    const int side = ground.map.ground.between(ground.hex(a), ground.hex(b));
    for (const Fact& fact : ground.side_facts[static_cast<size_t>(side)]) {
      if (fact.attribute == attribute) return source_of(ground.map.provenances, fact.provenance);
    }
    return "none";
  }
  std::string place(std::string_view name) const {
    for (const NamedPlace& place : ground.map.places) {
      if (place.name == name) return ground.id(place.hex);
    }
    return "none";
  }
  std::string source_of_place(std::string_view name) const {
    for (const NamedPlace& place : ground.map.places) {
      if (place.name == name) return source_of(ground.map.provenances, place.provenance);
    }
    return "none";
  }
};

// --- spi-1980

// 4.2 and 12.3: a hex may hold several kinds of ground that can be entered, such as sand and elevated sand.
TEST_F(AcrossSuezMap, Spi_4_2_SomeHexesHoldTwoKindsOfGround) {
  int both = 0;
  for (int hex = 0; hex < ground.map.hexes(); ++hex)
    both += ground.terrain(hex) == Kinds{"sand", "elevated_sand"} ? 1 : 0;
  EXPECT_GE(both, 3);
}

TEST_F(AcrossSuezMap, Spi_4_5_MostHexesHaveSixNeighbours) {
  int inside = 0;
  for (int hex = 0; hex < ground.map.hexes(); ++hex) inside += ground.map.ground.on_edge(hex) ? 0 : 1;
  EXPECT_GT(2 * inside, ground.map.hexes());
}

TEST_F(AcrossSuezMap, Spi_7_4_TheIsraelisComeFromTheEast) {
  EXPECT_EQ(place("israeli_rear"), "1708");
  EXPECT_TRUE(ground.map.ground.on_edge(ground.hex("1708")));
  EXPECT_TRUE(ground.on_road(ground.hex("1708")));
}

TEST_F(AcrossSuezMap, Spi_7_4_EgyptianArrivalHexesAsPrintedCanBeEntered) {
  for (const char* id : {"0407", "1307", "0921"}) EXPECT_TRUE(ground.enterable(ground.hex(id))) << id;
}

// 11.0, 11.1: the Israelis leave the map over the canal from the Bar Lev hex 0112.
TEST_F(AcrossSuezMap, Spi_11_0_MatzmedIsABarLevHexOnTheCanal) {
  EXPECT_EQ(place("matzmed"), "0112");
  EXPECT_EQ(ground.terrain("0112"), Kinds{"bar_lev"});
  EXPECT_EQ(source_of_terrain("0112"), "attested spi-1980-a 11.0");
  EXPECT_EQ(source_of_place("matzmed"), "attested spi-1980-a 11.0");
  const Topology& hexes = ground.map.ground;
  ASSERT_TRUE(hexes.on_edge(ground.hex("0112")));
  bool canal = false;
  for (int d = 0; d < directions; ++d) {
    if (hexes.neighbours(ground.hex("0112"))[static_cast<size_t>(d)] == nowhere)
      canal = canal || ground.side(hexes.sides(ground.hex("0112"))[static_cast<size_t>(d)], "canal_side");
  }
  EXPECT_TRUE(canal);
}

TEST_F(AcrossSuezMap, Spi_12_1_ThereIsOneHexOfTheChineseFarm) {
  int farms = 0;
  for (int hex = 0; hex < ground.map.hexes(); ++hex)
    farms += ground.terrain(hex).count("chinese_farm") ? 1 : 0;
  EXPECT_EQ(farms, 1);
}

// 12.2 speaks of elevated sand with ridge and other hexsides, and of ridges before other ground.
TEST_F(AcrossSuezMap, Spi_12_2_RidgesStandBeforeElevatedSandAndBeforeOtherGround) {
  bool mixed = false, other = false;
  for (int hex = 0; hex < ground.map.hexes(); ++hex) {
    bool ridge = false, none = false;
    for (const int next : ground.neighbours(hex))
      (ground.side(ground.map.ground.between(hex, next), "ridge") ? ridge : none) = true;
    if (ground.terrain(hex).count("elevated_sand") != 0)
      mixed = mixed || (ridge && none);
    else
      other = other || ridge;
  }
  EXPECT_TRUE(mixed);
  EXPECT_TRUE(other);
}

// 14.0 and 14.1: the line from Matzmed to the rear runs through clear and road hexes.
TEST_F(AcrossSuezMap, Spi_14_1_ALineOfCommunicationCanBeHad) {
  const auto reached = ground.flood("1708", [&](int, int to, int side) {
    Kinds kinds = ground.terrain(to);
    kinds.erase("lake");
    return !ground.wet(side) && (kinds == Kinds{"clear"} || ground.on_road(to));
  });
  EXPECT_EQ(reached.count(ground.hex("0112")), 1u);
  EXPECT_EQ(source_of_place("israeli_rear"), "attested spi-1980-a 14.0");
}

// --- decision-games-1: the same ground with columns two higher

TEST_F(AcrossSuezMap, FirstReEdition_11_1_And_14_0_NumberTheSameHexesTwoColumnsHigher) {
  const auto numbering = ground.map.find_numbering("decision-games-1");
  ASSERT_TRUE(numbering.has_value());
  EXPECT_EQ(ground.map.find_hex("0312", *numbering), ground.hex("0112"));
  EXPECT_EQ(ground.map.find_hex("1908", *numbering), ground.hex("1708"));
  EXPECT_EQ(ground.map.find_hex("0112", *numbering), nowhere);
}

// --- decision-games-2

TEST_F(AcrossSuezMap, LaterEdition_5_3_RidgeAndElevatedSand) {
  EXPECT_TRUE(ground.between("1509", "1609", "ridge"));
  EXPECT_FALSE(ground.between("1509", "1609", "road"));
  EXPECT_FALSE(ground.between("1509", "1609", "trail"));
  EXPECT_EQ(ground.terrain("1609"), Kinds{"elevated_sand"});
  EXPECT_EQ(source_of_side("1509", "1609", "ridge"), "attested decision-games-2 5.3");
  EXPECT_EQ(source_of_terrain("1609"), "attested decision-games-2 5.3");
}

TEST_F(AcrossSuezMap, LaterEdition_5_4_ARoadLeadsIntoElevatedSand) {
  EXPECT_EQ(ground.terrain("0306"), Kinds{"elevated_sand"});
  EXPECT_TRUE(ground.between("0306", "0307", "road"));
  EXPECT_FALSE(ground.between("0306", "0307", "ridge")) << "half a point is the whole cost";
  EXPECT_EQ(source_of_terrain("0306"), "attested decision-games-2 5.4");
  EXPECT_EQ(source_of_side("0306", "0307", "road"), "attested decision-games-2 5.4");
}

// 7.4.2: a unit that must retreat looks at 0312, 0512, 0313 and 0413; the last two are swamp. Only if even
// columns stand lower does any hex touch all four, and then it is 0412.
TEST_F(AcrossSuezMap, LaterEdition_7_4_2_TheRetreatExampleShowsWhichColumnsStandLower) {
  const std::array looked_at{"0312", "0512", "0313", "0413"};
  std::vector<std::string> among;
  for (int hex = 0; hex < ground.map.hexes(); ++hex) {
    if (std::all_of(looked_at.begin(), looked_at.end(),
                    [&](const char* id) { return ground.map.ground.adjacent(hex, ground.hex(id)); }))
      among.push_back(ground.id(hex));
  }
  EXPECT_EQ(among, std::vector<std::string>{"0412"});
  Grid other = ground.map.ground.grid();
  ASSERT_EQ(other.layout, Layout::flat_even);
  other.layout = Layout::flat_odd;
  for (int hex = 0; hex < ground.map.hexes(); ++hex) {
    EXPECT_FALSE(std::all_of(looked_at.begin(), looked_at.end(), [&](const char* id) {
      return other.distance(ground.map.ground.cell(hex), ground.map.ground.cell(ground.hex(id))) == 1;
    })) << ground.id(hex);
  }
}

TEST_F(AcrossSuezMap, LaterEdition_7_4_2_SwampsAndTheHexesThatOnlyZonesClose) {
  for (const char* id : {"0313", "0413"}) {
    EXPECT_TRUE(ground.has(id, "swamp")) << id;
    EXPECT_EQ(source_of_terrain(id), "attested decision-games-2 7.4.2") << id;
  }
  for (const char* id : {"0312", "0512"}) {
    EXPECT_TRUE(ground.enterable(ground.hex(id))) << id;
    EXPECT_FALSE(ground.wet(ground.map.ground.between(ground.hex("0412"), ground.hex(id)))) << id;
  }
  EXPECT_TRUE(ground.enterable(ground.hex("0412")));
}

TEST_F(AcrossSuezMap, LaterEdition_8_0_2_TheChineseFarm) {
  EXPECT_EQ(ground.terrain("0910"), Kinds{"chinese_farm"});
  EXPECT_EQ(source_of_terrain("0910"), "attested decision-games-2 8.0(2)");
  EXPECT_EQ(place("farm"), "0910");
}

TEST_F(AcrossSuezMap, LaterEdition_8_0_ElevatedSandBehindARidge) {
  EXPECT_TRUE(ground.has("1317", "elevated_sand"));
  EXPECT_TRUE(ground.between("1316", "1317", "ridge"));
  EXPECT_TRUE(ground.enterable(ground.hex("1316")));
  EXPECT_EQ(source_of_terrain("1317"), "attested decision-games-2 8.0");
  EXPECT_EQ(source_of_side("1316", "1317", "ridge"), "attested decision-games-2 8.0");
}

TEST_F(AcrossSuezMap, LaterEdition_11_0_14_1_15_2_LetteredEntryHexes) {
  EXPECT_EQ(place("entry_a"), "0401");
  EXPECT_EQ(place("entry_c"), "1708");
  EXPECT_EQ(place("entry_d"), "0921");
  EXPECT_EQ(source_of_place("entry_a"), "attested decision-games-2 11.0");
  EXPECT_EQ(source_of_place("entry_c"), "attested decision-games-2 14.1");
  EXPECT_EQ(source_of_place("entry_d"), "attested decision-games-2 15.2");
  // 11.1 speaks of an entry hex B and no text says where it is.
  EXPECT_EQ(source_of_place("entry_b"), "reconstructed");
  for (const char* name : {"entry_a", "entry_b", "entry_c", "entry_d"}) {
    EXPECT_TRUE(ground.map.ground.on_edge(ground.hex(place(name)))) << name;
    EXPECT_TRUE(ground.enterable(ground.hex(place(name)))) << name;
  }
}

TEST_F(AcrossSuezMap, LaterEdition_15_1_ParatroopsCanStandOn1609) {
  EXPECT_TRUE(ground.enterable(ground.hex("1609")));
}

// 15.4(1): companies begin beside any unit of the Reshev brigade (0210, 0308, 0608).
TEST_F(AcrossSuezMap, LaterEdition_15_4_ThereIsRoomBesideTheReshevBrigade) {
  for (const char* id : {"0210", "0308", "0608"}) {
    const auto around = ground.neighbours(ground.hex(id));
    EXPECT_GE(std::count_if(around.begin(), around.end(), [&](int hex) { return ground.enterable(hex); }), 2)
        << id;
  }
}

// 15.6: there are hexes on the canal north of 0112, and hexes on the water south of the fort Lakekan, 0616.
TEST_F(AcrossSuezMap, LaterEdition_15_6_LakekanAndTheWaterNorthAndSouth) {
  EXPECT_EQ(place("lakekan"), "0616");
  EXPECT_EQ(ground.terrain("0616"), Kinds{"bar_lev"});
  EXPECT_EQ(source_of_terrain("0616"), "attested decision-games-2 15.6");
  const Topology& hexes = ground.map.ground;
  int canal = 0, shore = 0;
  for (int hex = 0; hex < hexes.hexes(); ++hex) {
    if (!ground.enterable(hex)) continue;
    bool on_canal = false, on_lake = false;
    for (const int side : hexes.sides(hex)) {
      on_canal = on_canal || ground.side(side, "canal_side");
      on_lake = on_lake || ground.side(side, "lake_side");
    }
    canal += on_canal && hexes.cell(hex).row < hexes.cell(ground.hex("0112")).row ? 1 : 0;
    shore += on_lake && hexes.cell(hex).row > hexes.cell(ground.hex("0616")).row ? 1 : 0;
  }
  EXPECT_GE(canal, 3);
  EXPECT_GE(shore, 3);
}

}  // namespace
}  // namespace casebook::board::across_suez
