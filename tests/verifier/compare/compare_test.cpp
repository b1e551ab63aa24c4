// SPDX-License-Identifier: Apache-2.0
// Comparing a small ruleset with itself, changed in one known way.
#include "verifier/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/rules_text.h"
#include "tests/support/temporary_folder.h"

namespace casebook::compare {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

/// In every file of the edition, what is to stand instead.
using Changes = std::vector<std::pair<std::string, std::string>>;

/// Hex skirmish with other words in it, as another checkout would have it.
ScenarioPtr skirmish(const fs::path& folder, const std::string& id, const Changes& changes = {}) {
  const fs::path to = folder / id / "hex-skirmish";
  fs::create_directories(to);
  fs::copy(fs::path(CASEBOOK_SOURCE_DIR) / "rulesets/examples/hex-skirmish", to,
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  std::vector<bool> done(changes.size(), false);
  for (const auto& entry : fs::directory_iterator(to)) {
    if (entry.path().extension() != ".rules") continue;
    std::stringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    std::string now = text.str();
    for (size_t i = 0; i < changes.size(); ++i) {
      for (size_t at = 0; (at = now.find(changes[i].first, at)) != std::string::npos;
           at += changes[i].second.size()) {
        now.replace(at, changes[i].first.size(), changes[i].second);
        done[i] = true;
      }
    }
    std::ofstream(entry.path(), std::ios::binary) << now;
  }
  for (size_t i = 0; i < changes.size(); ++i)
    EXPECT_TRUE(done[i]) << changes[i].first << " is not in the rules";
  runtime::ScenarioRequest request;
  request.edition_folder = to.string();
  request.id = id;
  Diagnostics diagnostics;
  auto scenario = runtime::load_scenario(request, diagnostics);
  if (!scenario) ADD_FAILURE() << testing_support::shown(diagnostics);
  return scenario;
}

Settings small() {
  Settings settings;
  settings.budget.games = 10;
  settings.budget.positions = 400;
  return settings;
}

Result compared(const Changes& changes) {
  const testing_support::TemporaryFolder folder;
  return compare(skirmish(folder.path(), "ours"), skirmish(folder.path(), "theirs", changes), small(), {},
                 {});
}

/// Findings but the first, which is the answer, as `verdict: text`.
std::vector<std::string> texts(const Result& result) {
  std::vector<std::string> all;
  for (size_t i = 1; i < result.findings.size(); ++i)
    all.push_back(std::string(verdict_text(result.findings[i].verdict)) + ": " + result.findings[i].text);
  return all;
}

std::string items(const Result& result) {
  std::string all;
  for (const ItemResult& item : result.items) all += item.name + ": " + item.text + "\n";
  return all;
}

TEST(Compare, AnEditionIsPlayedAsItself) {
  const Result result = compared({});
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].verdict, Verdict::proved);
  EXPECT_EQ(status_of(result.findings), 0);
  EXPECT_TRUE(result.items.empty()) << items(result);
}

TEST(Compare, OtherNumbersOfCasesAndOtherNamesAreNoDifference) {
  const Result result = compared({{"2.2 zones:", "2.4 areas:"}, {"x in unit on to", "other in unit on to"}});
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].verdict, Verdict::proved);
}

TEST(Compare, ARequirementThatOneDroppedIsFoundWithTheCase) {
  const Result result = compared(
      {{"    require 2.2 zones: not (enemy_adjacent(from, mover) and enemy_adjacent(to, mover))\n", ""}});
  EXPECT_EQ(status_of(result.findings), 40);
  EXPECT_THAT(
      texts(result),
      Contains(HasSubstr(
          "REFUTED: move is lawful in theirs; in ours, case 2.2 (requirement \"zones\") refuses this choice")));
  for (size_t i = 1; i < result.findings.size(); ++i) {
    EXPECT_EQ(result.findings[i].verdict, Verdict::refuted);
    ASSERT_TRUE(result.findings[i].witness);
    EXPECT_EQ(result.findings[i].witness->sides.size(), 2U);
  }
  ASSERT_TRUE(result.first);
  EXPECT_TRUE(result.first->witness);
}

TEST(Compare, AnotherCellOfATableIsCountedAndItsPlayFound) {
  const Result result = compared({{"    3: attacker_removed\n", "    3: target_removed\n"}});
  EXPECT_THAT(
      items(result),
      HasSubstr(
          "results: differs on 1 of 6 inputs, for example results(3) = attacker_removed in ours, target_removed in "
          "theirs; always with d6 = 3"));
  EXPECT_EQ(status_of(result.findings), 40);
  EXPECT_THAT(texts(result), Contains(HasSubstr("the die roll in fight (")));
}

