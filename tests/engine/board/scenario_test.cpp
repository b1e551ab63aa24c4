// SPDX-License-Identifier: Apache-2.0
#include "engine/board/scenario.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/base/diagnostic_text.h"
#include "tests/support/temporary_folder.h"

namespace casebook::board {
namespace {

namespace fs = std::filesystem;

class Scenarios : public ::testing::Test {
 protected:
  Scenarios() {
    fs::create_directories(folder.path() / "game/edition");
    for (const auto& entry :
         fs::directory_iterator(fs::path(CASEBOOK_SOURCE_DIR) / "tests/engine/board/samples")) {
      fs::copy(entry.path(), folder.path() / "game/edition");
    }
  }
  std::optional<ScenarioData> load(const std::string& name) {
    return load_scenario_data((folder.path() / "game/edition" / name).string(),
                              (folder.path() / "game").string(), ruleset_folders, diagnostics);
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder.path() / "game/edition" / name) << text;
  }
  /// A scenario with one member more.
  void write_scenario_with(const std::string& member) {
    write("s.json", "{\"format\": \"casebook/scenario\", \"version\": 1,\n" + member + "}");
  }
  std::string shown() const { return diagnostics_text(diagnostics); }

  testing_support::TemporaryFolder folder;
  std::vector<std::string> ruleset_folders;
  Diagnostics diagnostics;
};

TEST_F(Scenarios, load_with_everything_they_name) {
  const auto data = load("scenario.v1.json");
  ASSERT_TRUE(data) << shown();
  EXPECT_TRUE(diagnostics.empty()) << shown();
  EXPECT_EQ(data->map.hexes(), 10);
  EXPECT_EQ(data->numbering, 0);
  EXPECT_EQ(data->schedules[0].numbering, 1);
  EXPECT_EQ(data->orders_of_battle[0].data.entities.size(), 4U);
  EXPECT_EQ(data->orders_of_battle[0].data.find("unit", "Guard 1")->start, "0102");
  EXPECT_EQ(data->orders_of_battle[0].data.find("unit", "Guard"), nullptr);
  const auto& state = data->scenario.state;
  ASSERT_EQ(state.size(), 5U);
  EXPECT_EQ(state[0].state, "turn");
  EXPECT_EQ(state[1].of, (std::vector<std::string>{"Guard 1"}));
  EXPECT_EQ(state[4].of, (std::vector<std::string>{"west", "shells"}));
  EXPECT_EQ(state[4].value.text, "1/2");
  EXPECT_EQ(data->map.hex_id(data->map.find_hex(data->schedules[0].data.rows[0].facts[1].value.text,
                                                data->schedules[0].numbering)),
            "0402");
}

TEST_F(Scenarios, without_map_or_units_are_scenarios_too) {
  write_scenario_with("\"title\": \"bare\"");
  const auto data = load("s.json");
  ASSERT_TRUE(data) << shown();
  EXPECT_EQ(data->map.hexes(), 0);
}

TEST_F(Scenarios, switches_have_one_form_and_come_once) {
  write_scenario_with("\"switches\": {\"entry_hexes\": \"as_printed\", \"night-moves\": true}");
  const auto data = load("s.json");
  ASSERT_TRUE(data) << shown();
  ASSERT_EQ(data->scenario.switches.size(), 2U);
  EXPECT_EQ(data->scenario.switches[0].name, "entry-hexes");
  EXPECT_EQ(data->scenario.switches[0].value.text, "as-printed");
  EXPECT_NE(write_scenario(data->scenario).find("{\"entry-hexes\": \"as-printed\", \"night-moves\": true}"),
            std::string::npos)
      << write_scenario(data->scenario);

  write_scenario_with("\"switches\": {\"entry_hexes\": \"one\", \"entry-hexes\": \"two\"}");
  EXPECT_FALSE(load("s.json"));
  ASSERT_EQ(diagnostics.all().size(), 1U) << shown();
  const Diagnostic& twice = diagnostics.all()[0];
  EXPECT_EQ(twice.code, "D0104");
  EXPECT_EQ(twice.range.begin, (TextPosition{2, 36}));
  ASSERT_EQ(twice.notes.size(), 1U);
  EXPECT_EQ(twice.notes[0].range.begin, (TextPosition{2, 14}));
}

TEST_F(Scenarios, paths_may_not_leave_the_game) {
  std::ofstream(folder.path() / "secret.json") << "{}";
  fs::create_symlink("../../secret.json", folder.path() / "game/edition/link.json");
  for (const char* path :
       {"../../secret.json", "/etc/passwd", "link.json", "a/../../../secret.json", "C:\\\\x"}) {
    diagnostics = Diagnostics();
    write_scenario_with("\"map\": \"" + std::string(path) + "\"");
    EXPECT_FALSE(load("s.json"));
    ASSERT_EQ(diagnostics.all().size(), 1U) << shown();
    EXPECT_EQ(diagnostics.all()[0].code, "D0120") << shown();
    EXPECT_EQ(diagnostics.all()[0].range.begin, (TextPosition{2, 8}));
  }
}

TEST_F(Scenarios, files_of_the_game_beside_the_edition_may_be_named) {
  fs::rename(folder.path() / "game/edition/map.v1.json", folder.path() / "game/map.json");
  write_scenario_with("\"map\": \"../map.json\"");
  EXPECT_TRUE(load("s.json")) << shown();
}

TEST_F(Scenarios, a_path_of_rulesets_is_looked_up_in_their_folders) {
  fs::create_directories(folder.path() / "first");
  fs::create_directories(folder.path() / "library/suite");
  fs::rename(folder.path() / "game/edition/map.v1.json", folder.path() / "library/suite/map.json");
  write_scenario_with("\"map\": \"rulesets:suite/map.json\"");
  EXPECT_FALSE(load("s.json"));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "D0120");
  EXPECT_EQ(diagnostics.all()[0].message, "no folder of rulesets has the file \"suite/map.json\"");
  diagnostics = Diagnostics();
  ruleset_folders = {(folder.path() / "first").string(), (folder.path() / "library").string()};
  const auto data = load("s.json");
  ASSERT_TRUE(data) << shown();
  EXPECT_EQ(data->map.hexes(), 10);
  // A folder of rulesets is not left either.
  write_scenario_with("\"map\": \"rulesets:suite/../../game/edition/schedule.v1.json\"");
  EXPECT_FALSE(load("s.json"));
  EXPECT_EQ(diagnostics.all()[0].code, "D0120") << shown();
}

