// SPDX-License-Identifier: Apache-2.0
// Mutants of a tiny ruleset: what notices each, what is shown to be equivalent and how, what nothing notices.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <set>

#include "engine/runtime/records/game.h"
#include "engine/runtime/records/position_file.h"
#include "tests/support/long_lists.h"
#include "tests/support/rules_text.h"
#include "tests/support/temporary_folder.h"
#include "verifier/checks/verify.h"
#include "verifier/mutate/mutate.h"
#include "verifier/mutate/noticer.h"
#include "verifier/mutate/page.h"

namespace casebook::mutate {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

// `small`: with `and` for `or` it means the same. `early` can never refuse in a game of six turns, and only
// play could tell. `doubled` stands in an option that nothing switches on by itself.
const std::string rules = R"(edition tiny "Tiny"
section 1 "All"
case 1.0 "Pieces"
  summary "Two sides have units."
  kind side = white, black
  kind unit on map
  box reserve
  given side(unit): side
  measure turns from 0 to 40
  measure d6 from 1 to 6
  state turn: turns = 0
  state mover: side = white
  define mine() -> set of unit = {x in unit where side(x) = mover}
  invariant alone: all x in unit: all y in unit: x = y or place(x) != place(y)
case 1.1 "Small throws"
  summary "A one is small."
  define small(d: d6) -> bool = d = 1 or d < 2
  table prize(d6) -> turns
    1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6
  define first_prize() -> turns = prize(1)
  claim "a two is not small"
    expect not small(2)
  claim "the first prize"
    expect first_prize() = 1
case 2.0 "Play"
  summary "They move in turn."
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    roll d: d6
    if small(d) then turn += first_prize()
    end game drawn
  procedure turn_of(by: side)
    choose by by
      step()
      pass()
  action pass()
  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    require 2.0 early: turn <= 20
    do
      place(u) := to
)";

checks::Subject subject_of(const std::string& text) {
  const auto scenario = testing_support::scenario_of(
      text, {testing_support::small_map(3, 3), testing_support::units("A white a1\nB black b1\nC black b2"),
             "", ""});
  return {"tiny", scenario->program, scenario, {}};
}

/// `name: what`, and what came of it.
std::vector<std::pair<std::string, std::string>> fates(const Result& result) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Told& one : result.told)
    all.emplace_back(one.mutant.name + ": " + one.mutant.what,
                     std::string(fate_text(one.fate)) + (one.by.empty() ? "" : " by " + one.by));
  return all;
}

TEST(Mutate, SaysWhatNoticesEach) {
  const Result result = mutate(subject_of(rules), {});
  const auto all = fates(result);
  EXPECT_EQ(result.all, result.told.size());
  EXPECT_THAT(all, Contains(Pair("small: definition negated", "noticed by claim")));
  EXPECT_THAT(all, Contains(Pair("small: comparison: equal is enough", "noticed by claim")));
  EXPECT_THAT(all, Contains(Pair("prize: table: another value in cell 1", "noticed by claim")));
  EXPECT_THAT(all, Contains(Pair("step.free: requirement left out", "noticed by invariant")));
  EXPECT_THAT(all, Contains(Pair("step: action that is never lawful", "noticed by game")));
  EXPECT_THAT(all, Contains(Pair("mine: comparison: negated", "noticed by game")));
  EXPECT_THAT(all, Contains(Pair("d6: measure of a die: one face fewer", "noticed by game")));
  EXPECT_EQ(result.count(Fate::not_asked), 0U);
  // Claims and invariants are no rules: they are what notices.
  for (const auto& [name, fate] : all) EXPECT_THAT(name, Not(HasSubstr("invariant")));
}

TEST(Mutate, ShowsThatOneIsEquivalent) {
  const auto all = fates(mutate(subject_of(rules), {}));
  EXPECT_THAT(all, Contains(Pair("small: connective: and instead of or", "equivalent by enumerated")));
  // Nothing reads the other prizes, but the first one.
  EXPECT_THAT(all,
              Contains(Pair("prize: table: another value in cell 2", testing::StartsWith("equivalent"))));
}

TEST(Mutate, SaysWhatNothingNotices) {
  const Result result = mutate(subject_of(rules), {});
  EXPECT_THAT(fates(result), Contains(Pair("step.early: requirement left out", "survived")));
  EXPECT_LT(result.score(), 1);
  EXPECT_GT(result.score(), 0.5);
  EXPECT_EQ(result.kinds().at("requirement").survived, 1U);
  const auto told = std::find_if(result.told.begin(), result.told.end(),
                                 [](const Told& one) { return one.fate == Fate::survived; });
  ASSERT_NE(told, result.told.end());
  const auto subject = subject_of(rules);
  EXPECT_EQ(altered_text(*subject.program, told->mutant).substr(0, 8), "require ");
  EXPECT_THAT(place_text(*subject.program, told->mutant), HasSubstr("01.rules:"));
}

