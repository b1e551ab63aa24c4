// SPDX-License-Identifier: Apache-2.0
// A rule changed in a text file changes the game: three points for two in the night case, in a copy of the
// ruleset, and nothing else.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/players/player.h"
#include "engine/players/playout.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/scenario.h"
#include "engine/runtime/text/choice_text.h"
#include "tests/support/battery.h"
#include "tests/support/temporary_folder.h"

namespace casebook::tests {
namespace {

using namespace runtime;
namespace fs = std::filesystem;

std::string read_all(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// The ruleset with `otherwise - 3` for `otherwise - 2` in case 10.0.
std::shared_ptr<const Scenario> darker_nights(const fs::path& folder) {
  fs::copy(fs::path(CASEBOOK_SOURCE_DIR) / "rulesets/across-suez", folder, fs::copy_options::recursive);
  const fs::path file = folder / "spi-1980/10-night.rules";
  std::string text = read_all(file);
  const size_t at = text.find("otherwise - 2");
  EXPECT_NE(at, std::string::npos);
  if (at == std::string::npos) return nullptr;
  text.replace(at, 13, "otherwise - 3");
  std::ofstream(file) << text;
  ScenarioRequest request;
  request.edition_folder = (folder / "spi-1980").string();
  request.id = "spi-1980";
  Diagnostics diagnostics;
  auto scenario = load_scenario(request, diagnostics);
  EXPECT_TRUE(scenario) << diagnostics_text(diagnostics);
  return scenario;
}

StateId state_named(const language::Program& program, const std::string& name) {
  for (size_t i = 0; i < program.states.size(); ++i)
    if (program.states[i].name == name) return static_cast<StateId>(i);
  return language::none;
}

std::vector<std::string> texts(Rules& rules, const Position& position) {
  std::vector<Choice> choices;
  rules.choices(position, choices);
  std::vector<std::string> all;
  for (const Choice& choice : choices) all.push_back(choice_text(rules.scenario(), position, choice));
  return all;
}

TEST(AcrossSuezNight, ThreeForTwoTakesAPointFromEveryUnitAndChangesTheGame) {
  const ::casebook::testing_support::TemporaryFolder folder;
  const auto printed = shipped_scenario("across-suez/spi-1980");
  const auto darker = darker_nights(fs::path(folder.path()) / "across-suez");
  ASSERT_TRUE(printed && darker);
  EXPECT_NE(printed->rules_fingerprint, darker->rules_fingerprint);

  // At the start of turn 1 every unit of the moving side has one point less, none of the others any.
  const auto rules = make_compiled_rules(printed);
  const auto dark_rules = make_compiled_rules(darker);
  Position start = printed->start, dark_start = darker->start;
  rules->begin(start);
  dark_rules->begin(dark_start);
  const Slot& left = printed->layout.states[state_named(*printed->program, "left")];
  const Slot& dark_left = darker->layout.states[state_named(*darker->program, "left")];
  int units = 0;
  for (uint32_t i = 0; i < left.combinations; ++i) {
    const int32_t points = start.cell(left.first + i), fewer = dark_start.cell(dark_left.first + i);
    if (points == 0) {
      EXPECT_EQ(fewer, 0);
      continue;
    }
    ++units;
    EXPECT_EQ(points - fewer, 2) << "points are counted in halves";
  }
  EXPECT_EQ(units, 23);

  // The game of seed 1, step by step under both: somewhere the lawful choices differ, and before that
  // nothing.
  GameSettings settings;
  settings.seed = 1;
  Game game(make_compiled_rules(printed), settings);
  const players::Players seats = players::random_players(*printed);
  players::seat(seats, game);
  Position dark = dark_start;
  int first_difference = -1;
  for (int step = 0; game.node() != NodeKind::over && first_difference < 0; ++step) {
    if (game.node() == NodeKind::chance) {
      ASSERT_TRUE(game.roll());
      // The same dice under the darker rules.
      std::vector<ChanceOutcome> outcomes;
      dark_rules->outcomes(dark, outcomes);
      bool found = false;
      for (const ChanceOutcome& outcome : outcomes) {
        Position next = dark;
        dark_rules->apply(next, outcome);
        if (next.words() != game.position().words()) continue;
        dark = next;
        found = true;
        break;
      }
      if (!found) first_difference = step;
      continue;
    }
    const std::vector<std::string> lawful = texts(game.rules(), game.position());
    if (lawful != texts(*dark_rules, dark)) {
      first_difference = step;
      break;
    }
    const auto& choices = game.choices();
    const players::Decision decision{game.rules(), game.position(), choices, game.player()};
    const Choice choice = choices[seats[static_cast<size_t>(decision.side)]->choose(decision)];
    ASSERT_TRUE(game.play(choice));
    dark_rules->apply(dark, choice);
  }
  EXPECT_GE(first_difference, 1);
  std::printf("the lawful choices first differ at step %d\n", first_difference);
}

}  // namespace
}  // namespace casebook::tests
