// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/refereed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/battery.h"

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

}  // namespace
}  // namespace casebook
