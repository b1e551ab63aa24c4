// SPDX-License-Identifier: Apache-2.0
// Golden games: five seeded games of every small game, each step with the position after it, as they stand in
// tests/rulesets/golden/NAME.txt. Whatever compiler and level of optimisation built this program, it plays
// these games, step by step and byte by byte.
//
// A file: what the rules are (fingerprints of program and data), the seed, then for every game its steps,
// each with the 64-bit hash of the position after it, and its end. When rules, data or the layout of
// positions were changed on purpose, CASEBOOK_WRITE_GOLDEN=1 writes the files anew; look at what changed in
// them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/players/playout.h"
#include "engine/runtime/control.h"
#include "engine/runtime/ruleset_identity.h"
#include "tests/support/battery.h"

namespace casebook::runtime {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t seed = 20;
constexpr uint64_t games = 5;

std::vector<std::string> small_games() {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples"))
    if (entry.is_directory()) names.insert(entry.path().filename().string());
  return {names.begin(), names.end()};
}

fs::path file_of(const std::string& name) {
  return fs::path(CASEBOOK_SOURCE_DIR) / "tests/rulesets/golden" / (name + ".txt");
}

std::string step_text(const Scenario& scenario, const GameStep& step) {
  if (step.kind != StepKind::choice) return fmt::format("{} {}", step_kind_name(step.kind), step.text);
  const language::Type side{language::TypeTag::entity, scenario.program->kind_side, 1};
  return fmt::format("{}: {}", scenario.value_text(side, step.side), step.text);
}

using MakeRules = std::unique_ptr<Rules> (*)(std::shared_ptr<const Scenario>);

/// The golden file as these rules play it.
std::string played(const std::string& name, MakeRules make_rules) {
  const auto scenario = tests::shipped_scenario("examples/" + name);
  if (!scenario) return {};
  std::string text = fmt::format("{}\nrules {}\ndata {}\nrandom {}\nseed {}\n", scenario->id,
                                 fingerprint_text(scenario->rules_fingerprint),
                                 fingerprint_text(scenario->fingerprint), random_name, seed);
  const players::Players seats = players::random_players(*scenario);
  for (uint64_t number = 1; number <= games; ++number) {
    GameSettings settings;
    settings.seed = seed;
    settings.game = number;
    Game game(make_rules(scenario), settings);
    players::seat(seats, game);
    text += fmt::format("\ngame {}\n{:016x}\n", number, game.position().hash());
    while (game.node() != NodeKind::over && game.step_count() < 20'000) {
      if (game.node() == NodeKind::chance) {
        if (!game.roll()) break;
      } else {
        const auto& choices = game.choices();
        if (choices.empty()) break;
        const players::Decision decision{game.rules(), game.position(), choices, game.player()};
        game.play(choices[seats[static_cast<size_t>(decision.side)]->choose(decision)]);
      }
      text += fmt::format("{:016x} {}\n", game.position().hash(),
                          step_text(*scenario, game.steps()[game.step_count() - 1]));
    }
    text += fmt::format("{} after {} steps\n", outcome_text(*scenario, game.outcome()), game.step_count());
  }
  return text;
}

/// Empty when equal; otherwise the first line that differs, in both.
std::string first_difference(const std::string& golden, const std::string& now) {
  std::istringstream a(golden), b(now);
  std::string line_a, line_b;
  for (int number = 1;; ++number) {
    const bool more_a = static_cast<bool>(std::getline(a, line_a));
    const bool more_b = static_cast<bool>(std::getline(b, line_b));
    if (!more_a && !more_b) return {};
    if (more_a && more_b && line_a == line_b) continue;
    return fmt::format("line {}\n  golden: {}\n  now:    {}", number, more_a ? line_a : "(the end)",
                       more_b ? line_b : "(the end)");
  }
}

class GoldenGames : public testing::TestWithParam<std::string> {};

TEST_P(GoldenGames, AreStillPlayedTheSame) {
  const std::string now = played(GetParam(), make_compiled_rules);
  ASSERT_FALSE(now.empty());
  const fs::path file = file_of(GetParam());
  if (std::getenv("CASEBOOK_WRITE_GOLDEN") != nullptr) {
    std::ofstream(file, std::ios::binary) << now;
    GTEST_SKIP() << "written, not compared: " << file.string();
  }
  std::ifstream stream(file, std::ios::binary);
  ASSERT_TRUE(stream) << "there are no golden games of " << GetParam()
                      << "; CASEBOOK_WRITE_GOLDEN=1 writes them";
  std::ostringstream golden;
  golden << stream.rdbuf();
  EXPECT_EQ(first_difference(golden.str(), now), "") << "in " << file.filename().string();
  EXPECT_TRUE(golden.str() == now) << "only line ends differ in " << file.filename().string();
}

TEST_P(GoldenGames, AreTheSameUnderTheReferenceEvaluator) {
  EXPECT_EQ(
      first_difference(played(GetParam(), make_compiled_rules), played(GetParam(), make_reference_rules)),
      "");
}

INSTANTIATE_TEST_SUITE_P(Examples, GoldenGames, testing::ValuesIn(small_games()), [](const auto& game) {
  std::string name = game.param;
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
});

// The comparison itself: one other character, and one line less, are seen.
TEST(GoldenGamesComparison, SeesOneOtherCharacterAndOneLineLess) {
  EXPECT_EQ(first_difference("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(first_difference("a\nb\n", "a\nc\n"), "line 2\n  golden: b\n  now:    c");
  EXPECT_EQ(first_difference("a\nb\n", "a\n"), "line 2\n  golden: b\n  now:    (the end)");
}

TEST(GoldenGamesComparison, ThereAreFourSmallGamesAtLeast) {
  EXPECT_GE(small_games().size(), 4u);
}

}  // namespace
}  // namespace casebook::runtime
