// SPDX-License-Identifier: Apache-2.0
// Invariants that contradict one another, speak of nothing, or say nothing.
#include <gtest/gtest.h>

#include "engine/runtime/scenario.h"
#include "tests/support/rules_text.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/property_marks.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

// An alarm that is never given, and what would be done in one.
constexpr const char* rules = R"(edition marks "Marks"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind unit on map
  box gone, away
  given side(unit): side
  measure turns from 0 to 9
  measure alarms from 0 to 3
  state turn: turns = 1
  state alarm: alarms = 0
  state hurt(unit): alarms
  procedure game
    repeat at most 3 times
      choose by white
        go(u, h)
        rest()
      if alarm > 1 then raid()
      turn += 1
    end game won by white
  procedure raid
    choose by black
      rest()
  action go(u in unit at g, h in neighbours(g))
    do place(u) := h
  action rest()
  invariant calm: alarm = 0
)";

ScenarioPtr with(const std::string& invariants) {
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  data.order_of_battle = testing_support::units("A white a1\nB white b2\nC black c3\nD black d4");
  return testing_support::scenario_of(rules + invariants, data);
}

size_t number_of(const runtime::Scenario& scenario, const std::string& name) {
  const auto& all = scenario.program->invariants;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return i;
  ADD_FAILURE() << "no invariant " << name;
  return 0;
}

struct Asked {
  explicit Asked(const std::string& invariants)
      : scenario(with(invariants)), induction(prove_invariants(scenario)) {}
  Verdict verdict(const std::string& name) const { return induction.verdicts[number_of(*scenario, name)]; }
  const PropertyMark& mark(const std::string& name) const {
    return induction.marks[number_of(*scenario, name)];
  }
  std::vector<std::string> contradictions() const {
    std::vector<std::string> texts;
    for (const Contradiction& one : induction.contradictions)
      texts.push_back(contradiction_text(*scenario->program, one));
    return texts;
  }
  std::string text() const { return induction_text(*scenario, induction, true); }
  ScenarioPtr scenario;
  Induction induction;
};

using Texts = std::vector<std::string>;

TEST(PropertyMarks, NameThoseThatContradictOneAnotherAndNoOther) {
  const Asked run(R"(  invariant soon: turn <= 4
  invariant early: turn < 4
  invariant late: turn > 5
)");
  EXPECT_EQ(run.verdict("late"), Verdict::refuted);  // the start is early
  EXPECT_EQ(run.verdict("early"), Verdict::proved) << run.text();
  ASSERT_EQ(run.induction.contradictions.size(), 1U) << run.text();
  EXPECT_TRUE(run.contradictions() ==
                  Texts{"early (1.0) and late (1.0) contradict one another: no position at game:1, "
                        "raid:1 satisfies both"} ||
              run.contradictions() ==
                  Texts{"soon (1.0) and late (1.0) contradict one another: no position at game:1, "
                        "raid:1 satisfies both"})
      << run.text();
  EXPECT_TRUE(run.induction.contradictions[0].fewest);
  EXPECT_TRUE(run.induction.undecided.empty()) << run.text();
}

TEST(PropertyMarks, OneThatNoPositionSatisfiesContradictsItself) {
  const Asked run("  invariant nonsense: alarm > 1 and alarm < 1\n");
  EXPECT_EQ(run.contradictions(),
            Texts{"nonsense (1.0) contradicts itself: no position at game:1, raid:1 satisfies it"});
}

TEST(PropertyMarks, StepsThatContradictOneAnotherAreFound) {
  const Asked run(R"(  invariant stays at every step: turn = before(turn)
  invariant goes at every step: turn > before(turn)
)");
  EXPECT_EQ(run.contradictions(),
            Texts{"stays (1.0) and goes (1.0) contradict one another: no position at game:1, raid:1 "
                  "satisfies both"});
}

// Everything is proved, and of nothing: the phase in which the two contradict one another is never entered.
TEST(PropertyMarks, WhatContradictsWhereNobodyComesIsVacuous) {
  const Asked run(R"(  invariant raid_first in raid: turn = 1
  invariant raid_late in raid: turn = 2
)");
  for (const char* name : {"calm", "raid_first", "raid_late"})
    EXPECT_EQ(run.verdict(name), Verdict::proved) << run.text();
  EXPECT_EQ(run.contradictions(),
            Texts{"raid_first (1.0) and raid_late (1.0) contradict one another: no position at "
                  "raid:1 satisfies both"});
  ASSERT_EQ(run.induction.nobody_comes.size(), 1U) << run.text();
  EXPECT_EQ(place_of_mark(*run.scenario->program, run.induction.nobody_comes[0].site), "raid:1");
  EXPECT_EQ(mark_line(run.mark("raid_first")), "VACUOUS: play never reaches where it is checked");
  EXPECT_EQ(mark_line(run.mark("raid_late")), "VACUOUS: play never reaches where it is checked");
  EXPECT_EQ(mark_line(run.mark("calm")), "");
  EXPECT_NE(run.text().find("play never reaches raid:1"), std::string::npos) << run.text();
}

