// SPDX-License-Identifier: Apache-2.0
// The table of stages: names and order, what each shows, and what is left out when an answer is known.
#include "verifier/compare/stages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/long_lists.h"
#include "tests/support/rules_text.h"

namespace casebook::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Steps that cost so much; with fourteen rounds a game is too long to be seen as a whole within the budget.
ScenarioPtr walks(const std::string& id, const std::string& price, const std::string& more = "") {
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  data.order_of_battle = testing_support::units("A white a1\nB black d4\nC white b1\nD black c4\n");
  auto made = std::make_shared<runtime::Scenario>(*testing_support::scenario_of(
      "edition walks \"Walks\"\nsection 1 \"All\"\ncase 1.1 \"Prices\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box eliminated\n"
      "  measure points from 0 to 60\n  state left: points = 40\n  state mover: side = white\n"
      "  define price() -> points = " +
          price + "\n" + more +
          "  procedure game\n    repeat at most 14 times\n      turn_of(mover)\n      mover := other(mover)\n"
          "    end game drawn\n  procedure turn_of(by: side)\n    choose by by\n      step()\n      pass()\n"
          "  action pass()\n"
          "  action step(u in {x in unit where side(x) = mover} at from, to in neighbours(from))\n"
          "    require 1.1 free: no x in unit on to\n    require 1.1 paid: left >= price()\n"
          "    do\n      place(u) := to\n      left -= price()\n",
      data));
  made->id = id;
  return made;
}

Settings little(size_t threads = 2) {
  Settings settings;
  settings.budget.games = 3;
  settings.budget.positions = 60;
  settings.budget.steering = 200;
  settings.budget.around = 40;
  settings.budget.threads = threads;
  settings.whole = 200;
  return settings;
}

std::string dumped(const ScenarioPtr& a, const ScenarioPtr& b, const std::string& name, size_t threads = 2) {
  const Stage* stage = find_stage(name);
  EXPECT_NE(stage, nullptr) << name;
  if (stage == nullptr) return {};
  Course course(a, b, little(threads), {}, {});
  run_stages(course, stage);
  return dump_text(*stage, course);
}

TEST(CompareStages, HaveTheseNamesInThisOrder) {
  std::vector<std::string> names;
  for (const Stage& stage : stages()) {
    names.emplace_back(stage.name);
    EXPECT_FALSE(stage.does.empty()) << stage.name;
    EXPECT_EQ(find_stage(stage.name), &stage);
  }
  EXPECT_THAT(names,
              ElementsAre("align", "start", "text", "whole-game", "enumerate", "games", "generated",
                          "guided-search", "phase-entry", "follow", "shrink", "near-games", "switch",
                          "first-position", "group", "witnesses", "items", "effects", "order", "readings"));
  EXPECT_EQ(find_stage("aline"), nullptr);
}

TEST(CompareStages, ShowWhatTheyMade) {
  const ScenarioPtr ours = walks("ours", "2"), theirs = walks("theirs", "3");
  EXPECT_THAT(dumped(ours, theirs, "align"), HasSubstr("  other text: definition price\n"));
  EXPECT_EQ(dumped(ours, theirs, "start"), "start: compare where each begins\n  both begin alike\n");
  EXPECT_EQ(dumped(ours, theirs, "text"),
            "text: see whether the text alone gives the answer\n  no: play has to be compared\n");
  EXPECT_THAT(dumped(ours, theirs, "whole-game"), HasSubstr("something differs, or there is more than that"));
  EXPECT_EQ(dumped(ours, theirs, "enumerate"),
            "enumerate: evaluate what reads no state on every input\n"
            "  1 item evaluated on every input\n"
            "  definition price: 1 of 1 input differ\n"
            "    for example price() = 2 in ours, 3 in theirs\n");
  EXPECT_THAT(dumped(ours, theirs, "games"), HasSubstr("  3 games of ours: "));
  EXPECT_THAT(dumped(ours, theirs, "generated"), HasSubstr(" generated positions\n"));
  EXPECT_THAT(dumped(ours, theirs, "switch"), HasSubstr("    cause: switched: definition price\n"));
  EXPECT_THAT(dumped(ours, theirs, "group"), HasSubstr("\n  1.1 in both\n"));
  EXPECT_THAT(dumped(ours, theirs, "witnesses"), HasSubstr("  0. REFUTED  all\n"));
  EXPECT_THAT(dumped(ours, theirs, "items"), HasSubstr("  REFUTED definition price: "));
  EXPECT_THAT(dumped(ours, theirs, "order"),
              HasSubstr("  1. REFUTED  permitted step by 0 refused paid; definition price\n"));
}

