// SPDX-License-Identifier: Apache-2.0
// Every shipped edition: it checks without a warning, its examples of play hold, and seeded games are played
// with every invariant on, records replaying to the same end: every record of the fast games, one in twenty
// of the slow.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "engine/base/diagnostic_text.h"
#include "engine/players/player.h"
#include "engine/players/playout.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/claims/invariant_watch.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/records/record.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> editions() {
  std::set<std::string> ids;
  const fs::path root = fs::path(CASEBOOK_SOURCE_DIR) / "rulesets";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".rules")
      ids.insert(entry.path().parent_path().lexically_relative(root).generic_string());
  }
  return {ids.begin(), ids.end()};
}

std::shared_ptr<const Scenario> scenario_of(const std::string& id, Diagnostics& diagnostics) {
  ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + id;
  request.id = id;
  return load_scenario(request, diagnostics);
}

class Shipped : public testing::TestWithParam<std::string> {};

TEST_P(Shipped, ChecksAndItsExamplesOfPlayHold) {
  Diagnostics diagnostics;
  const auto scenario = scenario_of(GetParam(), diagnostics);
  ASSERT_TRUE(scenario) << diagnostics_text(diagnostics);
  const ClaimCount claims = run_all_claims(scenario, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics_text(diagnostics);
  EXPECT_EQ(claims.held + claims.disputed, static_cast<int>(scenario->program->claims.size()));
}

/// What `doubled` and `replayed` name of the games, counted: one in so many is asked by both evaluators, and
/// one in so many is replayed from its record. After `most_steps` no other game begins.
void play_games(const std::string& id, uint64_t games, uint64_t doubled, uint64_t replayed,
                uint64_t most_steps = UINT64_MAX) {
  Diagnostics diagnostics;
  const auto scenario = scenario_of(id, diagnostics);
  ASSERT_TRUE(scenario) << diagnostics_text(diagnostics);
  const CompiledRules compiled(scenario);
  // The compiled form asks, and of some games the reference evaluator as well.
  InvariantWatch watch(scenario, std::make_unique<CompiledInvariants>(scenario));
  InvariantWatch again_watch(scenario);
  const players::Players seats = players::random_players(*scenario);
  uint64_t steps = 0;
  uint64_t played = 0;
  for (uint64_t number = 1; number <= games && steps < most_steps; ++number) {
    ++played;
    GameSettings settings;
    settings.seed = number;  // what `play --seed N --record F` plays
    const bool twice = number % doubled == 1;
    auto rules = compiled.another();
    rules->on_end_of_run([&](language::ProcedureId procedure, const Position& position) {
      watch.end_of_run(procedure, position);
      if (twice) again_watch.end_of_run(procedure, position);
    });
    Game game(std::move(rules), settings);
    players::seat(seats, game);
    watch.begin(game.position(), number);
    if (twice) again_watch.begin(game.position(), number);
    const uint64_t asked = watch.asked(), asked_again = again_watch.asked();
    while (game.node() != NodeKind::over) {
      ASSERT_LT(game.step_count(), 20000u) << id << " game " << number;
      if (game.node() == NodeKind::chance) {
        ASSERT_TRUE(game.roll());
      } else {
        const auto& choices = game.choices();
        const players::Decision decision{game.rules(), game.position(), choices, game.player()};
        ASSERT_TRUE(game.play(choices[seats[static_cast<size_t>(decision.side)]->choose(decision)]));
      }
      watch.step(game.position());
      if (twice) again_watch.step(game.position());
    }
    if (twice) {
      EXPECT_EQ(watch.asked() - asked, again_watch.asked() - asked_again);
    }
    for (const InvariantWatch* const one : {&watch, &again_watch}) {
      Diagnostics broken;
      one->report(broken);
      ASSERT_TRUE(broken.empty()) << id << " game " << number << "\n" << diagnostics_text(broken);
      ASSERT_TRUE(one->disagreements().empty()) << id << " game " << number;
    }
    steps += game.step_count();
    const Outcome outcome = game.outcome();
    EXPECT_TRUE(outcome.kind == OutcomeKind::won || outcome.kind == OutcomeKind::drawn)
        << id << " game " << number << " ends with " << static_cast<int>(outcome.kind);
    ASSERT_FALSE(testing::Test::HasFailure()) << id << " game " << number;
    if (number % replayed != 0) continue;
    // The record, written and read, replays to the same bytes.
    const std::string text = record_text(game.record());
    const Record record = parse_record(text, "record", diagnostics);
    const Replay again = replay(record, "record", compiled.another(), diagnostics);
    EXPECT_TRUE(again.good) << diagnostics_text(diagnostics);
    ASSERT_TRUE(again.game);
    EXPECT_EQ(again.game->position(), game.position());
    ASSERT_FALSE(testing::Test::HasFailure()) << id << " game " << number;
  }
  std::printf("%s: %llu games, %llu steps, %llu invariants asked, %llu of them by both evaluators\n",
              id.c_str(), static_cast<unsigned long long>(played), static_cast<unsigned long long>(steps),
              static_cast<unsigned long long>(watch.asked()),
              static_cast<unsigned long long>(again_watch.asked()));
  EXPECT_EQ(watch.asked() == 0, scenario->program->invariants.empty());
}

class ShippedSlow : public Shipped {};
TEST_P(ShippedSlow, TenThousandSeededGamesKeepEveryInvariantAndReplay) {
  play_games(GetParam(), 10'000, 500, 20, 4'400'000);
}

TEST_P(Shipped, SeededGamesKeepEveryInvariantAndReplay) {
  play_games(GetParam(), 500, 50, 1, 220'000);
}

std::string test_name(const testing::TestParamInfo<std::string>& shipped) {
  std::string name = shipped.param;
  for (char& c : name) {
    if (c == '/' || c == '-') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Editions, Shipped, testing::ValuesIn(editions()), test_name);
INSTANTIATE_TEST_SUITE_P(Editions, ShippedSlow, testing::ValuesIn(editions()), test_name);

}  // namespace
}  // namespace casebook::runtime
