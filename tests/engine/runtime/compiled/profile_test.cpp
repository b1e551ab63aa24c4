// SPDX-License-Identifier: Apache-2.0
// Counting changes no game, nothing is counted twice or lost, and what is counted stands under its rule.
#include "engine/base/random.h"
#include "tests/engine/runtime/compiled/together.h"

namespace casebook::runtime {
namespace {

std::vector<Position> played(CompiledRules& rules) {
  std::vector<Position> ends;
  for (uint64_t game = 1; game <= 20; ++game) {
    Position position = rules.scenario().start;
    rules.begin(position);
    Random random(1, game);
    rules.playout(position, random, 500);
    ends.push_back(position);
  }
  return ends;
}

TEST(Profile, CountsEachInstructionOnceAndChangesNoGame) {
  for (const char* name : {"hex-skirmish", "hex", "interrupt", "cup"}) {
    CompiledRules plain(tests::example(name)), counted(tests::example(name)), again(tests::example(name));
    counted.count_instructions();
    again.count_instructions();
    const std::vector<Position> ends = played(plain);
    EXPECT_EQ(played(counted), ends) << name;
    played(again);
    const Profile profile = counted.profile(), same = again.profile();
    uint64_t of_rules = 0, of_cases = 0, at_sites = 0;
    double time = 0;
    ASSERT_EQ(profile.rules.size(), same.rules.size()) << name;
    for (size_t i = 0; i < profile.rules.size(); ++i) {
      of_rules += profile.rules[i].instructions;
      time += profile.rules[i].time;
      EXPECT_EQ(profile.rules[i].item, same.rules[i].item) << name;
      EXPECT_EQ(profile.rules[i].instructions, same.rules[i].instructions) << name;
      EXPECT_LE(profile.rules[i].instructions + profile.rules[i].called, profile.instructions) << name;
    }
    for (const Profile::OfCase& one : profile.cases) of_cases += one.instructions;
    for (const Profile::AtSite& at : profile.sites) at_sites += at.listing + at.carrying_out;
    EXPECT_GT(profile.instructions, 10'000u) << name;
    EXPECT_EQ(of_rules, profile.instructions) << name;
    EXPECT_EQ(of_cases, profile.instructions) << name;
    EXPECT_LE(at_sites, profile.instructions) << name;
    EXPECT_GT(at_sites * 10, profile.instructions * 9) << name;  // the rest begins the games
    EXPECT_NEAR(time, 1, 1e-6) << name;
  }
}

constexpr const char* rules_with_a_dear_requirement = R"(edition trial "Trial"
case 1.1 "Words"
  kind side = first, second
  kind unit on map
  box removed
  given side(unit): side
  measure tally from 0 to 20
  state marked(hex): bool = no
  state moves: tally = 0
  define neighbours_marked(h: hex) -> bool = exists n in neighbours(h): marked(n)
  define crowded(h: hex) -> bool = (count n in hex where adjacent(n, h) and neighbours_marked(n)) > 3
case 2.0 "The game"
  procedure game
    repeat at most 10 times
      choose by first
        mark()
    end game won by first
case 2.1 "Marking"
  action mark(h in hex)
    require 2.1 free: not marked(h)
    require 2.2 apart: not crowded(h)
    do
      marked(h) := yes
      moves += 1
case 2.2 "Crowds"
  summary "Nobody marks in a crowd."
)";

// Of each hex 2.2 counts marked neighbours of neighbours; 2.1 looks at one bit.
TEST(Profile, PutsTheDearRequirementFirst) {
  std::string why;
  const auto scenario = tests::on_the_ground_of("hex-skirmish", rules_with_a_dear_requirement, &why);
  ASSERT_TRUE(scenario) << why;
  CompiledRules rules(scenario);
  rules.count_instructions();
  played(rules);
  const Profile profile = rules.profile();
  const language::Program& program = *scenario->program;
  ASSERT_FALSE(profile.cases.empty());
  const auto case_of = [&](language::CaseId label) {
    return label == language::none ? std::string() : program.label_text(label);
  };
  const auto instructions_of = [&](const std::string& name) {
    for (const Profile::OfCase& one : profile.cases)
      if (case_of(one.label) == name) return one.instructions;
    return uint64_t{0};
  };
  uint64_t apart = 0, free = 0;
  for (const Profile::Rule& rule : profile.rules) {
    if (rule.part == "apart") apart += rule.instructions + rule.called;
    if (rule.part == "free") free += rule.instructions + rule.called;
  }
  EXPECT_GT(apart, 10 * std::max<uint64_t>(free, 1));
  EXPECT_GT(instructions_of("2.2") + instructions_of("1.1"), instructions_of("2.0"));
  ASSERT_EQ(profile.sites.size(), 1u);
  EXPECT_GT(profile.sites[0].times, 100u);
  EXPECT_GT(profile.sites[0].listing, 2 * profile.sites[0].carrying_out);
}

TEST(Profile, IsEmptyWhereNothingIsCounted) {
  CompiledRules rules(tests::example("hex"));
  played(rules);
  EXPECT_EQ(rules.profile().instructions, 0u);
  EXPECT_TRUE(rules.profile().rules.empty());
}

}  // namespace
}  // namespace casebook::runtime
