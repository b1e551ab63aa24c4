// SPDX-License-Identifier: Apache-2.0
// Pairs of small rulesets compared by Z3: each verdict once, with the position that tells them apart.
#include "verifier/symbolic/editions/editions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/text.h"
#include "tests/support/rules_text.h"
#include "verifier/symbolic/mine/mine.h"

namespace casebook::symbolic {
namespace {

using testing::Contains;
using testing::HasSubstr;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

// Some pieces, some of them in boxes, and one who steps to a neighbour. Written twice, with other words in
// the two requirements, in the value and in the state.
struct Words {
  std::string edition = "first";
  std::string free = "no x in unit: place(x) = to";
  std::string fresh = "not moved(u)";
  std::string cost = "if hurt(u) > 1 then 2 else 1";
  std::string marks = "moved(u) := yes";
  std::string more;
  std::string kinds = "white, black";
  std::string game = "      choose by phasing\n        step()\n        rest()\n";
};

ScenarioPtr rules_of(const Words& words, const std::string& map = testing_support::small_map(4, 4)) {
  const std::string rules = "edition " + words.edition + " \"" + words.edition + "\"" + R"(
section 1 "All"
case 1.0 "Everything"
  kind side = )" + words.kinds +
                            R"(
  kind unit on map
  box gone
  given side(unit): side
  measure wounds from 0 to 3
  measure costs from 0 to 9
  state moved(unit): bool
  state hurt(unit): wounds
  state phasing: side
)" + words.more + R"(
  define cost(u: unit) -> costs =
    )" + words.cost + R"(
  procedure game
    phasing := white
    repeat at most 3 times
)" + words.game + R"(    end game won by white
case 1.1 "Stepping"
  action step(u in unit at g where side(u) = phasing, to in hex where adjacent(g, to))
    require 1.1 free: )" + words.free +
                            R"(
    require 1.1 fresh: )" + words.fresh +
                            R"(
    do
      place(u) := to
      )" + words.marks + R"(
  action rest()
)";
  testing_support::DataText data;
  data.map = map;
  data.order_of_battle = testing_support::units("A white a1\nB white b2\nC black c3\nD black d4");
  auto scenario = testing_support::scenario_of(rules, data);
  auto named = std::make_shared<runtime::Scenario>(*scenario);
  named->id = words.edition;
  return named;
}

/// The one answer about what has that name.
EditionsItem of(const EditionsResult& result, const std::string& sort, const std::string& name) {
  for (const EditionsItem& item : result.items)
    if (item.sort == sort && item.name == name) return item;
  ADD_FAILURE() << "nothing was asked of " << sort << " " << name;
  return {};
}

EditionsItem step_of(const Words& second, const Words& first = {}) {
  return of(prove_editions(rules_of(first), rules_of(second)), "guard", "step");
}

Words other() {
  Words words;
  words.edition = "second";
  return words;
}

TEST(Editions, WhatIsWrittenTheSameIsNotAsked) {
  const EditionsResult result = prove_editions(rules_of({}), rules_of(other()));
  EXPECT_TRUE(result.items.empty());
  EXPECT_EQ(result.same_text, 3U);
}

TEST(Editions, OtherWordsForTheSameAreProvedTheSame) {
  Words second = other();
  second.free = "all x in unit: place(x) != to";
  second.fresh = "not (moved(u) and moved(u))";
  const EditionsItem item = step_of(second);
  EXPECT_EQ(item.verdict, Editions::same) << item.why;
  EXPECT_TRUE(item.supposing.empty());
  EXPECT_FALSE(item.apart[0] || item.apart[1]);
}

/// As `compare --mine` has them.
ScenarioPtr mined_of(const Words& words) {
  const ScenarioPtr scenario = rules_of(words);
  return with_mined(*scenario, mine_invariants(scenario));
}

TEST(Editions, AProofSupposesWhatWasMinedOfBothAndSaysSo) {
  // Nobody is ever hurt, which no invariant of the rules says.
  Words second = other();
  second.cost = "if hurt(u) > 1 then 3 else 1";
  const ScenarioPtr a = mined_of({}), b = mined_of(second);
  const EditionsItem item = of(prove_editions(a, b), "definition", "cost");
  EXPECT_EQ(item.verdict, Editions::same) << item.why;
  EXPECT_TRUE(item.supposing.empty());
  EXPECT_THAT(item.mined, Contains(HasSubstr("hurt")));
  // Of one alone nothing is supposed.
  for (const auto& [one, two] :
       std::vector<std::pair<ScenarioPtr, ScenarioPtr>>{{rules_of({}), b}, {a, rules_of(second)}}) {
    const EditionsItem of_one = of(prove_editions(one, two), "definition", "cost");
    EXPECT_EQ(of_one.verdict, Editions::differ) << of_one.why;
    EXPECT_TRUE(of_one.mined.empty());
  }
}