// A mutant that was not tried to the end is not told of; those before it are.
TEST(Mutate, KeepsWhatItHasWhenALongListIsCutOff) {
  const auto scenario = testing_support::sending(17, testing_support::send_any);
  const checks::Subject subject{"trial", scenario->program, scenario, {}};
  Settings settings;
  settings.games = 1;
  settings.go_on = [] { return !platform::stop_requested(); };
  size_t tried = 0;
  for (uint64_t looks = 1; looks < 100; looks += looks) {
    const testing_support::AskedToStop soon(looks);
    const Result result = mutate(subject, settings);
    EXPECT_TRUE(result.stopped) << looks;
    EXPECT_GT(result.count(Fate::not_asked), 0U) << looks;
    tried = std::max(tried, result.told.size() - result.count(Fate::not_asked));
  }
  EXPECT_GT(tried, 0U);
}

// An editor has the altered rules alone: no golden game is there to compare with.
TEST(Mutate, SaysWhatVerifyNotices) {
  Settings settings;
  settings.by_verify = true;
  const Result result = mutate(subject_of(rules), settings);
  const auto all = fates(result);
  EXPECT_THAT(all, Contains(Pair("small: definition negated", "noticed by claim")));
  EXPECT_THAT(all, Contains(Pair("step.free: requirement left out", "noticed by check")));
  EXPECT_THAT(all, Contains(Pair("step.early: requirement left out", "survived")));
  EXPECT_THAT(all, Contains(Pair("small: connective: and instead of or", "equivalent by enumerated")));
  // Golden games notice this one; with the altered rules alone nobody can know it.
  EXPECT_THAT(all, Contains(Pair("mine: comparison: negated", "survived")));
  for (const auto& [name, fate] : all) EXPECT_THAT(fate, Not(HasSubstr("tool error"))) << name;
  EXPECT_EQ(result.games, 0U);
  EXPECT_EQ(result.count(Fate::not_asked), 0U);
  EXPECT_THAT(summary_text(result), HasSubstr("tried with  2 claims, and `verify --prove`\n"));
  EXPECT_THAT(page_text(subject_of(rules), result, "casebook mutate tiny --verify"),
              testing::StartsWith("# Mutants of tiny that `verify --prove` notices\n"));
}

