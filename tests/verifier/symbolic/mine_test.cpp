// SPDX-License-Identifier: Apache-2.0
// Mined invariants hold at every position that play reaches. Small games are explored whole; what games do
// not show and play can reach is not kept.
#include "verifier/symbolic/mine/mine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/scenario.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_text.h"
#include "verifier/explore/explore.h"
#include "verifier/search/generated_positions.h"
#include "verifier/search/reached.h"
#include "verifier/symbolic/mine/candidates.h"

namespace casebook::symbolic {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

ScenarioPtr game_of(const std::string& folder, const std::string& file = "") {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + folder;
  if (!file.empty()) request.scenario_file = request.edition_folder + "/" + file;
  request.id = folder;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  Diagnostics diagnostics;
  ScenarioPtr scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_NE(scenario, nullptr) << testing_support::shown(diagnostics);
  return scenario;
}

std::vector<std::string> texts(const Mining& mining) {
  std::vector<std::string> all;
  for (const InvariantId one : mining.mined->kept) all.push_back(runtime::mined_text(*mining.mined, one));
  return all;
}

std::string told(const Mining& mining) {
  std::string text = mining_text(mining) + "\n";
  for (const std::string& one : texts(mining)) text += "  " + one + "\n";
  for (const std::string& one : mining.limits) text += "  limit: " + one + "\n";
  return text;
}

/// What does not hold at some position that exploring comes to; and how many positions there were.
std::vector<std::string> broken_somewhere(const ScenarioPtr& scenario, const Mining& mining, uint64_t most,
                                          uint64_t& positions) {
  games::PositionMaker maker(with_mined(*scenario, mining), {1, 0, 1, 1});
  runtime::CompiledRules rules(scenario);
  runtime::Position start = scenario->start;
  rules.begin(start);
  const explore::Graph graph = explore::explore(rules, start, {most, INT32_MAX});
  std::vector<std::string> broken;
  positions = graph.size();
  for (explore::Index i = 0; i < graph.size(); ++i) {
    if (graph.kind(i) == runtime::NodeKind::over) continue;
    const runtime::Position position = graph.position(i);
    for (const InvariantId one : maker.broken_mined(position)) {
      const std::string text = runtime::mined_text(*mining.mined, one);
      if (std::find(broken.begin(), broken.end(), text) == broken.end()) broken.push_back(text);
    }
  }
  return broken;
}

// A counter that goes to 6, a flag that only six sixes in a row raise, and one that nothing raises.
constexpr const char* counting_rules = R"(edition counting "Counting"
section 1 "All of it"
case 1.1 "Sides"
  summary "Two."
  kind side = white, black
  measure d6 from 1 to 6
  measure rounds from 0 to 20
  state sixes: rounds
  state round: rounds = 1
  state raised: bool
  state unused: bool
case 1.2 "Play"
  summary "A die is rolled eight times."
  procedure game
    repeat at most 8 times
      choose by white
        go()
      roll d: d6
      if d = 6 then sixes += 1
      if sixes = 8 then raised := yes
      round += 1
    end game won by white
  action go()
)";

