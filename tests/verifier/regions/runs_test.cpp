// SPDX-License-Identifier: Apache-2.0
// Regions of procedures and actions: courses worked out by hand; and of the shipped games, that every run is counted,
// and that every example is what its record shows.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/players/playout.h"
#include "engine/runtime/records/replay.h"
#include "tests/support/battery.h"
#include "tests/support/long_lists.h"
#include "tests/support/rules_text.h"
#include "verifier/regions/regions.h"

namespace casebook::regions {
namespace {

using runtime::Position;
using runtime::Scenario;
using ScenarioPtr = std::shared_ptr<const Scenario>;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

constexpr const char* raids = R"(edition raids "Raids"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  kind unit on map
  box gone
  given side(unit): side
  measure d3 from 1 to 3
  measure turns from 1 to 9
  state turn: turns = 1
  state raided: bool = no
  option heavy "Heavy"
  define units(s: side) -> set of unit = {u in unit at g where side(u) = s}
  define weaker() -> side = if turn < 3 then white else black
  procedure game
    repeat at most 4 times
      1.2 raid(white)
      turn += 1
    end game drawn
case 1.2 "Raids"
  procedure raid(by: side)
    if heavy then raided := no
    roll die: d3
    match die
      1: nothing
      2: for all u in units(other(by)) do strike(u)
      3: raided := yes
    if turn = 2 then raided := no
    repeat at most (turn as number) - 1 times
      roll again: d3
    repeat
      choose by by
        pass() then stop
        hit(again) then
          if again = no then stop
    choose by weaker()
      pass()
    attempt rest()
    if turn = 9 then end game won by white
  effect strike(u: unit) = first of
    1.2 spared: nothing when turn = 1
    1.2 struck: place(u) := gone
  action pass()
  action hit(again in no .. yes)
    require 1.2 more: turn > 1
    do
      if again then raided := no
  action rest()
    require 1.2 late: turn > 3
  procedure settle_up
    choose by other(white)
      pass()
)";

std::string text_of(const Decision& decision, size_t out) {
  return decision.text + ": " + decision.outs[out];
}

/// `repeat at most 6 times: once`, by decision; several outs of one with `+`.
std::vector<std::string> lines(const Regions& made, const Way& way) {
  std::vector<std::string> all;
  for (size_t i = 0; i < way.size(); ++i) {
    if (i > 0 && way[i].decision == way[i - 1].decision)
      all.back() += " + " + made.decisions[way[i].decision].outs[way[i].out];
    else
      all.push_back(text_of(made.decisions[way[i].decision], way[i].out));
  }
  return all;
}

Doing doing(const Scenario& scenario, const std::string& name) {
  Doing doing;
  for (size_t i = 0; i < scenario.program->procedures.size(); ++i)
    if (scenario.program->procedures[i].name == name) doing.procedure = static_cast<language::ProcedureId>(i);
  for (size_t i = 0; i < scenario.program->actions.size(); ++i)
    if (scenario.program->actions[i].name == name) doing.action = static_cast<language::ActionId>(i);
  EXPECT_TRUE((doing.procedure != language::none) != (doing.action != language::none)) << name;
  return doing;
}

Regions regions_in(const ScenarioPtr& scenario, const Doing& what, uint64_t games,
                   uint64_t decisions = 5'000) {
  checks::Settings settings;
  settings.games = games, settings.decisions = decisions;
  checks::Context context({scenario->id, scenario->program, scenario, std::nullopt}, settings);
  return regions_of(context, what);
}

ScenarioPtr raiders() {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black c3\n");
  return testing_support::scenario_of(raids, data);
}

// What was seen before stands: the courses of the action after the list.
TEST(RegionsOfRuns, KeepWhatTheyHaveWhenALongListIsCutOff) {
  const ScenarioPtr scenario = testing_support::sending(17, testing_support::send_any);
  bool any_seen = false;
  for (uint64_t looks = 1; looks < 40; looks += looks) {
    const testing_support::AskedToStop soon(looks);
    checks::Settings settings;
    settings.games = 4;
    settings.go_on = [] { return !platform::stop_requested(); };
    checks::Context context({scenario->id, scenario->program, scenario, std::nullopt}, settings);
    const Regions made = regions_of(context, doing(*scenario, "pass"));
    EXPECT_TRUE(made.stopped) << looks;
    any_seen = any_seen || !made.regions.empty();
  }
  EXPECT_TRUE(any_seen);
}

// A condition that an option decides is left out. What only one side of the text decides has no outs of the other.
TEST(RegionsOfRuns, NameWhatTheTextDecides) {
  const ScenarioPtr scenario = raiders();
  const Regions made = regions_in(scenario, doing(*scenario, "raid"), 1);
  std::vector<std::string> all;
  for (const Decision& one : made.decisions)
    all.push_back(fmt::format("{}: {}", one.text, fmt::join(one.outs, ", ")));
  EXPECT_THAT(
      all, ElementsAre(
               "match die: 1, 2, 3", "for all u in units(other(by)): for none, for one, for several",
               "turn = 2: no, yes", "repeat at most (turn as number) - 1 times: never, once, several times",
               "repeat: once, several times", "choose by by: pass(), hit(again)", "again = no: no, yes",
               "by weaker(): white, black", "attempt rest(): lapses, is carried out", "turn = 9: no, yes"));
  for (const Decision& one : made.decisions)
    EXPECT_EQ(scenario->program->label_text(one.label), "1.2") << one.text;
}

TEST(RegionsOfRuns, AreTheCoursesOfGames) {
  const ScenarioPtr scenario = raiders();
  const Regions made = regions_in(scenario, doing(*scenario, "raid"), 40);
  EXPECT_EQ(made.inputs, 160U) << "four in each of 40 games";
  EXPECT_EQ(made.games, 40U);
  EXPECT_EQ(made.cut, 0U);
  EXPECT_FALSE(made.complete);
  uint64_t sum = 0;
  std::set<Way> ways;
  for (const Region& one : made.regions) {
    sum += one.inputs;
    EXPECT_TRUE(ways.insert(one.way).second) << "two regions with one course";
  }
  EXPECT_EQ(sum, made.inputs);
  const auto has = [&](const std::vector<std::string>& course) {
    return std::any_of(made.regions.begin(), made.regions.end(),
                       [&](const Region& one) { return lines(made, one.way) == course; });
  };
  EXPECT_TRUE(
      has({"match die: 1", "turn = 2: no", "repeat at most (turn as number) - 1 times: never", "repeat: once",
           "choose by by: pass()", "by weaker(): white", "attempt rest(): lapses", "turn = 9: no"}));
  EXPECT_TRUE(has({"match die: 2", "for all u in units(other(by)): for one", "turn = 2: no",
                   "repeat at most (turn as number) - 1 times: never", "repeat: once", "choose by by: pass()",
                   "by weaker(): white", "attempt rest(): lapses", "turn = 9: no"}));
  EXPECT_TRUE(has({"match die: 1", "turn = 2: yes", "repeat at most (turn as number) - 1 times: once",
                   "repeat: several times", "choose by by: pass() + hit(again)", "again = no: no",
                   "by weaker(): white", "attempt rest(): lapses", "turn = 9: no"}));
  EXPECT_TRUE(has({"match die: 1", "turn = 2: no", "repeat at most (turn as number) - 1 times: several times",
                   "repeat: once", "choose by by: pass()", "by weaker(): black",
                   "attempt rest(): is carried out", "turn = 9: no"}));
  EXPECT_THAT(lines(made, made.never),
              UnorderedElementsAre("for all u in units(other(by)): for several", "turn = 9: yes"));
}

// The game ends in its own procedure; it is one run, from the position before its first step.
TEST(RegionsOfRuns, TheEndOfTheGameIsTold) {
  const ScenarioPtr scenario = raiders();
  const Regions made = regions_in(scenario, doing(*scenario, "game"), 5);
  ASSERT_THAT(made.regions, SizeIs(1));
  EXPECT_EQ(made.regions[0].inputs, 5U);
  EXPECT_EQ(made.regions[0].ends_game, "drawn");
  EXPECT_THAT(lines(made, made.regions[0].way), ElementsAre("repeat at most 4 times: several times"));
  EXPECT_EQ(made.regions[0].example.record.outcome, "drawn");
  EXPECT_TRUE(made.regions[0].example.position == scenario->start);
}

TEST(RegionsOfRuns, AnActionIsTheCourseOfItsBody) {
  const ScenarioPtr scenario = raiders();
  const Regions hit = regions_in(scenario, doing(*scenario, "hit"), 40);
  ASSERT_THAT(hit.regions, SizeIs(2));
  EXPECT_THAT(lines(hit, hit.regions[0].way), ElementsAre("again: no"));
  EXPECT_THAT(lines(hit, hit.regions[1].way), ElementsAre("again: yes"));
  EXPECT_THAT(hit.regions[0].example.steps, SizeIs(1));
  // Of an attempt, too: one in the last of four turns. One that lapses runs nothing.
  const Regions rest = regions_in(scenario, doing(*scenario, "rest"), 40);
  EXPECT_EQ(rest.inputs, 40U);
  ASSERT_THAT(rest.regions, SizeIs(1));
  EXPECT_THAT(rest.regions[0].way, IsEmpty());
}

TEST(RegionsOfRuns, AnEffectIsTheCourseOfItsEntries) {
  const ScenarioPtr scenario = raiders();
  Doing what;
  what.effect = 0;
  const Regions made = regions_in(scenario, what, 40);
  ASSERT_THAT(made.regions, SizeIs(2));
  EXPECT_THAT(lines(made, made.regions[0].way), ElementsAre("turn = 1: no"));
  EXPECT_THAT(lines(made, made.regions[1].way), ElementsAre("turn = 1: yes"));
  EXPECT_LE(made.regions[0].inputs, 40U) << "the only black unit is struck once in a game";
}

TEST(RegionsOfRuns, WhatNobodyCallsHasNone) {
  const ScenarioPtr scenario = raiders();
  const Regions made = regions_in(scenario, doing(*scenario, "settle_up"), 5);
  EXPECT_THAT(made.decisions, IsEmpty()) << "the text says who chooses";
  EXPECT_EQ(made.inputs, 0U);
  EXPECT_THAT(made.regions, IsEmpty());
}

TEST(RegionsOfRuns, OneThatIsUnderWayWhenAGameIsLeftOpenIsNotCounted) {
  const ScenarioPtr scenario = raiders();
  const Regions made = regions_in(scenario, doing(*scenario, "game"), 3, 2);
  EXPECT_EQ(made.inputs, 0U);
  EXPECT_EQ(made.cut, 3U);
}

constexpr const char* faulty = R"(edition faulty "Faulty"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  measure d3 from 1 to 3
  table worth(d3) -> number
    1: 1, 2: 2, 3: silent
  state sum: number = 0
  procedure game
    add()
    end game drawn
  procedure add
    roll die: d3
    if die = 1 then 1.1 end game won by black
    sum := worth(die)
    choose by white
      go()
  action go()
)";