TEST(Compare, AnotherEffectIsFoundWithTheStateItWrites) {
  const Result result = compared({{"place(t) := removed", "place(u) := removed"}});
  EXPECT_THAT(texts(result), Contains(HasSubstr("the place of a piece differs")));
}

TEST(Compare, AnotherOrderOfTurnsIsFound) {
  const Result result = compared({{"      mover := other(mover)\n", "      mover := mover\n"}});
  EXPECT_EQ(status_of(result.findings), 40);
  EXPECT_THAT(texts(result), Contains(HasSubstr("the value \"mover\" differs")));
}

TEST(Compare, StateThatOneSideOnlyHasIsSaid) {
  const testing_support::TemporaryFolder folder;
  Settings settings = small();
  settings.whole = 0;
  const Result result = compare(
      skirmish(folder.path(), "ours"),
      skirmish(folder.path(), "theirs",
               {{"  state mover: side = first\n", "  state mover: side = first\n  state passed: bool\n"},
                {"  action pass()\n", "  action pass()\n    do\n      passed := yes\n"}}),
      settings, {}, {});
  EXPECT_THAT(result.only[1], Contains("passed"));
  EXPECT_TRUE(result.only[0].empty());
  // Nothing rests on it: nothing else differs.
  EXPECT_EQ(result.findings[0].verdict, Verdict::sampled);
  EXPECT_EQ(status_of(result.findings), 30);
}

// Theirs lets nobody move once somebody has passed. What tells them apart is a state that ours has not, and
// which in theirs is at first `no`: where play has come to `yes` the difference rests on it, and says so.
TEST(Compare, ADifferenceThatRestsOnStateOfOneSideSaysSo) {
  const Result result =
      compared({{"  state mover: side = first\n", "  state mover: side = first\n  state passed: bool = no\n"},
                {"  action pass()\n", "  action pass()\n    do\n      passed := yes\n"},
                {"    require 2.2 empty: no x in unit on to\n",
                 "    require 2.2 empty: no x in unit on to\n    require 2.2 patience: not passed\n"}});
  EXPECT_EQ(status_of(result.findings), 40);
  EXPECT_THAT(result.only[1], Contains("passed"));
  const auto found = std::find_if(result.findings.begin() + 1, result.findings.end(), [](const Finding& one) {
    return one.text.find("patience") != std::string::npos;
  });
  ASSERT_NE(found, result.findings.end()) << testing::PrintToString(texts(result));
  ASSERT_TRUE(found->witness);
  EXPECT_THAT(found->witness->rests_on, Contains("passed of hex-skirmish"));
  // What has nothing to do with it says nothing of it.
  const Result other = compared({{"place(t) := removed", "place(u) := removed"}});
  for (size_t i = 1; i < other.findings.size(); ++i) {
    ASSERT_TRUE(other.findings[i].witness);
    EXPECT_TRUE(other.findings[i].witness->rests_on.empty());
  }
}

// What ours takes for a lawful position, an invariant of theirs may forbid.
TEST(Compare, AMadeUpPositionHasTheLesserGradeOfItsTwoSides) {
  const std::string
      zones = "    require 2.2 zones: not (enemy_adjacent(from, mover) and enemy_adjacent(to, mover))\n",
      alive = "on_board(first) > 0 and on_board(second) > 0\n";
  Settings settings = small();
  settings.whole = 0;
  settings.budget.games = 0;
  settings.shrinking = 0;  // nor is a game looked for
  const auto grades = [&](const std::string& more) {
    const testing_support::TemporaryFolder folder;
    const Result result =
        compare(skirmish(folder.path(), "ours"),
                skirmish(folder.path(), "theirs", {{zones, ""}, {alive, alive + more}}), settings, {}, {});
    std::set<Grade> found;
    for (const Finding& one : result.findings)
      if (one.witness) found.insert(one.witness->grade);
    return found;
  };
  EXPECT_THAT(grades(""), Contains(Grade::invariants));
  EXPECT_EQ(grades("  invariant many: on_board(first) > 5\n"), std::set<Grade>{Grade::typed});
}

const Changes said_otherwise{{"not (enemy_adjacent(from, mover) and enemy_adjacent(to, mover))",
                              "not enemy_adjacent(from, mover) or not enemy_adjacent(to, mover)"}};

