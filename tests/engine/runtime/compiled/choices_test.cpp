// SPDX-License-Identifier: Apache-2.0
// Choices that were once found by one evaluator alone: which there are, and which fault comes first.
#include <gmock/gmock.h>

#include <algorithm>

#include "engine/runtime/compiled/translate.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/choice_text.h"
#include "tests/engine/runtime/compiled/together.h"

namespace casebook::runtime {
namespace {

// Four units: A1 and A2 of the first side on a1 and a2, B1 and B2 of the second on c3 and c2.
struct Trial {
  std::string actions;
  std::string at_the_start{};  // lines of the game
  std::string offered = "        send()\n";
};

std::shared_ptr<const Scenario> rules(const Trial& trial) {
  std::string why;
  auto scenario = tests::on_the_ground_of("hex-skirmish",
                                          R"(edition trial "Trial"
case 1.1 "Words"
  kind side = first, second
  kind unit on map
  box removed
  given side(unit): side
  measure tally from 0 to 9
  state zero(unit): tally
  state one(unit): tally = 1
  state open(hex): tally = 1
  state turn: tally = 1
case 2.0 "The game"
  procedure game
)" + trial.at_the_start + R"(    repeat at most 2 times
      choose by first
)" + trial.offered + R"(        pass()
    end game drawn
case 2.1 "Passing"
  action pass()
case 2.4 "Asked first"
  summary "Cited by requirements below."
case 2.5 "Asked second"
  summary "Cited by requirements below."
case 2.2 "Sending"
)" + trial.actions,
                                          &why);
  EXPECT_EQ(why, "");
  return scenario;
}

/// Of the first choose, by both evaluators, which agree; or the case of the fault.
std::vector<std::string> choices_of(const Trial& trial) {
  const auto scenario = rules(trial);
  if (!scenario) return {};
  CompiledRules compiled(scenario);
  const auto reference = make_reference_rules(scenario);
  EXPECT_EQ(tests::play_together(compiled, *reference, 1, 0, 10).difference, "");
  Position start = scenario->start;
  reference->begin(start);
  std::vector<std::string> texts;
  if (reference->node(start) == NodeKind::over) {
    const Outcome outcome = reference->outcome(start);
    EXPECT_EQ(outcome.kind, OutcomeKind::fault);
    texts.push_back("fault " + scenario->program->label_text(outcome.label));
    return texts;
  }
  std::vector<Choice> choices;
  reference->choices(start, choices);
  for (const Choice& choice : choices) texts.push_back(choice_text(*scenario, start, choice));
  return texts;
}

using Texts = std::vector<std::string>;

// A zone that is described by more than one thing that never changes: the rows of one table, as for
// neighbours.
TEST(Hexes, NearSomeUnitAreFoundByOneInstructionHoweverNearIsDescribed) {
  const Trial trial{R"(  define controlled(h: hex, by: side) -> bool =
    exists u in unit at g where side(u) = by: distance(g, h) <= 2 and distance(g, h) >= 2
  action send(h in hex)
    require 2.4 far: not controlled(h, first)
    require 2.5 near: controlled(h, second)
)"};
  const Texts found = choices_of(trial);
  EXPECT_GT(found.size(), 1u);
  const auto scenario = rules(trial);
  ASSERT_TRUE(scenario);
  int rows = 0;
  const auto program = compiled::translate(scenario);
  for (const compiled::Instruction& instruction : program->code)
    rows += instruction.op == compiled::Operation::union_rows ? 1 : 0;
  EXPECT_EQ(rows, 1);
}

TEST(SetParameters, ARequirementOfEachMemberMaySpeakOfTheWholeSet) {
  // Nobody may go alone: asked of a member as a set of its own, it would leave everybody out.
  EXPECT_EQ(choices_of({R"(  action send(team: set of x in unit where side(x) = first)
    each u in team require 2.2 company: exists v in team: v != u
)"}),
            (Texts{"send({})", "send({A1, A2})", "pass()"}));
  EXPECT_EQ(choices_of({R"(  action send(team: set of x in unit)
    each u in team require 2.2 company: exists v in team: side(v) != side(u)
)"})
                .size(),
            1 + 3 * 3 + 1u);
}

TEST(SetParameters, AlsoAmongCompetitors) {
  EXPECT_EQ(choices_of({R"(  action send(team: set of x in unit where side(x) = first)
    each u in team require 2.2 company: exists v in team: v != u
    best 2.2 most count team
)"}),
            (Texts{"send({A1, A2})", "pass()"}));
  EXPECT_EQ(choices_of({R"(  action send(u in unit)
    require 2.2 best: not legal pick(u, {u})
  action pick(v in unit, team: set of x in unit where side(x) = first)
    each u in team require 2.2 company: exists w in team: w != u or side(v) = second
    best 2.2 least count y in team where y != v
)"})
                .size(),
            4 + 1u);
}

// Where a part can fault, what is asked first shows: each requirement in turn of every candidate, before the
// sets are made.
TEST(SetParameters, RequirementsOfEachMemberFaultInTheirOrder) {
  EXPECT_EQ(choices_of({R"(  action send(team: set of x in unit)
    each u in team require 2.4: side(u) = first or (6 / zero(u) rounded down as tally) > 0
    each u in team require 2.5: side(u) = second or (6 / zero(u) rounded down as tally) > 0
)"}),
            Texts{"fault 2.4"});
}

TEST(SetParameters, TheyFaultBeforeAPlainRequirementRefuses) {
  EXPECT_EQ(choices_of({R"(  action send(team: set of x in unit)
    require 2.4: turn > 5
    each u in team require 2.5: (6 / zero(u) rounded down as tally) > 0
)"}),
            Texts{"fault 2.5"});
}

TEST(SetParameters, WhatIsAskedOfHexesOfAPathIsNotAskedOfTheMembers) {
  const Texts choices =
      choices_of({R"(  action send(u in unit at g where side(u) = second, p: path of 1 from g,
              team: set of x in unit where side(x) = first)
    each h in p require 2.4: (6 / open(h) rounded down as tally) > 0
    each x in team require 2.5: (6 / one(x) rounded down as tally) > 0
)",
                  "    for all x in unit at g where side(x) = first do open(g) := 0\n"});
  EXPECT_GT(choices.size(), 4 * 4u);
  EXPECT_EQ(std::count(choices.begin(), choices.end(), "fault 2.4"), 0);
}

// The ground of hex has 49 hexes.
TEST(SetParameters, TooManyMembersAreALimitThatIsNamed) {
  const std::string head = R"(edition trial "Trial"
case 1.1 "Words"
  kind side = white, black
  given red_start(hex): bool = no
  given red_goal(hex): bool = no
  given blue_start(hex): bool = no
  given blue_goal(hex): bool = no
  procedure game
    choose by white
      send()
      pass()
    end game drawn
  action pass()
case 2.2 "Sending"
)";
  const auto limit_of = [&](const std::string& action) {
    std::string why;
    const auto scenario = tests::on_the_ground_of("hex", head + action, &why);
    EXPECT_EQ(why, "");
    if (!scenario) return std::string();
    CompiledRules compiled(scenario);
    ReferenceRules reference(scenario);
    EXPECT_EQ(tests::play_together(compiled, reference, 1, 0, 5).difference, "");
    Position start = scenario->start;
    reference.begin(start);
    return reference.outcome(start).kind == OutcomeKind::limit
               ? scenario->program->label_text(reference.outcome(start).label) + ": " +
                     reference.notes().back()
               : std::string();
  };
  EXPECT_EQ(
      limit_of("  action send(team: set of h in hex)\n"),
      "2.2: 49 members may be in team of send (2.2), and Casebook lists the sets of at most 20 (limit \"free "
      "members\"): let the members join one by one, each by a choice");
  // Those that fail by themselves are not counted; what is asked of the whole set comes too late.
  EXPECT_EQ(limit_of("  action send(team: set of h in hex)\n"
                     "    each h in team require 2.2 edge: red_start(h)\n"),
            "");
  EXPECT_THAT(limit_of("  action send(team: set of h in hex)\n"
                       "    require 2.2 few: count team < 3\n"),
              testing::HasSubstr("the sets of at most 20"));
}

// A parameter is known inside its own loop only: nothing that depends on it is computed before.
TEST(Parameters, AreForgottenAfterAPreferenceWasAsked) {
  EXPECT_EQ(choices_of({R"(  action send(u in unit at g, h in neighbours(g))
    best 2.2 most (6 / one(u) rounded down as tally)
)",
                        "", "        send(u, h)\n        send(w, h) require 2.4 side(w) = first\n"})
                .size(),
            (2 + 4 + 2 + 4) + (2 + 4) + 1u);
}

TEST(Parameters, OfACompetitorHaveAHexOfTheirOwn) {
  EXPECT_EQ(choices_of({R"(  action send(u in unit, h in hex)
    require 2.4 near: legal stand(h, u)
  action stand(h in hex, v in unit at g)
    require 2.5 beside: adjacent(g, h)
    best 2.2 least count neighbours(g)
)"})
                .size(),
            9 + 1 + 1u);  // one for each hex but the one that lies beside two equals
}

}  // namespace
}  // namespace casebook::runtime
