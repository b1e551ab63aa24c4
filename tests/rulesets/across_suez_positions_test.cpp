// SPDX-License-Identifier: Apache-2.0
// The position files of Across Suez, one for each phase and each step inside a phase: they load without a
// warning, are answered as their README says (tests/rulesets/across_suez/positions.json), and are played on
// to the end with every invariant asked.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/records/position_check.h"
#include "engine/runtime/records/position_file.h"
#include "tests/rulesets/across_suez_table.h"

namespace casebook::tests {
namespace {

using namespace runtime;
using nlohmann::json;
namespace fs = std::filesystem;

constexpr int games = 20;

std::string text_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

fs::path folder() {
  return fs::path(across_suez_folder()) / "positions";
}

const json& rows() {
  static const json file =
      json::parse(text_of(fs::path(CASEBOOK_SOURCE_DIR) / "tests/rulesets/across_suez/positions.json"));
  return file.at("rows");
}

class AcrossSuezPosition : public testing::TestWithParam<size_t> {
 protected:
  void SetUp() override {
    row = rows().at(GetParam());
    scenario = across_suez_under(row.value("switches", json::object()));
    ASSERT_TRUE(scenario);
    const std::string name = row.at("file").get<std::string>() + ".json";
    Diagnostics diagnostics;
    position = load_position(*scenario, text_of(folder() / name), name, diagnostics);
    ASSERT_TRUE(position) << diagnostics_text(diagnostics);
    ReferenceRules asking(scenario);
    const int asked = check_position(asking, *position, name, diagnostics);
    EXPECT_TRUE(asked > 0 || asking.node(*position) == NodeKind::chance);
    EXPECT_TRUE(diagnostics.empty()) << diagnostics_text(diagnostics);
  }
  void expect_all(const json& expressions, const Position& where) {
    for (const std::string expression : expressions) {
      std::string found;
      EXPECT_TRUE(holds(*scenario, where, expression, found)) << expression << "\n" << found;
    }
  }

  json row;
  std::shared_ptr<const Scenario> scenario;
  std::optional<Position> position;
};

TEST_P(AcrossSuezPosition, IsAnsweredAsItsReadmeSays) {
  Game game(make_compiled_rules(scenario), *position);
  if (game.node() == NodeKind::chance) {
    EXPECT_FALSE(game.outcomes().empty());
  } else {
    EXPECT_FALSE(game.choices().empty());
  }
  for (const std::string choice : row.at("lawful")) {
    const Answer answer = ask_whether(game, choice);
    EXPECT_TRUE(answer.explanation.lawful) << choice;
  }
  for (const auto& [choice, label] : row.at("refused").items()) {
    const Answer answer = ask_whether(game, choice);
    EXPECT_FALSE(answer.explanation.lawful) << choice;
    bool cited = false;
    for (const ExplanationLine& verdict : answer.explanation.verdicts)
      cited = cited || (!verdict.holds && scenario->program->label_text(verdict.label) == label);
    EXPECT_TRUE(cited) << choice << " is not refused by " << label;
  }
  expect_all(row.at("holds"), game.position());
  for (const std::string step : row.at("play")) ASSERT_TRUE(take_step(game, step)) << step;
  expect_all(row.at("then"), game.position());
}

TEST_P(AcrossSuezPosition, IsPlayedToTheEnd) {
  EXPECT_EQ(play_on(scenario, *position, games), games);
}

INSTANTIATE_TEST_SUITE_P(Files, AcrossSuezPosition, testing::Range<size_t>(0, rows().size()),
                         [](const auto& one) {
                           std::string name = rows().at(one.param).at("file");
                           for (char& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

TEST(AcrossSuezPositions, EachFileIsAskedAndStandsInTheReadme) {
  std::set<std::string> asked, there;
  for (const json& row : rows()) asked.insert(row.at("file"));
  const std::string readme = text_of(folder() / "README.md");
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() != ".json") continue;
    there.insert(entry.path().stem().string());
    EXPECT_NE(readme.find("](" + entry.path().filename().string() + ")"), std::string::npos) << entry.path();
  }
  EXPECT_EQ(asked, there);
}

// Every choose and roll of the game but one has its file: stacks are only cleared under another reading
// of 4.4.
TEST(AcrossSuezPositions, EveryPlaceInTheSequenceOfPlayHasOne) {
  std::set<int32_t> sites;
  for (const json& row : rows()) {
    const auto scenario = across_suez_under(row.value("switches", json::object()));
    ASSERT_TRUE(scenario);
    const std::string name = row.at("file").get<std::string>() + ".json";
    Diagnostics diagnostics;
    const auto position = load_position(*scenario, text_of(folder() / name), name, diagnostics);
    ASSERT_TRUE(position) << diagnostics_text(diagnostics);
    sites.insert(position->cell(scenario->layout.site));
  }
  EXPECT_EQ(sites.size(), across_suez_under(json::object())->program->sites.size() - 2);
}

// Nobody is on the map before its turn. Units that come later, or in this Movement Phase, cannot be lost already.
TEST(AcrossSuezPositions, ObeyTheSchedule) {
  const fs::path across_suez = fs::path(CASEBOOK_SOURCE_DIR) / "rulesets/across-suez";
  const json schedule = json::parse(text_of(across_suez / "schedule.json"));
  int seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(across_suez)) {
    if (entry.path().extension() != ".json") continue;
    const json file = json::parse(text_of(entry.path()));
    if (file.value("format", "") != "casebook/position") continue;
    ++seen;
    const int turn = file.at("state").value("turn", 1);
    const bool movement = file.at("control").get<std::string>().find("movement") != std::string::npos;
    for (const json& row : schedule.at("rows")) {
      const int arrival = row.at("arrival");
      const std::string
          unit = row.at("id"),
          place = file.at("entities").at("unit").value(unit, json::object()).value("place", "reserve");
      EXPECT_TRUE(arrival <= turn || place == "reserve") << unit << " in " << entry.path();
      EXPECT_TRUE(arrival != turn || !movement || place != "eliminated") << unit << " in " << entry.path();
    }
  }
  EXPECT_GT(seen, 60);
}

}  // namespace
}  // namespace casebook::tests
