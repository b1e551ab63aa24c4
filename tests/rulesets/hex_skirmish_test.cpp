// SPDX-License-Identifier: Apache-2.0
// Hex skirmish on the 3 by 3 rhombus: every position that can be reached is visited, with both evaluators,
// and counted against numbers known from elsewhere.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/runtime/rules.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {
namespace {

std::shared_ptr<const Scenario> skirmish() {
  Diagnostics diagnostics;
  ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/hex-skirmish";
  request.id = "examples/hex-skirmish";
  auto scenario = load_scenario(request, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    ADD_FAILURE() << diagnostic.code << ": " << diagnostic.message;
  return scenario;
}

struct Counts {
  size_t positions = 0, final_positions = 0, transitions = 0;
};

// The rules throw the die in a position of its own between attack and result. What is counted is what a
// player sees: positions at a choice, final ones, and steps between them, the die's three classes 1-2, 3 and
// 4-6 being one step each.
Counts explore(Rules& rules) {
  Position start = rules.scenario().start;
  rules.begin(start);
  std::map<std::vector<uint64_t>, bool> seen;
  std::deque<Position> frontier;
  Counts counts;
  const auto meet = [&](const Position& position) {
    ++counts.transitions;
    if (!seen.emplace(position.words(), true).second) return;
    if (rules.node(position) == NodeKind::over)
      ++counts.final_positions;
    else
      frontier.push_back(position);
  };
  seen.emplace(start.words(), true);
  frontier.push_back(start);
  std::vector<Choice> choices;
  std::vector<ChanceOutcome> outcomes;
  while (!frontier.empty()) {
    const Position here = frontier.front();
    frontier.pop_front();
    rules.choices(here, choices);
    const std::vector<Choice> all = choices;
    for (const Choice& choice : all) {
      Position next = here;
      rules.apply(next, choice);
      if (rules.node(next) != NodeKind::chance) {
        meet(next);
        continue;
      }
      rules.outcomes(next, outcomes);
      EXPECT_EQ(outcomes.size(), 6u);
      for (const int32_t face : {1, 3, 4}) {
        Position after = next;
        rules.apply(after, outcomes[static_cast<size_t>(face - 1)]);
        meet(after);
      }
      // The other faces of a class lead to the same position.
      for (const auto& [face, same] : {std::pair{2, 1}, {5, 4}, {6, 4}}) {
        Position a = next, b = next;
        rules.apply(a, outcomes[static_cast<size_t>(face - 1)]);
        rules.apply(b, outcomes[static_cast<size_t>(same - 1)]);
        EXPECT_EQ(a, b);
      }
    }
  }
  counts.positions = seen.size();
  return counts;
}

TEST(HexSkirmish, EveryPositionOfTheSmallBoardWithTheCompiledForm) {
  const auto scenario = skirmish();
  ASSERT_TRUE(scenario);
  const auto rules = make_compiled_rules(scenario);
  const Counts counts = explore(*rules);
  EXPECT_EQ(counts.positions, 10856u);
  EXPECT_EQ(counts.final_positions, 360u);
  EXPECT_EQ(counts.transitions, 80000u);
}

TEST(HexSkirmish, EveryPositionOfTheSmallBoardWithTheReferenceEvaluator) {
  const auto scenario = skirmish();
  ASSERT_TRUE(scenario);
  const auto rules = make_reference_rules(scenario);
  const Counts counts = explore(*rules);
  EXPECT_EQ(counts.positions, 10856u);
  EXPECT_EQ(counts.final_positions, 360u);
  EXPECT_EQ(counts.transitions, 80000u);
}

}  // namespace
}  // namespace casebook::runtime