// Proofs of a large game take minutes; whoever stops does not wait for them, and gets what was noticed before.
TEST(Mutate, StopsWithinChecksAndProofs) {
  Settings settings;
  settings.by_verify = true;
  std::atomic<int> looks{0};
  bool any_tried = false, any_stopped = false;
  for (const int most : {3, 300, 3'000}) {
    looks = 0;
    settings.go_on = [&] { return ++looks <= most; };
    const Result result = mutate(subject_of(rules), settings);
    any_stopped = any_stopped || result.stopped;
    any_tried = any_tried || result.count(Fate::noticed) > 0;
    for (const auto& [name, fate] : fates(result)) EXPECT_THAT(fate, Not(HasSubstr("tool error"))) << name;
    EXPECT_THAT(fates(result),
                Not(Contains(Pair("step.early: requirement left out", "noticed by proof lost"))));
  }
  EXPECT_TRUE(any_stopped);
  EXPECT_TRUE(any_tried);
}

TEST(Mutate, NothingThatIsPlayedIsNoticedWithoutGames) {
  Settings none;
  none.games = 0;
  const Result result = mutate(subject_of(rules), none);
  EXPECT_EQ(result.games, 0U);
  EXPECT_THAT(fates(result), Contains(Pair("step: action that is never lawful", "survived")));
  EXPECT_THAT(fates(result), Contains(Pair("small: definition negated", "noticed by claim")));
}

// All that `verify` asks when it has neither games nor positions; claims are asked before, by themselves.
TEST(Mutate, AsksEveryCheckThatNeedsNoPlay) {
  checks::Settings nothing;
  nothing.games = 0;
  nothing.positions = 0;
  std::set<std::string> asked;
  for (const checks::Asked& one : checks::verify(subject_of(rules), nothing, {}).asked)
    if (one.left_out.empty()) asked.insert(one.check->id);
  EXPECT_EQ(asked.erase("claims-hold"), 1U);
  EXPECT_THAT(checks_without_play(), testing::UnorderedElementsAreArray(asked));
}

TEST(Mutate, AClaimThatDoesNotHoldIsNotCountedOn) {
  std::string wrong = rules;
  wrong.replace(wrong.find("expect not small(2)"), 19, "expect small(2)");
  const Result result = mutate(subject_of(wrong), {});
  EXPECT_THAT(result.unused, Contains(HasSubstr("a two is not small")));
}

TEST(Mutate, RecordsOfTheFolderNotice) {
  const testing_support::TemporaryFolder folder;
  const auto subject = subject_of(rules);
  runtime::Game game(runtime::make_compiled_rules(subject.scenario));
  while (game.node() != runtime::NodeKind::over) {
    if (game.node() == runtime::NodeKind::chance)
      game.roll();
    else
      game.play(game.choices().front());
  }
  std::ofstream(folder.path() / "one.record") << runtime::record_text(game.record());
  std::ofstream(folder.path() / "broken.record") << "no record\n";
  Settings settings;
  settings.games = 0;
  settings.folder = folder.path().string();
  const Result result = mutate(subject, settings);
  EXPECT_EQ(result.records, 1U);
  EXPECT_THAT(result.unused, Contains(HasSubstr("broken.record")));
  EXPECT_THAT(fates(result), Contains(Pair("step: action that is never lawful", "noticed by playthrough")));
}

TEST(Mutate, APositionIsAskedUnderAReadingThatMattersThere) {
  std::string text = rules;
  text.replace(text.find("  action pass()"), 0, R"(  reading manner "May they rush?"
    calm "nobody says so"
    wild "nobody says no"
    default calm
  action rush(u in mine())
    require 2.0 wild: manner = wild
    require 2.0 fresh: turn = 0
)");
  text.replace(text.find("      pass()"), 0, "      rush()\n");
  const testing_support::TemporaryFolder folder;
  const auto subject = subject_of(text);
  const runtime::Game game(runtime::make_compiled_rules(subject.scenario));
  std::ofstream(folder.path() / "start.json") << runtime::position_text(*subject.scenario, game.position());
  Settings settings;
  settings.games = 0;
  settings.folder = folder.path().string();
  const Result result = mutate(subject, settings);
  const auto told = std::find_if(result.told.begin(), result.told.end(), [](const Told& one) {
    return one.mutant.name == "rush.fresh" && one.mutant.what == "requirement left out";
  });
  ASSERT_NE(told, result.told.end());
  EXPECT_EQ(told->by, "position");
  EXPECT_THAT(told->where, HasSubstr("start.json under test+manner=wild"));
  EXPECT_EQ(result.positions, 2U) << "under its own switches, and under the reading";
}

TEST(Mutate, DrawsSoManyAndOfTheseCases) {
  Settings few;
  few.mutants = 7;
  const Result drawn = mutate(subject_of(rules), few);
  EXPECT_EQ(drawn.told.size(), 7U);
  EXPECT_GT(drawn.all, 7U);
  few.seed = 2;
  EXPECT_NE(fates(mutate(subject_of(rules), few)), fates(drawn));
  Settings of_case;
  of_case.cases = {"1.1"};
  const auto subject = subject_of(rules);
  for (const Told& one : mutate(subject, of_case).told)
    EXPECT_EQ(subject.program->label_text(one.mutant.labels.at(0)), "1.1");
}

TEST(Mutate, TheSameTwiceAndKeepsWhatItHasWhenStopped) {
  const auto subject = subject_of(rules);
  EXPECT_EQ(page_text(subject, mutate(subject, {}), "x"), page_text(subject, mutate(subject, {}), "x"));
  Settings stopped;
  std::atomic<int> asked{0};
  int most = 4;
  stopped.go_on = [&] { return ++asked < most; };
  // It asks as often as it likes before the first mutant.
  bool in_the_middle = false;
  for (; most < 100'000 && !in_the_middle; most *= 2) {
    asked = 0;
    const Result result = mutate(subject, stopped);
    if (!result.stopped) break;
    EXPECT_GT(result.count(Fate::not_asked), 0U);
    in_the_middle = result.count(Fate::not_asked) < result.told.size();
  }
  EXPECT_TRUE(in_the_middle);
}

// Nobody would see the end of so many games.
TEST(Mutate, StopsWhileTheRulesAsTheyAreArePlayed) {
  Settings settings;
  settings.games = 1'000'000'000;
  std::atomic<int> asked{0};
  settings.go_on = [&] { return ++asked < 100; };
  const Result result = mutate(subject_of(rules), settings);
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.count(Fate::not_asked), result.told.size());
}

TEST(Mutate, APageHasScoreKindsAndSurvivors) {
  const auto subject = subject_of(rules);
  const Result result = mutate(subject, {});
  const std::string page = page_text(subject, result, "casebook mutate tiny");
  EXPECT_THAT(page, HasSubstr("# Mutants of tiny\n"));
  EXPECT_THAT(page, HasSubstr("Made by `casebook mutate tiny`"));
  EXPECT_THAT(page,
              HasSubstr("| 2.0 | `step.early` | requirement left out | `require 2.0 early: turn <= 20` |"));
  EXPECT_THAT(page, HasSubstr("| enumerated: 6 inputs of small"));
}

}  // namespace
}  // namespace casebook::mutate
