// SPDX-License-Identifier: Apache-2.0
// A project opened, changed, undone and saved.
#include "editor/document/document.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "editor/document/problems.h"
#include "tests/editor/document/projects.h"

namespace casebook::editor {
namespace {

TEST(Document, OpensTheShippedGame) {
  Project project("across-suez");
  Document& document = *project.document;
  ASSERT_NE(document.map(), nullptr);
  EXPECT_EQ(document.part(document.map_part()).path, "map.json");
  EXPECT_EQ(document.part(document.scenario()).path, "spi-1980/scenario.json");
  EXPECT_EQ(document.ruleset().id, "across-suez/spi-1980");
  EXPECT_TRUE(document.ruleset().good);
  ASSERT_EQ(document.orders_of_battle().size(), 2U);
  EXPECT_EQ(document.schedules().size(), 1U);
  EXPECT_EQ(document.part(document.style_part()).path, "style.json");
  EXPECT_EQ(document.scenarios().size(), 5U);
  const Attribute* terrain = document.ruleset().words.attribute("terrain");
  ASSERT_NE(terrain, nullptr);
  EXPECT_EQ(terrain->type.sort, ValueSort::set);
  EXPECT_EQ(terrain->type.kind, "terrain");
  EXPECT_GE(terrain->type.choices.size(), 7U);
  EXPECT_FALSE(document.modified());
}

TEST(Document, AnEditionsFolderOpensTheGameWithItsScenario) {
  Project project("across-suez", "decision-games-2");
  EXPECT_EQ(project.document->folder(), project.folder());
  EXPECT_EQ(project.document->part(project.document->scenario()).path, "decision-games-2/scenario.json");
  EXPECT_EQ(project.document->ruleset().id, "across-suez/decision-games-2");
}

TEST(Document, PaintsUndoesAndDoesAgain) {
  Project project("across-suez");
  Document& document = *project.document;
  const int map = document.map_part();
  const std::string first = document.text(map);
  std::vector<Change> told;
  document.subscribe([&](const std::vector<Change>& changes) { told = changes; });
  ASSERT_TRUE(document.execute(SetHexes{"map.json", {"0512", "0611"}, "terrain", text_list({"sand"}), {}}));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front().hexes.size(), 2U);
  EXPECT_TRUE(document.modified());
  const std::string painted = document.text(map);
  EXPECT_NE(painted.find("\"0512\": {\"terrain\": [\"sand\"]}"), std::string::npos)
      << painted.substr(0, 4000);
  ASSERT_TRUE(document.undo());
  EXPECT_EQ(document.text(map), first);
  EXPECT_FALSE(document.modified());
  ASSERT_TRUE(document.redo());
  EXPECT_EQ(document.text(map), painted);
  EXPECT_EQ(document.history().front().text, "terrain of 2 hexes: sand");
}

TEST(Document, AStrokeIsOneStep) {
  Project project("across-suez");
  Document& document = *project.document;
  const std::string first = document.text(document.map_part());
  for (const char* hex : {"0512", "0511", "0510"})
    ASSERT_TRUE(document.execute(SetHexes{"map.json", {hex}, "terrain", text_list({"sand"}), {}}, 7));
  ASSERT_EQ(document.history().size(), 1U);
  EXPECT_EQ(document.history().front().text, "terrain of 3 hexes: sand");
  ASSERT_TRUE(document.execute(SetHexes{"map.json", {"0509"}, "terrain", text_list({"sand"}), {}}, 8));
  EXPECT_EQ(document.history().size(), 2U);
  EXPECT_TRUE(document.undo());
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(document.map_part()), first);
}

TEST(Document, RefusesInPlainWords) {
  Project project("across-suez");
  const Done done =
      project.document->execute(SetHexes{"map.json", {"0512", "0599"}, "terrain", text_list({"sand"}), {}});
  EXPECT_FALSE(done);
  EXPECT_THAT(done.why, testing::StartsWith("there is no hex \"0599\"; is it 05"));
  EXPECT_EQ(project.document->history().size(), 0U);
}

// An end that the file calls open stays so as long as the link ends there.
TEST(Document, AnOpenEndStaysWhileTheLinkEndsThere) {
  Project project("across-suez");
  Document& document = *project.document;
  const std::string as_shipped = "\"through\": \"0502 0602 0703 0802 0902\", \"openEnds\": \"0502 0902\"";
  const auto map = [&] { return document.text(document.map_part()); };
  EXPECT_THAT(map(), testing::HasSubstr(as_shipped));
  ASSERT_TRUE(document.execute(EraseLink{"map.json", "trail", {"0703-0802"}}));
  EXPECT_THAT(map(), testing::HasSubstr("\"0502 0602 0703\", \"openEnds\": \"0502\""));
  EXPECT_THAT(map(), testing::HasSubstr("\"through\": \"0802 0902\", \"openEnds\": \"0902\""));
  document.undo();
  EXPECT_THAT(map(), testing::HasSubstr(as_shipped));
  ASSERT_TRUE(document.execute(EraseLink{"map.json", "trail", {"0502-0602"}}));
  EXPECT_THAT(map(), testing::HasSubstr("\"through\": \"0602 0703 0802 0902\", \"openEnds\": \"0902\""));
}

TEST(Document, SavesOnlyWhatDiffers) {
  Project project("across-suez");
  Document& document = *project.document;
  const std::string before = project.read("order-of-battle.json");
  EXPECT_TRUE(document.save().saved);
  ASSERT_TRUE(document.execute(SetHexes{"map.json", {"0512"}, "terrain", text_list({"sand"}), {}}));
  const Document::Saved saved = document.save();
  EXPECT_TRUE(saved.saved) << saved.why;
  EXPECT_EQ(saved.written, std::vector<std::string>{"map.json"});
  EXPECT_EQ(project.read("map.json"), document.text(document.map_part()));
  EXPECT_EQ(project.read("order-of-battle.json"), before);
  EXPECT_FALSE(document.modified());
}

// The rulebook's own entry hexes lie inside the map, also that of a unit which comes with an option; nothing
// else is wrong.
TEST(Problems, TheShippedGameHasThoseOfItsRulebook) {
  Project project("across-suez");
  std::vector<std::string> told;
  for (const Problem& one : problems(*project.document)) {
    if (one.severity == Severity::note) continue;
    EXPECT_EQ(one.severity, Severity::warning) << one.text;
    EXPECT_EQ(one.code, "entries") << one.text;
    ASSERT_EQ(one.hexes.size(), 1U) << one.text;
    EXPECT_FALSE(one.entities.empty()) << one.text;
    told.push_back(one.hexes.front());
  }
  EXPECT_EQ(told, (std::vector<std::string>{"0407", "0407", "1307", "1609"}));
}

}  // namespace
}  // namespace casebook::editor