TEST(RegionsOfRuns, ThatEndTheGameOrHaveNoValueAreRegionsToo) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  const ScenarioPtr scenario = testing_support::scenario_of(faulty, data);
  const Regions made = regions_in(scenario, doing(*scenario, "add"), 30);
  std::vector<std::string> all;
  uint64_t sum = 0;
  for (const Region& one : made.regions) {
    all.push_back(fmt::format("{}; {}; {}", fmt::join(lines(made, one.way), ", "), one.ends_game, one.fault));
    sum += one.inputs;
  }
  EXPECT_EQ(sum, 30U);
  EXPECT_THAT(all,
              UnorderedElementsAre("die = 1: yes; won by black; ", "die = 1: no; ; ",
                                   "die = 1: no; fault by 1.1; the table worth has no entry for die = 3"));
}

// A defender that holds its hex has been named all the same.
TEST(RegionsOfRuns, MarkWhatAChoiceNamesAndWhatMoves) {
  constexpr const char* siege = R"(edition siege "Siege"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  kind unit on map
  box gone
  given side(unit): side
  procedure game
    choose by white
      1.1 strike()
    end game drawn
  action strike(foe in unit)
    require 1.1 foe: side(foe) = black
    do for all u in unit where side(u) = white do place(u) := gone
)";
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units("A white a1\nX black c3\n");
  const ScenarioPtr scenario = testing_support::scenario_of(siege, data);
  const Regions made = regions_in(scenario, doing(*scenario, "game"), 1);
  ASSERT_THAT(made.regions, SizeIs(1));
  std::vector<std::string> marked;
  for (const int hex : made.regions[0].example.hexes)
    marked.push_back(scenario->members[language::kind_hex][static_cast<size_t>(hex)]);
  EXPECT_THAT(marked, UnorderedElementsAre("a1", "c3"));
}