TEST(Editions, APositionThatTellsThemApartSatisfiesWhatWasMined) {
  Words second = other();
  second.cost = "if moved(u) then 2 else 1";
  const EditionsItem item = of(prove_editions(mined_of({}), mined_of(second)), "definition", "cost");
  ASSERT_TRUE(item.apart[0].has_value()) << item.why;
  EXPECT_EQ(item.apart[0]->witness.grade, Grade::invariants);
}

TEST(Editions, OneThatDropsARequirementAllowsMore) {
  Words second = other();
  second.fresh = "yes or moved(u)";
  const EditionsItem item = step_of(second);
  EXPECT_EQ(item.verdict, Editions::b_more) << item.why;
  ASSERT_TRUE(item.apart[1].has_value());
  EXPECT_FALSE(item.apart[0].has_value());
  EXPECT_EQ(item.apart[1]->witness.units, 1) << "who steps, and nobody else";
  EXPECT_TRUE(item.apart[1]->smallest);
  EXPECT_THAT(item.apart[1]->text, HasSubstr("second: permitted: step("));
  EXPECT_THAT(item.apart[1]->text, HasSubstr("first: refused"));
  EXPECT_THAT(item.apart[1]->text, HasSubstr("1.1 (fresh)"));
}

TEST(Editions, TheOtherWayRoundTheFirstAllowsMore) {
  Words second = other();
  second.free = "no x in unit: place(x) = to or (x = u and hurt(x) = 3)";
  const EditionsItem item = step_of(second);
  EXPECT_EQ(item.verdict, Editions::a_more) << item.why;
  ASSERT_TRUE(item.apart[0].has_value());
  EXPECT_EQ(item.apart[0]->witness.units, 1);
  EXPECT_THAT(item.apart[0]->text, HasSubstr("1.1 (free)"));
}

TEST(Editions, WhoseMayStandWhereIsIncomparable) {
  Words second = other();
  second.free = "no x in unit: place(x) = to and side(x) = white";
  second.fresh = "not moved(u) and hurt(u) < 3";
  const EditionsItem item = step_of(second);
  EXPECT_EQ(item.verdict, Editions::incomparable) << item.why;
  ASSERT_TRUE(item.apart[0] && item.apart[1]);
  EXPECT_EQ(item.apart[0]->witness.units, 1);
  EXPECT_EQ(item.apart[1]->witness.units, 2) << "who steps, and who is there";
  EXPECT_TRUE(item.apart[1]->smallest);
}

TEST(Editions, AnInvariantThatBothHaveIsLeantOnAndNamed) {
  Words first, second = other();
  first.more = second.more = "  invariant hale: no x in unit: hurt(x) = 3";
  second.fresh = "not moved(u) and hurt(u) != 3";
  const EditionsItem item = step_of(second, first);
  EXPECT_EQ(item.verdict, Editions::same) << item.why;
  ASSERT_FALSE(item.supposing.empty());
  EXPECT_THAT(item.supposing[0], HasSubstr("hale of "));
}

TEST(Editions, InvariantsThatCannotHoldTogetherProveNothing) {
  Words first, second = other();
  first.more = "  invariant hale: all x in unit: hurt(x) = 3";
  second.more = "  invariant hale: all x in unit: hurt(x) = 2";
  second.fresh = "not moved(u) and hurt(u) != 3";
  const EditionsItem item = step_of(second, first);
  EXPECT_EQ(item.verdict, Editions::unknown) << item.why;
  EXPECT_THAT(item.why, HasSubstr("VACUOUS"));
}

TEST(Editions, StateThatOneAloneHasIsAnyAndIsNamed) {
  Words second = other();
  second.more = "  state tired(unit): bool";
  second.fresh = "not moved(u) and not tired(u)";
  const EditionsItem item = step_of(second);
  EXPECT_EQ(item.verdict, Editions::a_more) << item.why;
  ASSERT_TRUE(item.apart[0].has_value());
  ASSERT_EQ(item.apart[0]->witness.rests_on.size(), 1U);
  EXPECT_THAT(item.apart[0]->witness.rests_on[0], HasSubstr("tired("));
  EXPECT_THAT(item.apart[0]->witness.rests_on[0], HasSubstr("of second"));
}

TEST(Editions, MembersInAnotherOrderAreTheSameOnes) {
  Words second = other();
  second.kinds = "black, white";
  second.fresh = "not (moved(u) and side(u) = white) and not (moved(u) and side(u) = black)";
  const EditionsItem item = step_of(second);
  EXPECT_EQ(item.verdict, Editions::same) << item.why;
}

TEST(Editions, OfValuesAPositionAndWhatEachSays) {
  Words second = other();
  second.cost = "if hurt(u) > 0 then 2 else 1";
  const EditionsResult result = prove_editions(rules_of({}), rules_of(second));
  const EditionsItem item = of(result, "definition", "cost");
  EXPECT_EQ(item.verdict, Editions::differ) << item.why;
  ASSERT_TRUE(item.apart[0].has_value());
  EXPECT_THAT(item.apart[0]->text, HasSubstr("= 1"));
  EXPECT_THAT(item.apart[0]->text, HasSubstr("= 2"));
  EXPECT_EQ(item.apart[0]->witness.units, 0);
}