TEST_F(Scenarios, several_orders_of_battle_follow_one_another) {
  write("more.json",
        "{\"format\": \"casebook/order-of-battle\", \"version\": 1, \"entities\": [\n"
        "{\"kind\": \"unit\", \"id\": \"Extra\", \"with\": [\"night-moves\", \"long_marches\"]}]}");
  write_scenario_with(
      "\"map\": \"map.v1.json\", \"orderOfBattle\": [\"order-of-battle.v1.json\", \"more.json\"]");
  const auto data = load("s.json");
  ASSERT_TRUE(data) << shown();
  ASSERT_EQ(data->orders_of_battle.size(), 2U);
  EXPECT_EQ(data->orders_of_battle[1].data.entities[0].with,
            (std::vector<std::string>{"night-moves", "long-marches"}));
  const std::string written = write_scenario(data->scenario);
  const auto again = read_scenario(written, "s.json", diagnostics);
  ASSERT_TRUE(again) << shown();
  EXPECT_EQ(write_scenario(*again), written);
  const std::string units = write_order_of_battle(data->orders_of_battle[1].data);
  const auto read_again = read_order_of_battle(units, "more.json", diagnostics);
  ASSERT_TRUE(read_again) << shown();
  EXPECT_EQ(read_again->entities[0].with, data->orders_of_battle[1].data.entities[0].with);
}

TEST_F(Scenarios, an_entity_is_declared_in_one_file) {
  write("more.json",
        "{\"format\": \"casebook/order-of-battle\", \"version\": 1, \"entities\": [\n"
        "{\"kind\": \"unit\", \"id\": \"Guard 1\"}]}");
  write_scenario_with(
      "\"map\": \"map.v1.json\", \"orderOfBattle\": [\"order-of-battle.v1.json\", \"more.json\"]");
  EXPECT_FALSE(load("s.json"));
  ASSERT_EQ(diagnostics.all().size(), 1U) << shown();
  EXPECT_EQ(diagnostics.all()[0].code, "D0121");
  EXPECT_EQ(diagnostics.all()[0].range.begin, (TextPosition{2, 24}));
  ASSERT_EQ(diagnostics.all()[0].notes.size(), 1U);
}

TEST_F(Scenarios, a_missing_file_is_shown_with_the_nearest) {
  write_scenario_with("\"map\": \"mapp.v1.json\"");
  EXPECT_FALSE(load("s.json"));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "D0101");
  EXPECT_EQ(diagnostics.all()[0].message, "the file \"mapp.v1.json\" does not exist");
  EXPECT_EQ(diagnostics.all()[0].suggestion, "map.v1.json");
  diagnostics = Diagnostics();
  EXPECT_FALSE(load("none.json"));
  EXPECT_EQ(diagnostics.all()[0].code, "D0101");
}

TEST_F(Scenarios, the_wrong_file_is_named_as_such) {
  write_scenario_with("\"map\": \"schedule.v1.json\"");
  EXPECT_FALSE(load("s.json"));
  EXPECT_EQ(diagnostics.all()[0].code, "D0105");
  EXPECT_EQ(diagnostics.all()[0].message, "this is a schedule, where a map should be");
}

TEST_F(Scenarios, numberings_must_be_the_map_s) {
  write_scenario_with("\"map\": \"map.v1.json\", \"numbering\": \"secnd\"");
  EXPECT_FALSE(load("s.json"));
  EXPECT_EQ(diagnostics.all()[0].code, "D0123");
  EXPECT_EQ(diagnostics.all()[0].suggestion, "second");
}

TEST_F(Scenarios, mistakes_of_several_files_come_in_one_run) {
  write("bad-map.json", "{");
  write("bad-units.json", "[]");
  write_scenario_with(
      "\"map\": \"bad-map.json\", \"orderOfBattle\": \"bad-units.json\", \"schedule\": \"none.json\"");
  EXPECT_FALSE(load("s.json"));
  std::string codes;
  for (const auto& d : diagnostics.all()) codes += d.code + " ";
  EXPECT_EQ(codes, "D0102 D0109 D0101 ");
}

}  // namespace
}  // namespace casebook::board
