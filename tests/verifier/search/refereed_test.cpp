// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/refereed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/random.h"
#include "tests/support/battery.h"
#include "tests/support/random_rules.h"
#include "tests/support/rules_text.h"

namespace casebook {
namespace {

using runtime::Choice;

// Every choice of a few positions of a game, as it is and with the second value of another: what the
// reference evaluator finds among all choices is what it says of the one.
TEST(Refereed, TellsOfEachChoiceWhetherItIsAmongAllThatAreLawful) {
  const auto scenario = tests::shipped_scenario("examples/hex-skirmish");
  const auto reference = runtime::make_reference_rules(scenario);
  runtime::Position position = scenario->start;
  reference->begin(position);
  int lawful = 0, refused = 0;
  for (int step = 0; step < 6 && reference->node(position) == runtime::NodeKind::choose; ++step) {
    std::vector<Choice> all;
    reference->choices(position, all);
    std::vector<Choice> asked = all;
    for (const Choice& one : all) {
      for (const Choice& other : all) {
        Choice altered = one;
        altered.singles[1] = other.singles[1];
        if (one.alternative == other.alternative && one.singles[0] != other.singles[0])
          asked.push_back(altered);
      }
    }
    for (const Choice& one : asked) {
      const auto told = std::make_shared<std::string>();
      Refereed rules(scenario, told);
      runtime::Position after = position;
      rules.apply(after, one);
      const bool is_lawful = std::find(all.begin(), all.end(), one) != all.end();
      if (is_lawful)
        EXPECT_EQ(*told, "") << step;
      else
        EXPECT_THAT(*told, testing::StartsWith("the reference evaluator refuses ")) << step;
      ++(is_lawful ? lawful : refused);
    }
    reference->apply(position, all[all.size() / 2]);
  }
  EXPECT_GT(lawful, 20);
  EXPECT_GT(refused, 10);
}

/// One random game by rules that are refereed; what the referee told, and how it ended.
runtime::OutcomeKind refereed_game(const std::shared_ptr<const runtime::Scenario>& scenario, uint64_t seed,
                                   int most_steps, std::string& problem) {
  const auto told = std::make_shared<std::string>();
  Refereed rules(scenario, told);
  Random random(seed, 5);
  runtime::Position position = scenario->start;
  rules.begin(position);
  std::vector<Choice> choices;
  std::vector<runtime::ChanceOutcome> outcomes;
  for (int step = 0; step < most_steps && told->empty(); ++step) {
    const runtime::NodeKind node = rules.node(position);
    if (node == runtime::NodeKind::over) break;
    if (node == runtime::NodeKind::choose) {
      rules.choices(position, choices);
      rules.apply(position, choices[random.below(static_cast<uint32_t>(choices.size()))]);
    } else {
      rules.outcomes(position, outcomes);
      rules.apply(position, outcomes[random.below(static_cast<uint32_t>(outcomes.size()))]);
    }
  }
  problem = *told;
  return rules.outcome(position).kind;
}

// Where listing the choices leaves the range of a number the game ends by that fault, in both.
TEST(Refereed, TellsAFaultFromAGameThatIsStuck) {
  const auto scenario = testing_support::scenario_of(R"(edition trial "Trial"
case 1.1 "All"
  kind side = red, blue
  measure points by 1/2 from 0 to 4
  state left: points = 2
  define after_this() -> points = left - 1
  procedure game
    repeat at most 9 times
      choose by red
        go()
    end game drawn
  action go()
    require 1.1 enough: after_this() <= left + 1/2
    do
      left -= 1
)");
  std::string problem;
  EXPECT_EQ(refereed_game(scenario, 1, 20, problem), runtime::OutcomeKind::fault);
  EXPECT_EQ(problem, "");
}

TEST(Refereed, FindsNothingInRandomPrograms) {
  int faults = 0, games = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    runtime::tests::RandomRules wish;
    wish.seed = seed;
    std::string why, problem;
    const auto scenario = runtime::tests::bind_random(wish, runtime::tests::random_rules(wish), &why);
    if (!scenario) continue;
    ++games;
    faults += refereed_game(scenario, seed, 60, problem) == runtime::OutcomeKind::fault ? 1 : 0;
    EXPECT_EQ(problem, "") << "seed " << seed;
  }
  EXPECT_GT(games, 45);
  EXPECT_GT(faults, 5) << "faults are met often enough";
}

}  // namespace
}  // namespace casebook