TEST(Mining, KeepsWhatStepsKeepAndNotWhatGamesOnlyDidNotShow) {
  const ScenarioPtr scenario = testing_support::scenario_of(counting_rules);
  const Mining mining = mine_invariants(scenario);
  const std::vector<std::string> kept = texts(mining);
  // No game of the few rolls eight sixes, and play can.
  EXPECT_THAT(kept, Not(Contains("not raised"))) << told(mining);
  EXPECT_THAT(kept, Contains("not unused")) << told(mining);
  EXPECT_THAT(kept, Contains("round >= 1")) << told(mining);
  uint64_t positions = 0;
  EXPECT_THAT(broken_somewhere(scenario, mining, 100'000, positions), IsEmpty());
  EXPECT_GT(positions, 50U);
}

TEST(Mining, HoldsAtEveryPositionOfSmallGames) {
  for (const auto& [folder, file] :
       std::vector<std::pair<std::string, std::string>>{{"examples/hex-skirmish", ""},
                                                        {"examples/hex", "scenario-3.json"},
                                                        {"examples/interrupt", ""},
                                                        {"examples/cup", ""}}) {
    const ScenarioPtr scenario = game_of(folder, file);
    const Mining mining = mine_invariants(scenario);
    uint64_t positions = 0;
    EXPECT_THAT(broken_somewhere(scenario, mining, 60'000, positions), IsEmpty()) << folder;
    EXPECT_GT(positions, 100U) << folder;
    EXPECT_THAT(mining.not_typed, IsEmpty()) << folder << "\n" << told(mining);
  }
}

TEST(Mining, IsTheSameEachTime) {
  const ScenarioPtr scenario = game_of("examples/hex-skirmish");
  EXPECT_EQ(told(mine_invariants(scenario)), told(mine_invariants(scenario)));
}

TEST(Mining, ALimitOfTheWholeRunIsNamedAndKeepsLess) {
  const ScenarioPtr scenario = game_of("examples/interrupt");
  MiningSettings settings;
  const size_t all = mine_invariants(scenario, settings).mined->kept.size();
  settings.all_resources = 1;
  const Mining little = mine_invariants(scenario, settings);
  EXPECT_LT(little.mined->kept.size(), all) << told(little);
  EXPECT_THAT(little.limits, Contains("the limit of the whole run was reached"));
  uint64_t positions = 0;
  EXPECT_THAT(broken_somewhere(scenario, little, 20'000, positions), IsEmpty());
}

TEST(Mining, HoldsAtEveryPositionOfRandomRules) {
  size_t kept = 0, explored = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    runtime::tests::RandomRules wish;
    wish.seed = seed;
    wish.depth = 2;
    std::string why;
    const auto scenario = runtime::tests::bind_random(wish, runtime::tests::random_rules(wish), &why);
    if (!scenario) continue;
    MiningSettings settings;
    settings.candidates = 40;
    settings.all_resources = 2'000'000;
    const Mining mining = mine_invariants(scenario, settings);
    uint64_t positions = 0;
    EXPECT_THAT(broken_somewhere(scenario, mining, 5'000, positions), IsEmpty())
        << "seed " << seed << ": " << told(mining);
    kept += mining.mined->kept.size();
    explored += positions;
  }
  EXPECT_GT(kept, 5U);
  EXPECT_GT(explored, 500U);
}

TEST(Mining, PositionMakersHoldPositionsToWhatWasMined) {
  const ScenarioPtr scenario = testing_support::scenario_of(counting_rules);
  const Mining mining = mine_invariants(scenario);
  games::PositionMaker before(scenario), after(with_mined(*scenario, mining));
  Random random(1, 1);
  size_t refused = 0;
  for (int i = 0; i < 300; ++i) {
    const runtime::Position position = before.make(random);
    const bool breaks = runtime::broken_mined(*with_mined(*scenario, mining), position).has_value();
    EXPECT_EQ(!after.broken_mined(position).empty(), breaks);
    if (breaks) {
      ++refused;
      EXPECT_EQ(after.grade(position), games::Grade::typed);
    }
  }
  EXPECT_GT(refused, 10U);
}

TEST(MiningSlow, HoldsInFreshGamesOfAcrossSuez) {
  const ScenarioPtr scenario = game_of("across-suez/spi-1980");
  const Mining mining = mine_invariants(scenario);
  std::cout << told(mining);
  EXPECT_GT(mining.mined->kept.size(), 10U);
  const ScenarioPtr with = with_mined(*scenario, mining);
  games::PositionMaker maker(with, {1, 0, 1, 1});
  games::Games fresh(scenario, {77, 100'000});
  uint64_t positions = 0;
  fresh.play(1, 40, [&](const games::Moment& moment) {
    ++positions;
    for (const InvariantId one : maker.broken_mined(moment.position))
      ADD_FAILURE() << "game " << moment.game << ", step " << moment.step << ": "
                    << runtime::mined_text(*mining.mined, one);
    return !testing::Test::HasFailure();
  });
  EXPECT_GT(positions, 10'000U);
}

}  // namespace
}  // namespace casebook::symbolic