// Nine hexes and two units a side: all of play can be seen.
TEST(Compare, OfASmallGameAllIsSeenAndWhatIsOnlyWordedOtherwiseIsProvedToPlayAlike) {
  const Result result = compared(said_otherwise);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].verdict, Verdict::proved);
  EXPECT_EQ(result.findings[0].method, Method::exploration);
  EXPECT_EQ(status_of(result.findings), 0);
  EXPECT_THAT(items(result), HasSubstr("move: its text differs, but the same in all of play"));
}

TEST(Compare, WhereNotAllIsSeenNothingIsProved) {
  const testing_support::TemporaryFolder folder;
  Settings settings = small();
  settings.whole = 2000;
  const Result result = compare(skirmish(folder.path(), "ours"),
                                skirmish(folder.path(), "theirs", said_otherwise), settings, {}, {});
  EXPECT_EQ(result.findings[0].verdict, Verdict::sampled);
  EXPECT_EQ(status_of(result.findings), 30);
}

TEST(Compare, TwoRunsSayTheSame) {
  const Changes changes{{"    3: attacker_removed\n", "    3: target_removed\n"}};
  const Result a = compared(changes), b = compared(changes);
  EXPECT_EQ(texts(a), texts(b));
  EXPECT_EQ(items(a), items(b));
}

TEST(Compare, GamesWithNothingInCommonAreSaidToBe) {
  const testing_support::TemporaryFolder folder;
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/cup";
  Diagnostics diagnostics;
  const auto cup = runtime::load_scenario(request, diagnostics);
  ASSERT_NE(cup, nullptr);
  const Result result = compare(skirmish(folder.path(), "ours"), cup, small(), {}, {});
  EXPECT_NE(status_of(result.findings), 0);
}

// Without a game or a position made up for its own sake: what is steered to is found by itself.
TEST(Compare, WhatOneSidePermitsIsSteeredTo) {
  const testing_support::TemporaryFolder folder;
  Settings settings = small();
  settings.budget.games = settings.budget.positions = 0;
  const Result result =
      compare(skirmish(folder.path(), "ours"),
              skirmish(folder.path(), "theirs", {{"    require 2.2 empty: no x in unit on to\n", ""}}),
              settings, {}, {});
  EXPECT_THAT(
      texts(result),
      Contains(HasSubstr(
          "REFUTED: move is lawful in theirs; in ours, case 2.2 (requirement \"empty\") refuses this choice")));
  for (const Share& share : result.shares) EXPECT_EQ(share.games, 0U);
  EXPECT_THAT(items(result), testing::Not(HasSubstr("evaluated 0")));
}

// Both changes stand behind one requirement, and each is a class of its own.
TEST(Compare, OneChangeDoesNotHideAnotherBehindTheSameRequirement) {
  const std::string zones =
      "    require 2.2 zones: not (enemy_adjacent(from, mover) and enemy_adjacent(to, mover))\n";
  const std::string both =
      "    require 2.2 zones: not (enemy_adjacent(from, mover) and enemy_adjacent(to, mover)) and not "
      "crowded(mover)\n";
  const std::string above = "  action move(";
  const auto rules = [&](const std::string& touch, const std::string& crowd) {
    return Changes{{zones, both},
                   {above, "  define crowded(s: side) -> bool = (count u in units(s) at g) > " + crowd +
                               "\n  define touches(g: hex, h: hex) -> bool = " + touch + "\n" + above},
                   {"adjacent(g, h)\n  view", "touches(g, h)\n  view"}};
  };
  const testing_support::TemporaryFolder folder;
  const Result result =
      compare(skirmish(folder.path(), "ours", rules("adjacent(g, h)", "2")),
              skirmish(folder.path(), "theirs", rules("distance(g, h) <= 2", "1")), small(), {}, {});
  EXPECT_THAT(texts(result), Contains(HasSubstr("cause: definition crowded")));
  EXPECT_THAT(texts(result), Contains(HasSubstr("cause: definition touches")));
  // Of those that read pieces the list says how often they were asked, and the first that differed.
  EXPECT_THAT(items(result),
              testing::ContainsRegex(
                  "crowded: its text differs; its value differs on [1-9][0-9,]* of [0-9,]+ generated input"));
}

