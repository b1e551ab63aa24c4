// SPDX-License-Identifier: Apache-2.0
// What is blamed is switched in the witness: what changes nothing there is not named, what stands beside it
// and decides is; changes that make a difference only together are named together; and where nothing can be
// switched, or nothing helps, that is said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/language/check/checker.h"
#include "tests/support/rules_text.h"
#include "verifier/compare/attribute/attribution.h"
#include "verifier/compare/attribute/take_over.h"
#include "verifier/compare/compare.h"

namespace casebook::compare {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// What a test has instead of the plain rules.
struct Rules {
  std::string more = {};      // definitions, tables, states
  std::string required = {};  // further requirements of a step
  std::string written = {};   // what a step does besides
  std::string offered = {};   // further alternatives
  std::string shifted = {};   // which columns of the map
};

ScenarioPtr posts(const std::string& id, const Rules& rules) {
  testing_support::DataText data;
  data.map = testing_support::small_map(
      5, 5, R"("places": {"gate": {"hex": "e5"}, "well": {"hex": "a5"}, "ford": {"hex": "a1"}})");
  if (const size_t at = data.map.find("even columns"); !rules.shifted.empty() && at != std::string::npos)
    data.map.replace(at, 12, rules.shifted);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black c3\nY black d4\n");
  const auto made = testing_support::scenario_of(
      "edition posts \"Posts\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
      "  place gate\n  place well\n  place ford\n"
      "  measure points from 0 to 40\n  measure turns from 1 to 30\n"
      "  state turn: turns = 1\n  state mover: side = white\n  state bag: set of unit = {}\n"
      "  state spent(unit): points\n"
      "  define units(s: side) -> set of unit = {u in unit where side(u) = s}\n" +
          rules.more +
          "  procedure game\n    repeat at most 12 times\n      march(mover)\n      mover := other(mover)\n"
          "      turn += 1\n    end game drawn\n"
          "  procedure march(by: side)\n    repeat\n      choose by by\n        step()\n" +
          rules.offered +
          "        rest() then stop\n"
          "  action rest()\n"
          "  action step(u in units(mover) at from, to in neighbours(from))\n"
          "    require 1.1 room: no x in unit on to\n" +
          rules.required + "    do\n      place(u) := to\n" + rules.written,
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

Result compared(const Rules& ours, const Rules& theirs) {
  Settings settings;
  settings.budget.games = 6;
  settings.budget.positions = 400;
  settings.budget.threads = 1;
  return compare(posts("ours", ours), posts("theirs", theirs), settings, {}, {});
}

/// The finding whose line begins so; the test fails where there is none.
Finding finding_of(const Result& result, const std::string& line) {
  for (const Finding& one : result.findings) {
    if (one.text.starts_with(line)) return one;
  }
  std::string all;
  for (const Finding& one : result.findings) all += "\n  " + one.text;
  ADD_FAILURE() << "no difference " << line << all;
  return {};
}

/// What a unit may spend is fixed before anybody chooses; who may step where is not.
ScenarioPtr with_allowances(const std::string& id, const std::string& allowance, const std::string& room) {
  testing_support::DataText data;
  data.map = testing_support::small_map(5, 5);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black c3\n");
  const auto made = testing_support::scenario_of(
      "edition posts \"Posts\"\nsection 1 \"All\"\ncase 1.1 \"Room\"\n  kind side = white, black\n  kind unit on map\n"
      "  given side(unit): side\n  box gone\n  measure points from 0 to 40\n  measure turns from 1 to 30\n"
      "  state turn: turns = 1\n  state left(unit): points\n"
      "  procedure game\n    repeat at most 6 times\n      for all u in unit do left(u) := allowance(u)\n"
      "      repeat\n        choose by white\n          step()\n          rest() then stop\n      turn += 1\n"
      "    end game drawn\n  action rest()\n"
      "  action step(u in {x in unit where side(x) = white} at from, to in neighbours(from))\n"
      "    require 1.1 room: " +
          room +
          "\n    require 1.2 points: left(u) >= 1\n    do\n      place(u) := to\n      left(u) -= 1\n" +
          "case 1.2 \"Allowances\"\n  define allowance(u: unit) -> points = " + allowance + "\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

// With the allowance of the other both begin alike; with its room they do not.
TEST(CompareAttribution, WhatEveryGameBeginsWithIsKnownByExchange) {
  Settings settings;
  settings.budget.games = 6;
  settings.budget.positions = 400;
  settings.budget.threads = 1;
  const Result result =
      compare(with_allowances("ours", "2", "no x in unit on to"),
              with_allowances("theirs", "3", "turn > 2 and no x in unit on to"), settings, {}, {});
  bool any = false, any_other = false;
  for (const Change& change : result.changes) {
    const bool is_allowance = change.labels[0] == std::vector<std::string>{"1.2"};
    EXPECT_EQ(change.from_start, is_allowance) << change.cases;
    EXPECT_EQ(change.begins.size(), is_allowance ? 1U : 0U);
    for (const std::string& one : change.begins)
      EXPECT_THAT(one, testing::HasSubstr(" = 2 in ours, 3 in theirs"));
    for (const size_t at : change.findings) EXPECT_EQ(result.findings[at].from_start, is_allowance);
    (is_allowance ? any : any_other) = true;
    ASSERT_FALSE(change.says[0].empty());
    EXPECT_EQ(change.says[0].front().title, is_allowance ? "Allowances" : "Room");
  }
  EXPECT_TRUE(any);
  EXPECT_TRUE(any_other);
}

// The set that the requirement asks is another, and nobody who steps is in it: the line beside it decides.
TEST(CompareAttribution, TheLineBesideASetThatDiffersIsNamedAndNotTheSet) {
  const auto rules = [](const std::string& tired, const std::string& line) {
    return Rules{.more = "  define tired() -> set of unit = " + tired +
                         "\n  define fit(u: unit) -> bool = all of\n    1.1 fresh: not (u in tired())\n"
                         "    1.1 early: " +
                         line + "\n",
                 .required = "    require 1.1 fit: fit(u)\n"};
  };
  const Result result = compared(rules("{}", "turn < 9"),
                                 rules("{u in unit where side(u) = black and mover = white}", "turn < 7"));
  const Finding one = finding_of(result, "step is lawful in ours; in theirs, case ");
  ASSERT_TRUE(one.cause);
  EXPECT_EQ(one.cause->by, Cause::By::switching);
  EXPECT_THAT(one.cause->items, ElementsAre("definition fit"));
  EXPECT_THAT(one.text, HasSubstr("; cause: definition fit"));
  EXPECT_EQ(one.cause->why,
            "known by exchange: the difference disappears if either ruleset gets this item of the other");
}

// Two of the three are enough, and one is not.
TEST(CompareAttribution, ChangesThatMakeADifferenceTogetherAreNamedTogether) {
  const auto rules = [](const std::string& each) {
    std::string more;
    for (const std::string name : {"a", "b", "c"})
      more += "  define " + name + "(u: unit) -> bool = " + each + "\n";
    return Rules{.more = more,
                 .required = "    require 1.1 two: (a(u) and b(u)) or (b(u) and c(u)) or (a(u) and c(u))\n"};
  };
  const Result result = compared(rules("turn < 20"), rules("no"));
  const Finding one = finding_of(result, "step is lawful in ours; in theirs, case ");
  ASSERT_TRUE(one.cause);
  EXPECT_EQ(one.cause->by, Cause::By::switching);
  EXPECT_TRUE(one.cause->together);
  EXPECT_EQ(one.cause->items.size(), 2U);
  EXPECT_THAT(one.cause->why, HasSubstr(" gets these items of "));
}

// The hexes that the first line asks are others in every position, and nearly always the line beside it
// decides. That they are blamed there does not mean that they were found to decide: the rare position in
// which they do by themselves is looked for.
TEST(CompareAttribution, WhatOnlyComesOutDifferentlyIsNotFoundAndIsLookedFor) {
  const auto rules = [](const std::string& closed, const std::string& line) {
    return Rules{.more = "  define closed() -> set of hex = " + closed +
                         "\n  define fit(u: unit, to: hex) -> bool = all of\n"
                         "    1.1 open: no h in closed(): h = to and spent(u) = 17 and\n"
                         "      (exists x in units(white): place(x) = well) and\n"
                         "      (exists x in units(black): place(x) = ford)\n"
                         "    1.1 early: " +
                         line + "\n",
                 .required = "    require 1.1 fit: fit(u, to)\n"};
  };
  const Result result = compared(rules("{}", "turn < 9"), rules("{gate}", "turn < 7"));
  std::map<std::vector<std::string>, const Finding*> by_items;
  for (const Finding& one : result.findings) {
    if (one.cause && one.text.starts_with("step is lawful in ours; in theirs, case "))
      by_items[one.cause->items] = &one;
  }
  ASSERT_THAT(by_items, testing::UnorderedElementsAre(testing::Key(ElementsAre("definition fit")),
                                                      testing::Key(ElementsAre("definition closed"))));
  for (const auto& [items, one] : by_items) {
    EXPECT_EQ(one->verdict, Verdict::refuted) << one->text;
    EXPECT_EQ(one->cause->by, Cause::By::switching) << one->cause->why;
    ASSERT_TRUE(one->witness);
  }
  // No game came to where they decide, however often they came out differently in games.
  const Finding &closed = *by_items.at({"definition closed"}), &fit = *by_items.at({"definition fit"});
  EXPECT_EQ(closed.method, Method::generated);
  EXPECT_EQ(fit.method, Method::play);
  ASSERT_EQ(closed.met_in.size(), 2U);
  ASSERT_EQ(fit.met_in.size(), 2U);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    EXPECT_EQ(closed.met_in[side].positions, 0U);
    EXPECT_GT(fit.met_in[side].positions, 0U);
  }
  // Where they decide somebody steps there, and everybody stands as the line says.
  const WitnessSide& ours = closed.witness->sides[0];
  EXPECT_THAT(ours.record.start, AllOf(HasSubstr("\"place\": \"a5\""), HasSubstr("\"place\": \"a1\""),
                                       HasSubstr("\"spent\": 17")));
  ASSERT_FALSE(ours.said.empty());
  EXPECT_EQ(ours.said.back().what, Assertion::What::permitted);
  EXPECT_THAT(ours.said.back().subject, HasSubstr(", e5)"));
}

// A definition that only the other has comes along, and so does state: it stands as it is in the position.
TEST(CompareAttribution, WhatOnlyTheOtherHasComesAlong) {
  const Rules theirs{.more =
                         "  state tired(unit): bool\n"
                         "  define worn(u: unit) -> bool = tired(u)\n",
                     .required = "    require 1.1 fresh: not worn(u)\n",
                     .written = "      tired(u) := yes\n"};
  const Result result = compared({}, theirs);
  const Finding one = finding_of(result, "step is lawful in ours; in theirs, case ");
  ASSERT_TRUE(one.cause);
  EXPECT_EQ(one.cause->by, Cause::By::switching);
  EXPECT_THAT(one.cause->items, ElementsAre("requirement step.fresh"));
}

// Whoever has stepped is marked, and everybody in a hurry. What is refused to the marked rests on the mark;
// what is refused to everybody late is refused without it too, though all are marked by then.
TEST(CompareAttribution, StateThatMayBePutBackIsNotWhatADifferenceRestsOn) {
  const Rules theirs{.more = "  state marked: bool\n  state hurried: bool\n",
                     .required =
                         "    require 1.1 marked: not marked or turn < 3 or turn > 4\n"
                         "    require 1.1 late: turn < 9\n",
                     .written = "      marked := yes\n      hurried := yes\n"};
  const Result result = compared({}, theirs);
  const Finding marked = finding_of(
      result, "step is lawful in ours; in theirs, case 1.1 (requirement \"marked\") refuses this choice");
  ASSERT_TRUE(marked.witness);
  EXPECT_THAT(marked.witness->rests_on, ElementsAre("marked of posts"));
  const Finding late = finding_of(
      result, "step is lawful in ours; in theirs, case 1.1 (requirement \"late\") refuses this choice");
  ASSERT_TRUE(late.witness);
  EXPECT_THAT(late.witness->rests_on, testing::IsEmpty());
}

TEST(CompareAttribution, AStepIsSwitchedWithTheTableItReads) {
  const auto rules = [](const std::string& cells) {
    return Rules{.more = "  kind pace = slow, quick\n  table price(pace) -> points\n    " + cells + "\n",
                 .written = "      spent(u) := price(quick)\n"};
  };
  const Result result = compared(rules("slow: 2, quick: 1"), rules("slow: 2, quick: 3"));
  const Finding one = finding_of(result, "after step, the value \"spent\" differs");
  ASSERT_TRUE(one.cause);
  EXPECT_EQ(one.cause->by, Cause::By::switching) << one.cause->why;
  EXPECT_THAT(one.cause->items, ElementsAre("table price"));
}

// What a step writes down and nobody ever reads is told, and is no difference of play.
TEST(CompareAttribution, OtherValuesOfStateThatNothingReadsAreNoDifferenceOfPlay) {
  const Rules ours{.written = "      spent(u) := 1\n"};
  const Result result = compared(ours, {.written = "      spent(u) := 2\n"});
  EXPECT_EQ(result.findings[0].verdict, Verdict::sampled) << result.findings[0].text;
  EXPECT_TRUE(result.changes.empty());
  EXPECT_FALSE(result.first);
  EXPECT_EQ(result.shares[0].stepping, 0U);
  const Finding one = finding_of(result, "after step, the value \"spent\" differs");
  EXPECT_EQ(one.concern, Concern::information);
  EXPECT_EQ(one.verdict, Verdict::proved);
  EXPECT_EQ(one.method, Method::text);
  EXPECT_EQ(one.claim, "With these options and answers, play in ours never reads the value \"spent\"");
  EXPECT_THAT(one.text, HasSubstr(". This alone is no difference of play"));
  ASSERT_TRUE(one.witness);
  // One that both read is one, and so is one that one of them reads, where that shows in a choice.
  const auto reading = [](const std::string& value, const std::string& most) {
    return Rules{.required = "    require 1.1 fresh: spent(u) < " + most + "\n",
                 .written = "      spent(u) := " + value + "\n"};
  };
  const Result both = compared(reading("1", "30"), reading("2", "30"));
  EXPECT_EQ(both.findings[0].verdict, Verdict::refuted);
  EXPECT_EQ(finding_of(both, "after step, the value \"spent\" differs").concern, Concern::difference);
  const Result theirs = compared(ours, reading("2", "2"));
  const Finding shown = finding_of(theirs, "after step, the value \"spent\" differs");
  EXPECT_EQ(shown.concern, Concern::difference);
  EXPECT_THAT(
      shown.details,
      testing::Contains(testing::ContainsRegex(
          "because of this, (at the next choice|[0-9]+ steps? later), step\\(.* is lawful only in ours")));
}

TEST(CompareAttribution, WhatCannotBeSwitchedSaysSo) {
  Rules theirs{.more = "  action salute(u in units(mover))\n    do\n      bag := {u}\n",
               .offered = "        salute()\n"};
  Rules ours{.more = theirs.more};
  const Result result = compared(ours, theirs);
  const Finding one = finding_of(result, "salute is offered in theirs, but not in ours");
  ASSERT_TRUE(one.cause);
  EXPECT_EQ(one.cause->by, Cause::By::came_to);
  EXPECT_THAT(
      one.cause->why,
      HasSubstr("could not be exchanged: where an action is offered is a step of the sequence of play"));
}

// Which hexes touch is no item of the rules.
TEST(CompareAttribution, WhatNoSwitchMakesAwayWithIsAttributedToNone) {
  const auto rules = [](const std::string& tired) {
    return Rules{.more = "  define tired() -> set of unit = " + tired + "\n",
                 .required = "    require 1.1 fresh: not (u in tired())\n"};
  };
  Rules theirs = rules("{u in unit where u in bag}");
  theirs.shifted = "odd columns";
  const Result result = compared(rules("{}"), theirs);
  const Finding one =
      finding_of(result, "step is lawful in ours; in theirs, case 1.1 (domain of to) refuses this choice");
  ASSERT_TRUE(one.cause);
  EXPECT_EQ(one.cause->by, Cause::By::none);
  EXPECT_TRUE(one.cause->items.empty());
  EXPECT_THAT(one.cause->why, HasSubstr("no single item is the cause"));
  EXPECT_THAT(one.text, testing::Not(HasSubstr("cause:")));
}

// Refused because nothing can be done there any more is not refused as the other refuses.
TEST(CompareAttribution, WhereNothingMayBeDoneAnyMoreIsNotPlayedAlike) {
  const Rules tight{.required = "    require 1.1 early: turn < 3\n"};
  Pair pair(posts("ours", {}), posts("theirs", tight));
  const ScenarioPtr stuck = posts("stuck", {.required = "    require 1.1 shut: turn < 1\n"});
  Lockstep lockstep(pair);
  Random random(1, 1);
  std::optional<Difference> met;
  Position position = pair.scenarios[0]->start;
  pair.rules[0]->begin(position);
  for (int step = 0; step < 40 && !met; ++step) {
    lockstep.look(0, position, random, [&](const Difference& one) {
      if (!met && one.what == Difference::What::permitted) met = one;
    });
    std::vector<runtime::Choice> choices;
    pair.rules[0]->choices(position, choices);
    pair.rules[0]->apply(position, choices.back());  // to rest
  }
  ASSERT_TRUE(met);
  // The step is refused by both of these, and resting goes on.
  EXPECT_TRUE(plays_alike(pair, *met, 0, stuck));
  auto program = std::make_shared<language::Program>(*stuck->program);
  for (language::Action& action : program->actions) {
    if (action.name != "rest") continue;
    for (const language::Action& step : stuck->program->actions) {
      if (step.name != "step") continue;
      language::Requirement& shut = action.requires_.emplace_back();
      shut.name = "shut";
      shut.expr = language::ExprPtr(*step.requires_.back().expr);
    }
  }
  auto nothing = std::make_shared<runtime::Scenario>(*stuck);
  nothing->program = program;
  EXPECT_FALSE(plays_alike(pair, *met, 0, nothing));
}

}  // namespace
}  // namespace casebook::compare
