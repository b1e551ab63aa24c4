// SPDX-License-Identifier: Apache-2.0
// The small games, played by both evaluators side by side.
#include <cctype>
#include <ostream>

#include "engine/base/random.h"
#include "engine/program/edit/mutants.h"
#include "engine/runtime/control.h"
#include "tests/engine/runtime/compiled/together.h"
#include "tests/support/rules_text.h"

namespace casebook::runtime {
namespace {

struct Example {
  const char* name;
  const char* file;
  int games;
};

void PrintTo(const Example& example, std::ostream* out) {
  *out << example.name << " " << example.file;
}

class CompiledGames : public ::testing::TestWithParam<Example> {};

TEST_P(CompiledGames, AreTheGamesOfTheReferenceEvaluator) {
  const auto scenario = tests::example(GetParam().name, GetParam().file);
  ASSERT_NE(scenario, nullptr);
  CompiledRules compiled(scenario);
  const auto reference = make_reference_rules(scenario);
  int64_t nodes = 0;
  for (int game = 0; game < GetParam().games; ++game) {
    const tests::Together both =
        tests::play_together(compiled, *reference, 11, static_cast<uint64_t>(game), 600);
    ASSERT_EQ(both.difference, "");
    nodes += both.nodes;
  }
  EXPECT_GT(nodes, GetParam().games * 5);
}

// Rules are checked to end every game (E0511). Altered rules are not: without its last line this game comes to the end
// of `game`, which nobody called.
TEST(CompiledGames, AGameWithoutItsEndIsAFault) {
  const auto scenario = testing_support::scenario_of(R"(edition t "T"
case 1.1
  kind side = white, black
case 1.2
  procedure game
    choose by white
      pass()
    end game drawn
  action pass()
)");
  for (const language::Mutant& mutant : language::mutants(*scenario->program)) {
    if (mutant.what != "statement left out") continue;
    auto altered = std::make_shared<Scenario>(*scenario);
    altered->program = language::altered(*scenario->program, mutant);
    for (const auto& rules : {make_reference_rules(altered), make_compiled_rules(altered)}) {
      Position position = altered->start;
      rules->begin(position);
      std::vector<Choice> choices;
      rules->choices(position, choices);
      ASSERT_EQ(choices.size(), 1u);
      rules->apply(position, choices.front());
      const Outcome outcome = outcome_of(*altered, position);
      EXPECT_EQ(outcome.kind, OutcomeKind::fault);
      EXPECT_EQ(outcome_text(*altered, outcome), "fault by 1.2");
    }
    return;
  }
  FAIL() << "no mutant leaves the end of the game out";
}

// A position may come from anywhere: what is kept beside the last one must not show in the next.
TEST_P(CompiledGames, PositionsInAnyOrder) {
  const auto scenario = tests::example(GetParam().name, GetParam().file);
  CompiledRules one(scenario);
  std::vector<Position> met;
  std::vector<std::vector<Choice>> choices;
  for (uint64_t game = 0; game < 3; ++game) {
    Random random(5, game);
    Position position = scenario->start;
    one.begin(position);
    std::vector<Choice> all;
    std::vector<ChanceOutcome> outcomes;
    for (int step = 0; step < 120 && one.node(position) != NodeKind::over; ++step) {
      if (one.node(position) == NodeKind::choose) {
        one.choices(position, all);
        met.push_back(position);
        choices.push_back(all);
        one.apply(position, all[random.below(static_cast<uint32_t>(all.size()))]);
      } else {
        one.outcomes(position, outcomes);
        one.apply(position, outcomes[random.below(static_cast<uint32_t>(outcomes.size()))]);
      }
    }
  }
  Random random(6, 0);
  std::vector<Choice> again;
  for (size_t k = 0; k < 300; ++k) {
    const size_t i = random.below(static_cast<uint32_t>(met.size()));
    one.choices(met[i], again);
    ASSERT_EQ(again, choices[i]);
    Position next = met[i], fresh = met[i];
    one.apply(next, again[k % again.size()]);
    CompiledRules other(scenario);
    if (k % 40 == 0) {
      other.apply(fresh, again[k % again.size()]);
      ASSERT_EQ(next, fresh);
    }
  }
}

TEST_P(CompiledGames, PlayoutIsTheLoopOverChoices) {
  const auto scenario = tests::example(GetParam().name, GetParam().file);
  CompiledRules rules(scenario);
  for (uint64_t game = 0; game < 5; ++game) {
    Position fast = scenario->start, slow = scenario->start;
    rules.begin(fast);
    slow = fast;
    Random a(3, game), b(3, game);
    const Playout playout = rules.playout(fast, a, 200);
    std::vector<Choice> all;
    std::vector<ChanceOutcome> outcomes;
    int64_t made = 0;
    while (rules.node(slow) != NodeKind::over) {
      if (rules.node(slow) == NodeKind::choose) {
        if (made == 200) break;
        ++made;
        rules.choices(slow, all);
        const Choice choice = all[b.below(static_cast<uint32_t>(all.size()))];
        rules.apply(slow, choice);
      } else {
        rules.outcomes(slow, outcomes);
        const ChanceOutcome outcome = outcomes[b.below(static_cast<uint32_t>(outcomes.size()))];
        rules.apply(slow, outcome);
      }
    }
    ASSERT_EQ(fast, slow);
    ASSERT_EQ(playout.choices, made);
    ASSERT_EQ(fast.hash(), slow.hash());
    ASSERT_EQ(a, b);
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, CompiledGames,
                         ::testing::Values(Example{"hex-skirmish", "", 40},
                                           Example{"hex-skirmish", "scenario-5.json", 15},
                                           Example{"hex", "scenario-3.json", 20}, Example{"hex", "", 6},
                                           Example{"hex", "scenario-11.json", 1},
                                           Example{"interrupt", "", 15}, Example{"cup", "", 12}),
                         [](const auto& example) {
                           std::string name = std::string(example.param.name) + "_" + example.param.file;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

// What a procedure keeps until an arm of a `match` is found, or in a `let`, need not lie within its measure.
TEST(CompiledFlow, KeepsADifferenceOfTwoDiceThatIsNoFaceOfADie) {
  std::string why;
  const auto scenario = tests::on_the_ground_of("hex-skirmish",
                                                R"(edition trial "Trial"
case 1.1 "Words"
  kind side = first, second
  kind unit on map
  box removed
  given side(unit): side
  measure d6 from 1 to 6
  measure tally from -9 to 9
  state zero(unit): tally
  state one(unit): tally = 1
  state open(hex): tally = 1
  state sevens: tally = 0
  state doubles: tally = 0
case 2.0 "The game"
  procedure game
    repeat at most 4 times
      choose by first
        pass()
      roll a, b: d6
      match a - b
        0:
          doubles += 1
          choose by second
            pass()
        others: nothing
      let thrown = a + b
      choose by second
        pass()
      if thrown = 7 then sevens += 1
    end game drawn
case 2.1 "Passing"
  action pass()
)",
                                                &why);
  ASSERT_EQ(why, "");
  CompiledRules compiled(scenario);
  const auto reference = make_reference_rules(scenario);
  for (uint64_t game = 0; game < 40; ++game) {
    const tests::Together both = tests::play_together(compiled, *reference, 11, game, 60);
    ASSERT_EQ(both.difference, "");
  }
}

// The large game, as far as the reference evaluator goes in a few seconds: fields looked up hex by hex, rows
// that depend on one side, scratch positions.
TEST(CompiledLargeGame, BeginsAsByTheReferenceEvaluator) {
  const auto scenario = tests::example("../across-suez/spi-1980");
  ASSERT_NE(scenario, nullptr);
  CompiledRules compiled(scenario);
  const auto reference = make_reference_rules(scenario);
  for (uint64_t game = 0; game < 2; ++game) {
    const tests::Together both = tests::play_together(compiled, *reference, 11, game, 60);
    ASSERT_EQ(both.difference, "");
    EXPECT_EQ(both.nodes, 60);
  }
}

}  // namespace
}  // namespace casebook::runtime