TEST(Compare, ManyThreadsSayWhatOneSays) {
  const testing_support::TemporaryFolder folder;
  const ScenarioPtr ours = skirmish(folder.path(), "ours");
  const ScenarioPtr theirs =
      skirmish(folder.path(), "theirs", {{"    3: attacker_removed\n", "    3: target_removed\n"}});
  const auto with = [&](size_t threads) {
    Settings settings = small();
    settings.budget.threads = threads;
    return compare(ours, theirs, settings, {}, {});
  };
  const Result one = with(1), many = with(5);
  EXPECT_GT(one.findings.size(), 1U);
  std::string first, second;
  for (const Finding& finding : one.findings) first += finding_json(finding).dump() + "\n";
  for (const Finding& finding : many.findings) second += finding_json(finding).dump() + "\n";
  EXPECT_EQ(first, second);
  EXPECT_EQ(items(one), items(many));
  EXPECT_EQ(one.generated, many.generated);
}

TEST(Compare, StoppedItKeepsWhatWasFound) {
  const testing_support::TemporaryFolder folder;
  const ScenarioPtr ours = skirmish(folder.path(), "ours");
  const ScenarioPtr theirs = skirmish(
      folder.path(), "theirs",
      {{"    require 2.2 zones: not (enemy_adjacent(from, mover) and enemy_adjacent(to, mover))\n", ""}});
  bool met = false;
  const Result result = compare(
      ours, theirs, small(), [&](const char*, uint64_t, uint64_t) { return !met; },
      [&](const std::string&) { met = true; });
  EXPECT_TRUE(result.stopped);
  ASSERT_GT(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[1].verdict, Verdict::refuted);
  EXPECT_TRUE(result.findings[1].witness.has_value());
}

TEST(Compare, StoppedBeforeItsFirstGameItSaysThatNoneWasPlayed) {
  const testing_support::TemporaryFolder folder;
  const ScenarioPtr ours = skirmish(folder.path(), "ours");
  const ScenarioPtr theirs =
      skirmish(folder.path(), "theirs", {{"    3: attacker_removed\n", "    3: target_removed\n"}});
  const Result result =
      compare(ours, theirs, small(), [](const char*, uint64_t, uint64_t) { return false; }, {});
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.findings[0].verdict, Verdict::unknown);
  EXPECT_EQ(result.findings[0].scope, "no game, and 0 generated positions");
  // The whole of the budget is named where all of it was played.
  EXPECT_THAT(compare(ours, theirs, small(), {}, {}).findings[0].scope,
              testing::StartsWith("10 games of each ruleset from seed 1, and "));
}

TEST(Compare, FiveHundredUnitsAreNotTooMany) {
  std::string lines;
  for (int i = 0; i < 500; ++i) {
    const std::string hex = std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(1 + i / 26);
    lines += "U" + std::to_string(i) + (i % 2 == 0 ? " white " : " black ") + hex + "\n";
  }
  const auto crowd = [&](const std::string& requirement) {
    testing_support::DataText data;
    data.map = testing_support::small_map(26, 20);
    data.order_of_battle = testing_support::units(lines);
    return testing_support::scenario_of(
        "edition crowd \"Crowd\"\nsection 1 \"All\"\ncase 1.1\n"
        "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
        "  state mover: side = white\n"
        "  procedure game\n    repeat\n      choose by mover\n        pass()\n        step()\n"
        "      mover := other(mover)\n"
        "  action pass()\n"
        "  action step(u in {x in unit where side(x) = mover} at from, to in neighbours(from))\n    require "
        "1.1 " +
            requirement + "\n    do\n      place(u) := to\n",
        data);
  };
  Settings settings = small();
  settings.budget.games = 1;
  settings.budget.decisions = 20;
  settings.budget.positions = 20;
  settings.budget.steering = 200;
  settings.budget.around = 20;
  settings.shrinking = 20;
  const Result result = compare(crowd("room: no x in unit on to"),
                                crowd("room: no x in unit on to: side(x) != mover"), settings, {}, {});
  EXPECT_EQ(status_of(result.findings), 40);
}

TEST(Compare, AWitnessThatWasTamperedWithIsAToolError) {
  const testing_support::TemporaryFolder folder;
  const ScenarioPtr ours = skirmish(folder.path(), "ours");
  const ScenarioPtr theirs =
      skirmish(folder.path(), "theirs", {{"    3: attacker_removed\n", "    3: target_removed\n"}});
  Result result = compare(ours, theirs, small(), {}, {});
  ASSERT_GT(result.findings.size(), 1U);
  ASSERT_TRUE(result.findings[1].witness);
  std::swap(result.findings[1].witness->sides[0].said, result.findings[1].witness->sides[1].said);
  confirm_all(result.findings, {ours, theirs});
  EXPECT_EQ(result.findings[1].verdict, Verdict::tool_error);
  EXPECT_EQ(status_of(result.findings), 50);
}

}  // namespace
}  // namespace casebook::compare
