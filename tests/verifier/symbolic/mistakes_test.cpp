// SPDX-License-Identifier: Apache-2.0
// Guards, effects and flow of random rules are translated as the evaluators have them, and one wrong
// translation of each construct is noticed.
#include <gtest/gtest.h>

#include <set>

#include "tests/support/constructs.h"
#include "tests/support/random_rules.h"
#include "tests/verifier/symbolic/noticed.h"
#include "verifier/symbolic/selftest/selftest_steps.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

struct World {
  uint64_t seed = 0;
  ScenarioPtr scenario;
  std::set<std::string> constructs;
};

/// Those of the first seeds that can be bound.
std::vector<World> worlds(uint64_t seeds) {
  std::vector<World> all;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    runtime::tests::RandomRules wish;
    wish.seed = seed;
    World world;
    world.seed = seed;
    std::string why;
    world.scenario = runtime::tests::bind_random(wish, runtime::tests::random_rules(wish), &why);
    if (!world.scenario) continue;
    tests::note_constructs(*world.scenario->program, world.constructs);
    all.push_back(std::move(world));
  }
  return all;
}

SelftestSettings few() {
  SelftestSettings settings;
  settings.positions = 30;
  settings.choices = 2;
  settings.games = 2;
  return settings;
}

Selftest steps_of(const World& world) {
  Selftest result;
  test_steps(world.scenario, few(), result);
  return result;
}

TEST(SelftestSteps, RandomRulesAreTranslatedAsTheyArePlayed) {
  uint64_t steps = 0, open = 0;
  for (const World& world : worlds(25)) {
    const Selftest result = steps_of(world);
    for (const SelftestDifference& one : result.differences)
      ADD_FAILURE() << "seed " << world.seed << ": " << one.definition << one.input << ": reference "
                    << one.reference << ", compiled " << one.compiled << ", translated " << one.translated;
    steps += result.steps;
    open += result.open.size();
  }
  EXPECT_GT(steps, 200U);
  EXPECT_LT(open, steps / 10);
}

// A new construct has no mistake of its name, nobody notices it then, and this fails.
TEST(SelftestStepsSlow, AWrongTranslationOfAConstructIsNoticed) {
  // What a claim or a question may say, and what an invariant may: no step reads them. SymbolicOps has these.
  std::set<std::string> elsewhere{"named_entity", "before"};
  // Mistakes that these rules do not show: they say it where it decides nothing. EveryConstruct has them.
  for (const char* open : {"for each: by", "hexsides", "if_hex", "path_length"}) elsewhere.insert(open);
  const std::vector<World> all = worlds(60);
  for (const std::string& construct : tests::all_constructs()) {
    if (elsewhere.count(construct) != 0) continue;
    int tried = 0;
    bool is_noticed = false;
    for (const World& world : all) {
      if (world.constructs.count(construct) == 0) continue;
      ++tried;
      is_noticed = noticed(world.scenario, construct, few());
      if (is_noticed) break;
    }
    if (!is_noticed)
      ADD_FAILURE() << "nobody notices a mistake in " << construct << " (" << tried << " worlds)";
  }
}

TEST(SelftestSteps, SayWhatTheyCoverAndWhatNot) {
  const std::vector<World> all = worlds(6);
  ASSERT_FALSE(all.empty());
  Selftest result = steps_of(all.front());
  EXPECT_GT(result.covered, 0U);
  EXPECT_EQ(result.ways, result.covered + result.uncovered.size());
  for (const Uncovered& one : result.uncovered) EXPECT_FALSE(one.why.empty()) << one.definition;
}

}  // namespace
}  // namespace casebook::symbolic