// ---- the shipped games

struct Shipped {
  std::string game;
  uint64_t games = 2;
};

class RunsOfAShippedGame : public testing::TestWithParam<Shipped> {};
INSTANTIATE_TEST_SUITE_P(Regions, RunsOfAShippedGame,
                         testing::Values(Shipped{"examples/cup", 1}, Shipped{"examples/hex-skirmish", 4},
                                         Shipped{"examples/interrupt", 4},
                                         Shipped{"across-suez/spi-1980", 1}),
                         [](const auto& one) {
                           std::string name = one.param.game;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !isalnum(c); }, '_');
                           return name;
                         });

/// How often each procedure came to its end, counted apart from what is tested.
language::ById<uint64_t, language::Procedure> ends_in_games(const ScenarioPtr& scenario, uint64_t games) {
  language::ById<uint64_t, language::Procedure> ends;
  ends.assign(scenario->program->procedures.size(), 0);
  runtime::ReferenceRules reference(scenario);
  reference.on_end_of_run([&](language::ProcedureId id, const Position&) { ++ends[id]; });
  runtime::CompiledRules rules(scenario);
  std::vector<runtime::Choice> choices;
  reference.ask_for_any_choice([&](const Position& at) {
    rules.choices(at, choices);
    return !choices.empty();
  });
  const players::Players seats = players::random_players(*scenario);
  players::Playouts playouts(rules, seats);
  playouts.tell_steps_to(
      [&](const Position& before, const runtime::Choice* choice, const runtime::ChanceOutcome* chance) {
        Position at = before;
        choice != nullptr ? reference.apply(at, *choice) : reference.apply(at, *chance);
      });
  for (uint64_t game = 1; game <= games; ++game) {
    Position at = scenario->start;
    reference.begin(at);
    playouts.play(1, game);
  }
  return ends;
}

