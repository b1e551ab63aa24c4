// SPDX-License-Identifier: Apache-2.0
// What once hid a difference from compare, each in the smallest rules that show it: a condition around an
// assignment, two values that one step writes, numbers whose range is known otherwise, sets that are chosen,
// several changes behind one requirement, definitions that are numbers, draws.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/support/battery.h"
#include "tests/support/rules_text.h"
#include "verifier/compare/compare.h"
#include "verifier/compare/differ/blame.h"
#include "verifier/compare/differ/choice_goals.h"

namespace casebook::compare {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// What a test has instead of the plain rules.
struct Rules {
  std::string near = "adjacent(g, h)";
  std::string allowance = "2";
  std::string price = "1";
  std::string more = {};      // definitions, actions
  std::string offered = {};   // further alternatives
  std::string required = {};  // further requirements of a step
  std::string ending = {};    // what the game does before it is drawn
  std::string rounds = "20", turns = "30";
};

ScenarioPtr posts(const std::string& id, const Rules& rules) {
  testing_support::DataText data;
  data.map = testing_support::small_map(5, 5);
  data.order_of_battle =
      testing_support::units("A white a1\nB white b1\nC white e1\nX black c3\nY black d4\nZ black e5\n");
  const auto made = testing_support::scenario_of(
      "edition posts \"Posts\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
      "  measure points from 0 to 40\n  measure turns from 1 to " +
          rules.turns +
          "\n"
          "  state turn: turns = 1\n  state mover: side = white\n  state bag: set of unit = {}\n"
          "  define units(s: side) -> set of unit = {u in unit where side(u) = s}\n"
          "  define touches(g: hex, h: hex) -> bool = " +
          rules.near +
          "\n"
          "  define near(h: hex, s: side) -> bool = exists e in units(s) at g: touches(g, h)\n"
          "  define allowance(u: unit) -> points = " +
          rules.allowance +
          "\n"
          "  define price(h: hex) -> points = " +
          rules.price + "\n" + rules.more + "  procedure game\n    repeat at most " + rules.rounds +
          " times\n      march(mover)\n      mover := other(mover)\n"
          "      turn += 1\n" +
          rules.ending +
          "    end game drawn\n"
          "  procedure march(by: side)\n    state left(unit): points\n    state held(unit): bool\n"
          "    for all u in units(by) do left(u) := allowance(u)\n"
          "    for all u in units(by) at g where near(g, other(by)) do held(u) := yes\n"
          "    repeat\n      choose by by\n        step()\n" +
          rules.offered +
          "        rest() then stop\n"
          "  action rest()\n"
          "  action step(u in units(mover) at from, to in neighbours(from))\n"
          "    require 1.1 room: no x in unit on to\n    require 1.1 free: not held(u)\n"
          "    require 1.1 points: price(to) <= left(u)\n" +
          rules.required + "    do\n      left(u) -= price(to)\n      place(u) := to\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

Settings little(uint64_t games, uint64_t positions) {
  Settings settings;
  settings.budget.games = games;
  settings.budget.positions = positions;
  settings.budget.threads = 1;
  return settings;
}

Result compared(const Rules& ours, const Rules& theirs, const Settings& settings = little(6, 400)) {
  return compare(posts("ours", ours), posts("theirs", theirs), settings, {}, {});
}

std::vector<std::string> texts(const Result& result) {
  std::vector<std::string> all;
  for (size_t i = 1; i < result.findings.size(); ++i) {
    const Finding& one = result.findings[i];
    std::string text = std::string(verdict_text(one.verdict)) + ": " + one.text;
    if (one.witness) {
      for (const WitnessSide& side : one.witness->sides) {
        for (const Assertion& said : side.said) text += " | " + assertion_text(said);
      }
    }
    all.push_back(text);
  }
  return all;
}

std::string items(const Result& result) {
  std::string all;
  for (const ItemResult& item : result.items) all += item.name + ": " + item.text + "\n";
  return all;
}

// Whether `held` is written rests on `touches`, which the assignment itself does not ask.
TEST(CompareCauses, AConditionAroundAnAssignmentIsResponsibleForIt) {
  const Result result =
      compared({}, {.near = "adjacent(g, h) and not adjacent(g, g) and distance(h, h) = 1"});
  EXPECT_THAT(texts(result),
              Contains(AllOf(HasSubstr("the value \"held\" of march differs; cause: definition touches"),
                             HasSubstr("REFUTED"))));
}

// One step writes both. Each is a difference by itself, and what shows it is a refusal that reads it.
TEST(CompareCauses, TwoValuesThatOneStepWritesAreTwoDifferences) {
  const Rules theirs{.near = "adjacent(g, h) and distance(g, h) = 2", .allowance = "1"};
  const Result result = compared({}, theirs);
  EXPECT_THAT(texts(result),
              Contains(HasSubstr("the value \"held\" of march differs; cause: definition touches")));
  EXPECT_THAT(texts(result),
              Contains(HasSubstr("the value \"left\" of march differs; cause: definition allowance")));
  EXPECT_THAT(texts(result), Not(Contains(HasSubstr("definition allowance, definition touches"))));
  EXPECT_EQ(status_of(result.findings), 40);
}

// What is known of the range of a number decides where its range is asked for: no difference of the
// statement.
TEST(CompareCauses, WhereARangeIsAskedForIsNoDifferenceOfAStatement) {
  const Result result = compared({.price = "if adjacent(h, h) then 30 else 1"}, {.price = "2"});
  EXPECT_THAT(
      texts(result),
      Contains(HasSubstr("after step, the value \"left\" of march differs; cause: definition price")));
  EXPECT_THAT(texts(result), Not(Contains(HasSubstr("cause: action step"))));
}

// Without a game or a position made up: only steering can find a set.
TEST(CompareCauses, ActionsThatChooseASetAreSteeredTo) {
  Rules ours, theirs;
  ours.offered = theirs.offered = "        volley()\n";
  ours.more = theirs.more =
      "  define worth(team: set of unit) -> number = total weight(u) over u in team\n"
      "  action volley(team: set of u in units(mover))\n"
      "    each u in team require 1.1 near: exists x in {u} at g: near(g, other(mover))\n"
      "    require 1.1 enough: worth(team) >= 4\n    do\n      bag := team\n";
  ours.more = "  define weight(u: unit) -> number = 1\n" + ours.more;
  theirs.more = "  define weight(u: unit) -> number = if turn = 7 then 2 else 1\n" + theirs.more;
  const Result result = compared(ours, theirs, little(0, 0));
  EXPECT_THAT(texts(result),
              Contains(HasSubstr("REFUTED: volley is lawful in theirs; in ours, case 1.1 "
                                 "(requirement \"enough\") refuses this choice; cause: definition weight")));
}

// Only what asks the price can come out differently.
TEST(CompareCauses, ARequirementIsHeldAgainstTheOneOfItsName) {
  const std::string more = "    require 1.1 quiet: not (u in bag) or turn < 29\n";
  Pair pair(posts("ours", {.required = more}), posts("theirs", {.price = "2", .required = more}));
  std::vector<std::string> goals;
  for (const ChoiceGoal& goal : choice_goals(pair))
    goals.push_back(std::to_string(goal.permits) + " " + goal.name + " " + goal.refusing);
  EXPECT_THAT(goals, testing::ElementsAre("0 step points", "1 step points"));
}

// `early` differs in nearly every position and `late` in few: the one does not hide the other, whether
// another requirement comes after them or none.
class ReasonsOfARequirement : public testing::TestWithParam<std::string> {};

TEST_P(ReasonsOfARequirement, AreGoalsEachByItself) {
  const auto rules = [](const std::string& early, const std::string& late) {
    Rules one;
    one.more = "  define early(u: unit) -> bool = " + early + "\n  define late(u: unit) -> bool = " + late +
               "\n  define fit(u: unit) -> bool = all of\n    1.1 early: not early(u)\n"
               "    1.1 late: not late(u)\n";
    one.required = "    require 1.1 fit: fit(u)\n" + GetParam();
    return one;
  };
  const std::string late = "turn = 13 and mover = black and (count x in units(black) where x in bag) = 2";
  const Result result = compared(rules("turn < 9", late), rules("no", "no"), little(0, 0));
  EXPECT_THAT(texts(result),
              Contains(HasSubstr(
                  "in ours, case 1.1 (requirement \"fit\") refuses this choice; cause: definition early")));
  EXPECT_THAT(texts(result),
              Contains(HasSubstr(
                  "in ours, case 1.1 (requirement \"fit\") refuses this choice; cause: definition late")));
}

INSTANTIATE_TEST_SUITE_P(WhateverComesAfter, ReasonsOfARequirement,
                         testing::Values("", "    require 1.1 quiet: not (u in bag) or turn < 29\n"));

TEST(CompareCauses, DefinitionsThatAreNumbersAreSteeredTo) {
  const Result result =
      compared({.price = "if turn = 17 and mover = black then 3 else 1"}, {.price = "1"}, little(0, 0));
  EXPECT_THAT(items(result),
              ContainsRegex("price: its text differs; its value differs on [1-9][0-9,]* of [0-9,]+ "
                            "generated inputs?, for example price.* = 3 in ours, 1 in theirs"));
}

// Who is held refuses a salute through `proud` and a step in its own words: the step shows it.
TEST(CompareCauses, AValueShowsInTheRefusalThatReadsItInItsOwnWords) {
  Rules ours{.more =
                 "  define proud(u: unit) -> bool = not held(u)\n"
                 "  action salute(u in units(mover))\n    require 1.1 proud: proud(u)\n    do\n"
                 "      bag := {u}\n",
             .offered = "        salute()\n"};
  Rules theirs = ours;
  theirs.near = "adjacent(g, h) and distance(g, h) = 2";
  const Result result = compared(ours, theirs);
  EXPECT_THAT(texts(result),
              Contains(AllOf(HasSubstr("the value \"held\" of march differs; cause: definition touches"),
                             ContainsRegex("refused by 1.1: step"))));
}

// Who camped has fewer points left, and so has whoever hikes: what shows the first is a choice of the one who camped,
// although another's hike would show something sooner.
TEST(CompareCauses, WhatShowsAValueComesOfThatValueAndNotOfALaterStep) {
  const auto rules = [](const std::string& pitch, const std::string& way) {
    Rules one;
    one.allowance = "9";
    one.more =
        "  define pitch() -> points = " + pitch +
        "\n  action camp(u in units(mover))\n    require 1.1 once: not (u in bag)\n    require 1.1 pitch: pitch() <= left(u)\n    do\n"
        "      left(u) -= pitch()\n      bag := bag + {u}\n  define way() -> points = " +
        way +
        "\n  action hike(u in units(mover))\n    require 1.1 fresh: not (u in bag)\n"
        "    require 1.1 way: way() <= left(u)\n    do\n      left(u) -= way()\n";
    one.offered = "        camp()\n        hike()\n";
    return one;
  };
  const Result result = compared(rules("1", "3"), rules("2", "4"));
  bool any = false;
  for (const Finding& one : result.findings) {
    if (!one.witness || one.text.find("cause: definition pitch") == std::string::npos) continue;
    for (const WitnessSide& side : one.witness->sides) {
      const auto& steps = side.record.steps;
      const auto last = std::find_if(steps.rbegin(), steps.rend(), [](const auto& step) {
        return step.text.find("camp(") != std::string::npos;
      });
      if (last == steps.rend()) continue;  // the choice to camp itself is apart
      const auto who = [](const std::string& choice) { return choice.substr(choice.find('(') + 1, 1); };
      for (const Assertion& said : side.said) {
        any = true;
        EXPECT_EQ(who(said.subject), who(last->text)) << last->text << " and then " << assertion_text(said);
      }
    }
  }
  EXPECT_TRUE(any);
}

// Asked once, after two hundred turns, and nobody comes to stand so by chance: pieces that make the two
// differ are put into a moment at which play asks.
TEST(CompareCauses, WhatPlayAsksAtRareMomentsIsAskedThere) {
  const auto rules = [](const std::string& won) {
    Rules one;
    one.more = "  define won() -> bool = " + won + "\n";
    one.ending = "    if won() then end game won by white\n";
    one.rounds = "200";
    one.turns = "300";
    return one;
  };
  const std::string together =
      "(count u in units(white) at g where near(g, white)) = 3 and (count u in units(white) at g where "
      "near(g, black)) = 2";
  const Result result = compared(rules(together), rules("no"), little(2, 0));
  EXPECT_THAT(texts(result), Contains(AllOf(HasSubstr("after rest, the game is won by white in ours"),
                                            HasSubstr("REFUTED"), HasSubstr("cause: definition won"))));
}

// A position with what can be drawn in each is its witness.
TEST(CompareCauses, WhatCanBeDrawnOtherwiseHasAWitness) {
  const auto rules = [](const std::string& whom) {
    Rules one;
    one.more = "  define drawable(u: unit) -> bool = " + whom +
               "\n  action raid()\n  procedure lose_one(by: side)\n"
               "    draw c from {u in units(by) where drawable(u)}\n    place(c) := gone\n";
    one.offered = "        raid() then\n          lose_one(by)\n          stop\n";
    return one;
  };
  const Result result = compared(rules("yes"), rules("not (u in bag)"), little(2, 800));
  EXPECT_THAT(texts(result),
              Contains(AllOf(HasSubstr("REFUTED: the draw in lose_one (1.1) can have different results"),
                             HasSubstr("cause: definition drawable"), HasSubstr("| chance can bring "))));
}

// What replaces a case of the parent in part has a say where that part is responsible, and no other case that
// restates it.
TEST(CompareCauses, ALineThatIsGoneIsOfTheCaseThatReplacesIt) {
  const auto first = tests::shipped_scenario("across-suez/spi-1980"),
             later = tests::shipped_scenario("across-suez/decision-games-2");
  ASSERT_TRUE(first && later);
  Pair pair(first, later);
  const Blame blame = Blamer(pair).of_items({{ItemSort::requirement, "advance_to", "bridge_ground"}});
  EXPECT_EQ(blame.labels[0], std::set<std::string>{"14.2"});
  EXPECT_EQ(blame.labels[1], std::set<std::string>{"13.2"});
}

// Somebody else is asked something else: what that is stands there, and not only what is not asked.
TEST(CompareCauses, WhatIsAskedInsteadOfAnotherChoiceIsSaid) {
  const auto rules = [](const std::string& answered) {
    Rules one;
    one.more =
        "  define answered() -> bool = " + answered +
        "\n  action raid()\n  action bow()\n  procedure answer(by: side)\n    choose by by\n      bow()\n";
    one.offered = "        raid() then\n          if answered() then answer(other(by))\n          stop\n";
    return one;
  };
  const Result result = compared(rules("turn > 40"), rules("turn > 1"), little(2, 400));
  bool told = false;
  for (const Finding& one : result.findings) {
    if (one.text.find("the next choice, roll or draw differs") == std::string::npos) continue;
    SCOPED_TRACE(one.text);
    ASSERT_TRUE(one.witness);
    const auto says = [&](size_t side, Assertion::What what, const std::string& subject) {
      const auto& said = one.witness->sides[side].said;
      return std::any_of(said.begin(), said.end(), [&](const Assertion& each) {
        return each.what == what && each.subject.starts_with(subject);
      });
    };
    EXPECT_TRUE(says(1, Assertion::What::permitted, "bow()"));
    EXPECT_TRUE(says(0, Assertion::What::not_offered, "bow()"));
    const std::string mine = one.witness->sides[0].said.front().subject;
    EXPECT_EQ(one.witness->sides[0].said.front().what, Assertion::What::permitted);
    EXPECT_TRUE(says(1, Assertion::What::not_offered, mine)) << mine;
    told = true;
  }
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace casebook::compare