// What comes out does not depend on the number of threads, at any stage.
TEST(CompareStages, ShowTheSameForAnyNumberOfThreads) {
  const ScenarioPtr ours = walks("ours", "2"), theirs = walks("theirs", "3");
  for (const char* name : {"games", "guided-search", "switch", "readings"})
    EXPECT_EQ(dumped(ours, theirs, name, 1), dumped(ours, theirs, name, 3)) << name;
}

// Each stage adds its own: the result of all of them is that of `compare`.
TEST(CompareStages, MakeTheResultOfCompare) {
  const ScenarioPtr ours = walks("ours", "2"), theirs = walks("theirs", "3");
  Course course(ours, theirs, little(), {}, {});
  run_stages(course);
  const Result result = compare(ours, theirs, little(), {}, {});
  ASSERT_EQ(result.findings.size(), course.result.findings.size());
  ASSERT_GT(result.findings.size(), 1U);
  for (size_t i = 0; i < result.findings.size(); ++i)
    EXPECT_EQ(finding_text(result.findings[i]), finding_text(course.result.findings[i]));
}

// The text alone says that they play alike: nothing is searched for, and each stage says why it did not run.
TEST(CompareStages, AreLeftOutWhenTheTextGivesTheAnswer) {
  const ScenarioPtr ours = walks("ours", "2"), same = walks("same", "2");
  EXPECT_THAT(dumped(ours, same, "text"),
              HasSubstr("yes: every item has the same meaning in both\n  PROVED: "));
  EXPECT_EQ(dumped(ours, same, "games"),
            "games: compare at every position of seeded games\n"
            "  not run: every item has the same meaning in both\n");
  EXPECT_THAT(dumped(ours, same, "order"), Not(HasSubstr("not run")));
}

// Half a list of choices is thrown away, and not what was found before.
TEST(CompareStages, KeepWhatTheyHaveWhenALongListIsCutOff) {
  const auto named = [](const char* id, const std::string& more) {
    auto made =
        std::make_shared<runtime::Scenario>(*testing_support::sending(17, testing_support::send_any + more));
    made->id = id;
    return made;
  };
  const ScenarioPtr ours = named("ours", ""),
                    theirs = named("theirs", "    require 2.2 late: not (t1 in team)\n");
  Settings settings = little(1);
  settings.budget.positions = 2;
  const GoesOn goes_on = [](const char*, uint64_t, uint64_t) { return !platform::stop_requested(); };
  size_t with_differences = 0;
  for (uint64_t looks = 1; looks < 400; looks += looks) {
    const testing_support::AskedToStop soon(looks);
    const Result result = compare(ours, theirs, settings, goes_on, {});
    EXPECT_TRUE(result.stopped) << looks;
    ASSERT_FALSE(result.findings.empty()) << looks;
    for (const Change& change : result.changes)
      for (const size_t at : change.findings) ASSERT_LT(at, result.findings.size()) << looks;
    with_differences += result.changes.empty() ? 0U : 1U;
  }
  EXPECT_GT(with_differences, 0U);
}

TEST(CompareShares, ArePartsOfTheComparedPositions) {
  Share share;
  EXPECT_EQ(share.differing_part(), 0.0);  // of none
  share.compared = 263;
  share.differing = 81;
  EXPECT_DOUBLE_EQ(share.differing_part(), 81.0 / 263.0);
  EXPECT_NEAR(share.interval().low, 0.2553, 0.00005);
  EXPECT_NEAR(share.interval().high, 0.3662, 0.00005);
  Share both = share;
  both.add(share);
  EXPECT_EQ(both.compared, 526U);
  EXPECT_DOUBLE_EQ(both.differing_part(), share.differing_part());
}

}  // namespace
}  // namespace casebook::compare