TEST(Editions, AnotherWayToSayAValueIsTheSame) {
  Words second = other();
  second.cost = "if not (hurt(u) > 1) then 1 else 2";
  const EditionsItem item = of(prove_editions(rules_of({}), rules_of(second)), "definition", "cost");
  EXPECT_EQ(item.verdict, Editions::same) << item.why;
}

TEST(Editions, WhatAChoiceLeavesIsPlayedInBoth) {
  Words second = other();
  second.marks = "moved(u) := hurt(u) < 3";
  const EditionsResult result = prove_editions(rules_of({}), rules_of(second));
  EXPECT_EQ(of(result, "guard", "step").verdict, Editions::same);
  const EditionsItem item = of(result, "effect", "step");
  EXPECT_EQ(item.verdict, Editions::differ) << item.why;
  ASSERT_TRUE(item.apart[0].has_value());
  EXPECT_THAT(item.apart[0]->text, HasSubstr("after step("));
  EXPECT_THAT(item.apart[0]->text, HasSubstr("= yes; second: moved("));
  EXPECT_EQ(item.apart[0]->witness.units, 1);
}

TEST(Editions, OtherWordsForTheSameEffectAreProvedTheSame) {
  Words second = other();
  second.marks = "if not moved(u) then moved(u) := yes";
  const EditionsResult result = prove_editions(rules_of({}), rules_of(second));
  const EditionsItem item = of(result, "effect", "step");
  EXPECT_EQ(item.verdict, Editions::same) << item.why;
}

TEST(Editions, NothingEverDiffersWhereAllThatIsWrittenOtherwiseIsProved) {
  Words second = other();
  second.free = "all x in unit: place(x) != to";
  second.cost = "if hurt(u) <= 1 then 1 else 2";
  second.marks = "if not moved(u) then moved(u) := yes";
  const EditionsResult result = prove_editions(rules_of({}), rules_of(second));
  EXPECT_THAT(result.apart, testing::IsEmpty());
  EXPECT_TRUE(result.never_differs());
  // Of one item alone nothing is said of the rest.
  EditionsSettings one;
  one.names = {"cost"};
  EXPECT_FALSE(prove_editions(rules_of({}), rules_of(second), one).never_differs());
}

TEST(Editions, AFaultOfOneSideAloneIsNoSameness) {
  Words second = other();
  second.more = "  define scar(u: unit) -> wounds = hurt(u) - 1\n";
  second.fresh = "not moved(u) and (scar(u) >= 0 or hurt(u) = 0)";
  const EditionsResult result = prove_editions(rules_of({}), rules_of(second));
  EXPECT_EQ(of(result, "guard", "step").verdict, Editions::same);
  EXPECT_TRUE(of(result, "guard", "step").unless_faults);
  EXPECT_FALSE(of(result, "guard", "rest").unless_faults);
  EXPECT_FALSE(result.never_differs());
  EXPECT_THAT(result.apart,
              testing::Contains("action step (guard: the same only where neither ends in a fault)"));
  // Of both at once it is the same.
  Words first = second;
  first.edition = "first";
  second.fresh = "(scar(u) >= 0 or hurt(u) = 0) and not moved(u) or scar(u) < 0";
  const EditionsItem both = step_of(second, first);
  EXPECT_EQ(both.verdict, Editions::same) << both.why;
}

TEST(Editions, WhatIsNotShownToBeTheSameIsNamed) {
  Words second = other();
  second.fresh = "yes or moved(u)";
  second.more = "  state extra: bool\n";
  const EditionsResult result = prove_editions(rules_of({}), rules_of(second));
  EXPECT_FALSE(result.never_differs());
  EXPECT_THAT(result.apart, testing::ElementsAre("action step (guard: the second allows more)",
                                                 "state extra (only the second has it)"));
  Words third = other();
  third.game = "      choose by phasing\n        rest()\n        step()\n";
  EXPECT_THAT(prove_editions(rules_of({}), rules_of(third)).apart,
              testing::Contains("procedure game (different text, not checked)"));
}

TEST(Editions, WhatMeetsTheLimitIsUnknownAndSaysSo) {
  Words second = other();
  second.free = "all x in unit: place(x) != to";
  second.fresh = "(count x in unit where moved(x) and x = u) = 0";
  EditionsSettings settings;
  settings.limits.resources = 1;
  const EditionsItem item = of(prove_editions(rules_of({}), rules_of(second), settings), "guard", "step");
  EXPECT_EQ(item.verdict, Editions::unknown);
  EXPECT_EQ(item.why, "Z3 reached its limit");
}

}  // namespace
}  // namespace casebook::symbolic
