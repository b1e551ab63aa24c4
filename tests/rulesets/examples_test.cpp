// SPDX-License-Identifier: Apache-2.0
// Every shipped edition: it checks without a warning, its examples of play hold, and seeded games are played
// with every invariant on, each record replaying to the same end.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "engine/base/diagnostic_text.h"
#include "engine/players/player.h"
#include "engine/players/playout.h"
#include "engine/runtime/checks.h"
#include "engine/runtime/claims.h"
#include "engine/runtime/record.h"
#include "engine/runtime/replay.h"
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

void play_games(const std::string& id, uint64_t games) {
  Diagnostics diagnostics;
  const auto scenario = scenario_of(id, diagnostics);
  ASSERT_TRUE(scenario) << diagnostics_text(diagnostics);
  ReferenceRules asking(scenario);
  // Ends of procedures lie within steps: where one ends, the step is played along by the evaluator that can
  // be asked there.
  const auto runs = [&](const Position& position, language::Id procedure) {
    return position.cell(scenario->layout.site) != 0 &&
           position.cell(scenario->layout.returns[static_cast<size_t>(procedure)]) != 0;
  };
  const auto ends_one = [&](const Position& was, const Position& is) {
    for (const language::Invariant& one : scenario->program->invariants) {
      if (one.where == language::InvariantWhere::end_of_procedure && runs(was, one.procedure) &&
          is.cell(scenario->layout.site) != 0 && !runs(is, one.procedure))
        return true;
    }
    return false;
  };
  InvariantCheck ends;
  check_ends_of_procedures(asking, ends);
  players::Players seats;
  for (int32_t side = 0; side < scenario->size(scenario->program->kind_side); ++side)
    seats.push_back(players::make_player("random"));
  uint64_t checks = 0, steps = 0;
  for (uint64_t number = 1; number <= games; ++number) {
    GameSettings settings;
    settings.seed = number;  // what `play --seed N --record F` plays
    Game game(make_compiled_rules(scenario), settings);
    players::seat(seats, game);
    Position before = game.position();
    bool first = true;
    while (game.node() != NodeKind::over) {
      ASSERT_LT(game.step_count(), 20000u) << id << " game " << number;
      const InvariantCheck check = check_invariants(asking, game.position(), first ? nullptr : &before);
      checks += static_cast<uint64_t>(check.asked + ends.asked);
      ends.failures.insert(ends.failures.end(), check.failures.begin(), check.failures.end());
      for (const InvariantFailure& failure : ends.failures) {
        ADD_FAILURE() << id << " game " << number << " step " << game.step_count() << ": "
                      << scenario->program->invariants[static_cast<size_t>(failure.invariant)].name << "\n"
                      << failure.derivation;
      }
      ASSERT_FALSE(testing::Test::HasFailure());
      before = game.position();
      first = false;
      ends = {};
      Position along = before;
      const auto play_along = [&](const auto& step) {
        if (!ends_one(before, game.position())) return;
        asking.apply(along, step);
        EXPECT_EQ(along, game.position());
      };
      if (game.node() == NodeKind::chance) {
        const ChanceOutcome rolled = game.next_roll().value();
        ASSERT_TRUE(game.roll());
        play_along(rolled);
      } else {
        const auto& choices = game.choices();
        const players::Decision decision{game.rules(), game.position(), choices, game.player()};
        const Choice chosen = choices[seats[static_cast<size_t>(decision.side)]->choose(decision)];
        ASSERT_TRUE(game.play(chosen));
        play_along(chosen);
      }
    }
    steps += game.step_count();
    const Outcome outcome = game.outcome();
    EXPECT_TRUE(outcome.kind == OutcomeKind::won || outcome.kind == OutcomeKind::drawn)
        << id << " game " << number << " ends with " << static_cast<int>(outcome.kind);
    // The record, written and read, replays to the same bytes.
    const std::string text = record_text(game.record());
    const Record record = parse_record(text, "record", diagnostics);
    const Replay again = replay(record, "record", make_compiled_rules(scenario), diagnostics);
    EXPECT_TRUE(again.good) << diagnostics_text(diagnostics);
    ASSERT_TRUE(again.game);
    EXPECT_EQ(again.game->position(), game.position());
    ASSERT_FALSE(testing::Test::HasFailure()) << id << " game " << number;
  }
  std::printf("%s: %llu games, %llu steps, %llu invariants asked\n", id.c_str(),
              static_cast<unsigned long long>(games), static_cast<unsigned long long>(steps),
              static_cast<unsigned long long>(checks));
  EXPECT_EQ(checks == 0, scenario->program->invariants.empty());
}

class ShippedSlow : public Shipped {};
TEST_P(ShippedSlow, TenThousandSeededGamesKeepEveryInvariantAndReplay) {
  play_games(GetParam(), 10000);
}

TEST_P(Shipped, SeededGamesKeepEveryInvariantAndReplay) {
  play_games(GetParam(), 500);
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