TEST(PropertyMarks, WhereNobodyComesIsShownWithoutAContradiction) {
  const Asked run("  invariant raid_first in raid: turn = 1\n");
  EXPECT_TRUE(run.contradictions().empty());
  ASSERT_EQ(run.induction.nobody_comes.size(), 1U) << run.text();
  EXPECT_EQ(run.induction.nobody_comes[0].needs, Texts{"calm"});
  EXPECT_EQ(mark_line(run.mark("raid_first")), "VACUOUS: play never reaches where it is checked");
}

TEST(PropertyMarks, OfTheEndOfAProcedureNobodyComesToWhatIsAskedIsVacuous) {
  const Asked run("  invariant raid_first in raid: turn = 1\n  invariant raided at end of raid: turn = 1\n");
  EXPECT_EQ(run.verdict("raided"), Verdict::proved) << run.text();
  EXPECT_EQ(mark_line(run.mark("raided")), "VACUOUS: play never reaches where it is checked");
}

TEST(PropertyMarks, WhatIsAskedNowhereIsVacuousAndListed) {
  const Asked run(R"(  invariant unheard in unused: turn = 7
  invariant unstepped at every step in unused: turn = 7
  procedure unused
    turn := 1
)");
  for (const char* name : {"unheard", "unstepped"}) {
    const auto id = static_cast<Id>(number_of(*run.scenario, name));
    EXPECT_TRUE(run.induction.asked_nowhere(id)) << run.text();
    EXPECT_EQ(mark_line(run.mark(name)), "VACUOUS: nothing in this scenario leads to where it is checked");
    EXPECT_NE(run.text().find(std::string(name) + " (1.0) is not checked"), std::string::npos) << run.text();
  }
  EXPECT_FALSE(run.induction.asked_nowhere(static_cast<Id>(number_of(*run.scenario, "calm"))));
}

TEST(PropertyMarks, APremiseThatNeverHoldsIsVacuousAndSaysByWhat) {
  const Asked run(R"(  invariant hurt_in_alarm: all u in unit: alarm = 2 implies place(u) = gone
  invariant in_alarm at every step: before(alarm) = 2 implies turn = before(turn)
  invariant from_boxes at every step: all u in unit: before(place(u)) = away implies place(u) = away
)");
  for (const char* name : {"hurt_in_alarm", "in_alarm", "from_boxes"})
    EXPECT_EQ(run.verdict(name), Verdict::proved) << run.text();
  EXPECT_EQ(mark_line(run.mark("hurt_in_alarm")), "VACUOUS: its premise never holds, shown by calm");
  EXPECT_EQ(mark_line(run.mark("in_alarm")), "VACUOUS: its premise never holds, shown by calm");
  // Nobody ever is away, but nothing that is proved says so.
  EXPECT_EQ(mark_line(run.mark("from_boxes")), "");
}

TEST(PropertyMarks, ByTheTypesAloneIsTrivialAndByTheRulesIsNot) {
  const Asked run(R"(  invariant in_range: turn <= 9
  invariant one_place at every step: all u in unit: place(u) = gone implies not (place(u) = away)
  invariant in_order at every step: turn >= before(turn)
  invariant nobody_gone: all u in unit: on_map(u)
)");
  for (const char* name : {"in_range", "one_place", "in_order", "nobody_gone"})
    EXPECT_EQ(run.verdict(name), Verdict::proved) << run.text();
  EXPECT_EQ(mark_line(run.mark("in_range")), "TRIVIAL: the types alone imply it, in any position");
  EXPECT_EQ(mark_line(run.mark("one_place")),
            "TRIVIAL: the types alone imply it, from any position to any other");
  // No requirement of the rules is needed for these, and yet a position could be otherwise.
  EXPECT_EQ(mark_line(run.mark("in_order")), "");
  EXPECT_EQ(mark_line(run.mark("nobody_gone")), "");
  EXPECT_TRUE(run.induction.undecided.empty()) << run.text();
}

TEST(PropertyMarks, OfOneStepAloneNothingIsMarked) {
  InductionSettings settings;
  settings.steps = {"game:1 rest"};
  const ScenarioPtr scenario = with("  invariant in_range: turn <= 9\n");
  const Induction induction = prove_invariants(scenario, settings);
  for (const PropertyMark& mark : induction.marks) EXPECT_FALSE(mark.mark.has_value());
  EXPECT_TRUE(induction.nobody_comes.empty());
}

}  // namespace
}  // namespace casebook::symbolic
