// SPDX-License-Identifier: Apache-2.0
// The counters of Across Suez, the schedule and the list of cases against the texts.
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "engine/board/scenario.h"
#include "tests/rulesets/across_suez_data.h"

namespace casebook::board::across_suez {
namespace {

class AcrossSuezCounters : public testing::Test {
 protected:
  Ground ground;
  OrderOfBattle units = load<OrderOfBattle>(load_order_of_battle, "order-of-battle.json");
  Schedule schedule = load<Schedule>(load_schedule, "schedule.json");

  static std::string text(const EntityLine& line, std::string_view attribute) {
    const DataValue* value = value_of(line.facts, attribute);
    return value ? value->text : "";
  }
  static int64_t number(const EntityLine& line, std::string_view attribute) {
    const DataValue* value = value_of(line.facts, attribute);
    return value ? value->number : -1;
  }
  const EntityLine& unit(const std::string& id) const {
    const EntityLine* line = units.find("unit", id);
    if (!line) throw std::runtime_error("no unit " + id);
    return *line;
  }
  const EntityLine* row(const std::string& id) const {
    for (const EntityLine& line : schedule.rows) {
      if (line.id == id) return &line;
    }
    return nullptr;
  }
  /// Strength and allowance as a counter prints them: "3-8".
  std::string print(const EntityLine& line) const {
    return std::to_string(number(line, "printed_strength")) + "-" +
           std::to_string(number(line, "printed_allowance"));
  }
  std::string source_of_arm(const EntityLine& line) const {
    for (const Fact& fact : line.facts) {
      if (fact.attribute == "arm") return source_of(units.provenances, fact.provenance);
    }
    return "none";
  }
};

TEST_F(AcrossSuezCounters, TwentyThreeIsraeliAndTwentyTwoEgyptianUnits) {
  std::map<std::string, int> sides;
  for (const EntityLine& line : units.entities) {
    EXPECT_EQ(line.kind, "unit");
    ++sides[text(line, "side")];
  }
  EXPECT_EQ(sides, (std::map<std::string, int>{{"egypt", 22}, {"israel", 23}}));
}

// spi-1980-a, counter sheet, by side and print; spi-1980-b agrees where it can be read.
TEST_F(AcrossSuezCounters, EachCounterIsAsPrinted) {
  std::map<std::string, std::set<std::string>> prints;
  for (const EntityLine& line : units.entities)
    prints[text(line, "side") + " " + print(line)].insert(line.id + " " + line.start);
  const std::map<std::string, std::set<std::string>> sheet = {
      {"israel 1-8", {"Baram 4 reserve"}},
      {"israel 2-12", {"Erez 3 0814"}},
      {"israel 2-18", {"Sharon 0211"}},
      {"israel 3-8", {"Reshev 1 0210", "Matt 1 0613", "Matt 3 0810"}},
      {"israel 3-10", {"Amir 4 reserve"}},
      {"israel 3-12",
       {"Reshev 2 0308", "Erez 2 0614", "Amir 3 reserve", "Baram 2 reserve", "Baram 3 reserve"}},
      {"israel 4-12",
       {"Reshev 3 0608", "Erez 1 0615", "Matt 2 0612", "Raviz 1 1405", "Raviz 2 1503", "Amir 1 reserve",
        "Amir 2 reserve", "Baram 1 reserve"}},
      {"israel 5-12", {"Karen 1 reserve", "Karen 2 reserve", "Karen 3 reserve"}},
      {"egypt 2-8", {"16/2 0610", "16/3 0812", "23/4 reserve"}},
      {"egypt 2-10",
       {"16/4 0910", "16/5 0908", "16/7 1110", "16/8 1207", "16/9 1205", "16/10 1203", "16/11 1401",
        "25/4 reserve"}},
      {"egypt 3-8", {"16/1 0512"}},
      {"egypt 3-10", {"14/21/1 0206", "14/21/2 0407", "23/1 reserve", "23/2 reserve", "23/3 reserve"}},
      {"egypt 4-10", {"14/21/3 0708", "16/6 1004", "25/1 reserve", "25/2 reserve", "25/3 reserve"}}};
  EXPECT_EQ(prints, sheet);
}

// 13.2 of the later edition and spi-1980 11.0.
TEST_F(AcrossSuezCounters, Baram4AloneIsTheBridgeUnit) {
  for (const EntityLine& line : units.entities) {
    const DataValue* bridge = value_of(line.facts, "bridge");
    EXPECT_EQ(bridge && bridge->boolean, line.id == "Baram 4") << line.id;
  }
}

// Types that a text states, all of them in examples of the later edition.
TEST_F(AcrossSuezCounters, AttestedTypes) {
  const std::vector<std::array<std::string, 3>> stated = {
      {"Amir 3", "armor", "5.3"},         {"Matt 1", "mechanized", "5.4"}, {"16/11", "mechanized", "6.0"},
      {"16/1", "infantry", "7.4.2"},      {"16/7", "mechanized", "8.0"},   {"Baram 3", "armor", "8.0"},
      {"Reshev 1", "mechanized", "10.0"}, {"Reshev 2", "armor", "10.0"},   {"14/21/3", "armor", "10.0"}};
  std::set<std::string> attested;
  for (const auto& [id, arm, label] : stated) {
    EXPECT_EQ(text(unit(id), "arm"), arm) << id;
    EXPECT_EQ(source_of_arm(unit(id)), "attested decision-games-2 " + label) << id;
    attested.insert(id);
  }
  for (const EntityLine& line : units.entities) {
    if (attested.count(line.id)) continue;
    EXPECT_EQ(source_of_arm(line), "reconstructed") << line.id;
  }
}

// spi-1980 2.5 names four types.
TEST_F(AcrossSuezCounters, EveryTypeIsThere) {
  std::set<std::string> arms;
  for (const EntityLine& line : units.entities) arms.insert(text(line, "arm"));
  EXPECT_EQ(arms, (std::set<std::string>{"armor", "armored_cavalry", "infantry", "mechanized"}));
}

// What the reasons of the reconstructed types say: one allowance and strength, one type, within a side.
TEST_F(AcrossSuezCounters, ReconstructedTypesFollowTheAttestedOnes) {
  std::map<std::string, std::set<std::string>> arms;
  for (const EntityLine& line : units.entities)
    arms[text(line, "side") + " " + print(line)].insert(text(line, "arm"));
  for (const auto& [side_and_print, which] : arms) EXPECT_EQ(which.size(), 1u) << side_and_print;
}

TEST_F(AcrossSuezCounters, StartHexesAreDistinctAndCanBeEntered) {
  std::set<std::string> taken;
  int on_map = 0;
  for (const EntityLine& line : units.entities) {
    if (line.start == "reserve") continue;
    ++on_map;
    EXPECT_TRUE(taken.insert(line.start).second) << line.start;
    EXPECT_TRUE(ground.enterable(ground.hex(line.start))) << line.id;
  }
  EXPECT_EQ(on_map, 26);
}

TEST_F(AcrossSuezCounters, WhoeverIsInReserveIsScheduledAndNobodyElse) {
  for (const EntityLine& line : units.entities)
    EXPECT_EQ(line.start == "reserve", row(line.id) != nullptr) << line.id;
  EXPECT_EQ(schedule.rows.size(), 19u);
}

// spi-1980 7.4, both scans.
TEST_F(AcrossSuezCounters, TheScheduleAsPrinted) {
  std::map<std::string, std::string> arrivals;
  for (const EntityLine& line : schedule.rows)
    arrivals[std::to_string(number(line, "arrival")) + " " + text(line, "entry")] += line.id + ";";
  EXPECT_EQ(arrivals, (std::map<std::string, std::string>{{"2 0407", "23/1;23/2;23/3;"},
                                                          {"2 1307", "23/4;"},
                                                          {"2 1708", "Amir 1;Amir 2;Amir 3;Amir 4;"},
                                                          {"3 1708", "Baram 1;Baram 2;Baram 3;Baram 4;"},
                                                          {"5 0921", "25/1;25/2;25/3;25/4;"},
                                                          {"5 1708", "Karen 1;Karen 2;Karen 3;"}}));
}

// decision-games-2 11.0 and 11.1: the hexes that carry letters; B is nowhere said to be 1301.
TEST_F(AcrossSuezCounters, TheScheduleCorrected) {
  std::map<std::string, std::string> arrivals;
  std::map<std::string, std::string> sources;
  for (const EntityLine& line : schedule.rows) {
    arrivals[text(line, "corrected_entry")] += line.id + ";";
    for (const Fact& fact : line.facts) {
      if (fact.attribute == "corrected_entry")
        sources[fact.value.text] = source_of(schedule.provenances, fact.provenance);
    }
  }
  EXPECT_EQ(arrivals["0401"], "23/1;23/2;23/3;");
  EXPECT_EQ(arrivals["1301"], "23/4;");
  EXPECT_EQ(sources, (std::map<std::string, std::string>{{"0401", "attested decision-games-2 11.1"},
                                                         {"0921", "attested decision-games-2 15.2"},
                                                         {"1301", "reconstructed"},
                                                         {"1708", "attested decision-games-2 14.1"}}));
}

// The dearest ground costs three: every unit that arrives can pay for its hex, printed or corrected.
TEST_F(AcrossSuezCounters, ArrivalHexesCanBeEntered) {
  for (const EntityLine& line : schedule.rows) {
    for (const char* attribute : {"entry", "corrected_entry"}) {
      const int hex = ground.hex(text(line, attribute));
      ASSERT_TRUE(ground.enterable(hex)) << line.id;
      EXPECT_GE(number(unit(line.id), "printed_allowance"), 3) << line.id;
    }
    EXPECT_TRUE(ground.map.ground.on_edge(ground.hex(text(line, "corrected_entry")))) << line.id;
  }
}

TEST(AcrossSuezCases, EveryNumberedCaseAndEveryLineOfTheChartsIsListed) {
  const auto cases = load<CaseList>(load_cases, "spi-1980/cases.json");
  // How many cases each section has, from the rulebook's own numbers.
  const std::map<int, int> sections = {{1, 0}, {2, 8}, {3, 0},  {4, 5},  {5, 6},  {6, 6},  {7, 4},
                                       {8, 2}, {9, 2}, {10, 0}, {11, 6}, {12, 3}, {13, 5}, {14, 2}};
  std::vector<std::string> expected;
  for (const auto& [section, last] : sections) {
    for (int number = 0; number <= last; ++number)
      expected.push_back(std::to_string(section) + "." + std::to_string(number));
  }
  ASSERT_EQ(expected.size(), 63u);
  std::vector<std::string> numbered, optional, charts;
  for (const CaseLine& line : cases.cases) {
    std::vector<std::string>& sort = line.label.rfind("chart: ", 0) == 0 ? charts
                                     : line.label.rfind("15.", 0) == 0   ? optional
                                                                         : numbered;
    sort.push_back(line.label);
    EXPECT_FALSE(line.title.empty()) << line.label;
    EXPECT_NE(line.status, CaseStatus::open) << line.label;
  }
  EXPECT_EQ(numbered, expected);
  // The optional rules are those of decision-games-2, with its numbers.
  EXPECT_EQ(optional,
            (std::vector<std::string>{"15.0", "15.1", "15.1(1)", "15.1(2)", "15.2", "15.3", "15.4", "15.4(1)",
                                      "15.4(2)", "15.4(3)", "15.5", "15.5.1", "15.5.1(1)", "15.5.1(2)",
                                      "15.5.1(3)", "15.5.2", "15.5.2(1)", "15.5.2(2)", "15.6"}));
  // Fifteen lines of movement costs, the table of results, four shifts, two marks of the turn record.
  EXPECT_EQ(charts.size(), 22u);
}

TEST(AcrossSuezScenario, NamesTheFilesThatAllEditionsShare) {
  const auto read = [](const std::string& path, Diagnostics& diagnostics) {
    std::ifstream file(path);
    return read_scenario({std::istreambuf_iterator<char>(file), {}}, path, diagnostics);
  };
  const auto scenario = load<ScenarioFile>(read, "spi-1980/scenario.json");
  EXPECT_EQ(scenario.edition, "spi-1980");
  EXPECT_EQ(scenario.map.path, "../map.json");
  ASSERT_EQ(scenario.orders_of_battle.size(), 2u);
  EXPECT_EQ(scenario.orders_of_battle[0].path, "../order-of-battle.json");
  EXPECT_EQ(scenario.orders_of_battle[1].path, "../optional-units.json");
  EXPECT_EQ(scenario.schedules[0].path, "../schedule.json");
}

}  // namespace
}  // namespace casebook::board::across_suez