/// The positions of each game of random players, by the steps before them.
std::vector<std::vector<Position>> positions_of_games(const ScenarioPtr& scenario, uint64_t games) {
  runtime::CompiledRules rules(scenario);
  const players::Players seats = players::random_players(*scenario);
  players::Playouts playouts(rules, seats);
  std::vector<std::vector<Position>> all(games + 1);
  playouts.show_to([&](const Position& position, uint64_t game, uint64_t) { all[game].push_back(position); });
  for (uint64_t game = 1; game <= games; ++game) playouts.play(1, game);
  return all;
}

TEST_P(RunsOfAShippedGame, EveryRunIsInOneRegionAndEveryExampleIsWhatItsRecordShows) {
  const auto scenario = tests::shipped_scenario(GetParam().game);
  ASSERT_TRUE(scenario);
  const auto ends = ends_in_games(scenario, GetParam().games);
  const auto positions = positions_of_games(scenario, GetParam().games);
  uint64_t examples = 0;
  for (size_t i = 0; i < scenario->program->procedures.size(); ++i) {
    Doing what;
    what.procedure = static_cast<language::ProcedureId>(i);
    if (what.procedure == scenario->program->settle) continue;
    const std::string& name = scenario->program->procedures[i].name;
    const Regions made = regions_in(scenario, what, GetParam().games);
    uint64_t sum = 0, returned = 0;
    for (const Region& region : made.regions) {
      sum += region.inputs;
      if (region.ends_game.empty()) returned += region.inputs;
      const Example& example = region.example;
      ++examples;
      const bool begins = example.position == scenario->start;
      EXPECT_TRUE(begins || example.position == positions[example.game].at(example.step)) << name;
      // The record, written and read, leads where the run led, by the course of the region.
      Diagnostics diagnostics;
      const runtime::Record record =
          runtime::parse_record(runtime::record_text(example.record), "record", diagnostics);
      const runtime::Replay replay =
          runtime::replay(record, "record", runtime::make_compiled_rules(scenario), diagnostics);
      ASSERT_TRUE(replay.good) << name;
      EXPECT_TRUE(replay.game->position() == example.after) << name;
      Courses courses(scenario, what);
      std::vector<regions::Run> runs;
      Position at = example.position;
      if (begins) runs = courses.begin(at), at = courses.position();
      for (const Step& step : example.steps) {
        const auto ended = courses.step(at, step);
        runs.insert(runs.end(), ended.begin(), ended.end());
        at = courses.position();
      }
      EXPECT_THAT(runs, Contains(testing::Field(&regions::Run::way, region.way))) << name;
      for (const Taken& one : region.way) {
        ASSERT_LT(one.decision, made.decisions.size());
        ASSERT_LT(one.out, made.decisions[one.decision].outs.size());
      }
    }
    EXPECT_EQ(sum, made.inputs) << name;
    EXPECT_EQ(returned, ends[what.procedure]) << name;
  }
  EXPECT_GT(examples, 3U);
}

}  // namespace
}  // namespace casebook::regions
