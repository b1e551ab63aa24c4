// SPDX-License-Identifier: Apache-2.0
// Lists of choices that are too long: those that somebody stops in the middle, and those that Casebook cannot make. The
// moment of stopping is a number of looks at the flag, so that no test waits for a clock.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/platform/console.h"
#include "engine/players/perft.h"
#include "engine/players/playout.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/reference/set_limits.h"
#include "engine/runtime/text/limit_words.h"
#include "tests/support/long_lists.h"

namespace casebook::runtime {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

using ScenarioPtr = std::shared_ptr<const Scenario>;
using testing_support::AskedToStop;
using testing_support::send_any;
using testing_support::sending;

std::vector<std::unique_ptr<Rules>> both_rules(const ScenarioPtr& scenario) {
  std::vector<std::unique_ptr<Rules>> all;
  all.push_back(make_compiled_rules(scenario));
  all.push_back(make_reference_rules(scenario));
  return all;
}

Position listing_begun(Rules& rules) {
  Position position = rules.scenario().start;
  rules.begin(position);
  return position;
}

Choice only_choice(Rules& rules, const Position& position) {
  std::vector<Choice> all;
  rules.choices(position, all);
  EXPECT_EQ(all.size(), 1U);
  return all.at(0);
}

// 2 to the power of 17 sets and a pass; the flag is looked at after each 65,536.
TEST(ListingStopped, NobodyGetsHalfAList) {
  const ScenarioPtr scenario = sending(17, send_any);
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    Position position = listing_begun(*rules);
    rules->apply(position, only_choice(*rules, position));
    for (const uint64_t looks : {uint64_t{0}, uint64_t{1}}) {
      // Another object, which has kept nothing from the step.
      const auto fresh = dynamic_cast<CompiledRules*>(rules.get()) != nullptr
                             ? make_compiled_rules(scenario)
                             : make_reference_rules(scenario);
      std::vector<Choice> all;
      {
        const AskedToStop asked(looks);
        EXPECT_THROW(fresh->choices(position, all), ListingStopped) << looks;
      }
      EXPECT_TRUE(all.empty());
      fresh->choices(position, all);
      EXPECT_EQ(all.size(), 131072U + 1U) << "what was listed before is not there twice";
    }
  }
}

TEST(ListingStopped, AStepThatIsCutOffWasNotTaken) {
  const ScenarioPtr scenario = sending(17, send_any);
  ASSERT_TRUE(scenario);
  std::vector<Position> after;
  for (const auto& rules : both_rules(scenario)) {
    Position position = listing_begun(*rules);
    const Position before = position;
    const Choice choice = only_choice(*rules, position);
    {
      const AskedToStop asked(1);
      EXPECT_THROW(rules->apply(position, choice), ListingStopped);
    }
    EXPECT_TRUE(position == before);
    EXPECT_EQ(position.hash(), before.hash());
    rules->apply(position, choice);
    EXPECT_EQ(rules->node(position), NodeKind::choose);
    after.push_back(position);
  }
  EXPECT_TRUE(after[0] == after[1]);
}

// Requirements of the whole set refuse nearly all of them: sets are counted, and not choices alone.
TEST(ListingStopped, SetsThatAreRefusedCountToo) {
  const ScenarioPtr scenario =
      sending(17, "  action send(team: set of t in token)\n    require 2.2 few: count team = 1\n");
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    Position position = listing_begun(*rules);
    const Choice choice = only_choice(*rules, position);
    const AskedToStop asked;
    EXPECT_THROW(rules->apply(position, choice), ListingStopped);
  }
}

// What was found is confirmed and saved after a stop: that must not be cut off in turn.
TEST(ListingStopped, ShortListsAreNeverCutOff) {
  const ScenarioPtr scenario = sending(15, send_any);
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    const AskedToStop asked;
    Position position = listing_begun(*rules);
    rules->apply(position, only_choice(*rules, position));
    std::vector<Choice> all;
    rules->choices(position, all);
    EXPECT_EQ(all.size(), 32768U + 1U);
  }
}

TEST(ListingStopped, CountingSaysThatItIsNotDone) {
  const ScenarioPtr scenario = sending(17, send_any);
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    const Position start = listing_begun(*rules);
    EXPECT_EQ(perft(*rules, start, 2).sequences, 131073U);
    // It looks before each step by itself; the first look in the middle of a list is the fifth or so.
    bool stopped = false;
    for (uint64_t looks = 0; looks < 12; ++looks) {
      const AskedToStop asked(looks);
      const Perft counted = perft(*rules, start, 2);
      stopped = stopped || (counted.stopped && counted.sequences == 0);
      EXPECT_EQ(counted.ended_before, 0U) << "a list that was cut off is no end of a game";
      EXPECT_TRUE(counted.stopped);
    }
    EXPECT_TRUE(stopped);
  }
}

TEST(ListingStopped, AGameHasTheStepsThatWereTaken) {
  const ScenarioPtr scenario = sending(17, send_any);
  ASSERT_TRUE(scenario);
  for (const bool compiled : {true, false}) {
    Game game(compiled ? make_compiled_rules(scenario) : make_reference_rules(scenario), {1, 1, {}});
    const std::string before = record_text(game.record());
    const Choice choice = game.choices().at(0);
    {
      const AskedToStop asked(1);
      EXPECT_THROW(game.play(choice), ListingStopped);
    }
    EXPECT_EQ(game.step_count(), 0U);
    EXPECT_EQ(record_text(game.record()), before);
    EXPECT_TRUE(game.play(choice));
    EXPECT_EQ(game.step_count(), 1U);
  }
}

TEST(ListingStopped, APlayoutIsNotOver) {
  const ScenarioPtr scenario = sending(17, send_any);
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    const players::Players seats = players::random_players(*scenario);
    players::Playouts playouts(*rules, seats);
    {
      const AskedToStop asked(1);
      EXPECT_THROW(playouts.play(1, 1), ListingStopped);
    }
    EXPECT_EQ(playouts.play(1, 1).outcome.kind, OutcomeKind::won);
  }
}

// Values of preferences are computed one choice after another, beside a list that is whole.
TEST(ListingStopped, PreferencesCanBeCutOff) {
  const ScenarioPtr scenario =
      sending(17, "  action send(team: set of t in token)\n    best 2.2 most count team\n");
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    Position position = listing_begun(*rules);
    const Choice choice = only_choice(*rules, position);
    for (const uint64_t looks : {0U, 2U, 4U, 5U}) {
      const AskedToStop asked(looks);
      EXPECT_THROW(rules->apply(position, choice), ListingStopped) << looks;
    }
    rules->apply(position, choice);
    std::vector<Choice> all;
    rules->choices(position, all);
    EXPECT_EQ(all.size(), 2U);
  }
}

// ---- too many to list

const char* const words_of_25 =
    "25 members may be in team of send (2.2), and Casebook lists the sets of at most 20 (limit \"free members\"): let the "
    "members join one by one, each by a choice";

TEST(ListingLimit, IsAnOutcomeOfItsOwnAndNoFault) {
  const ScenarioPtr scenario = sending(25, send_any);
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    Position position = listing_begun(*rules);
    const Position before = position;
    const Choice choice = only_choice(*rules, position);
    rules->apply(position, choice);
    const Outcome outcome = rules->outcome(position);
    EXPECT_EQ(outcome.kind, OutcomeKind::limit);
    EXPECT_EQ(outcome_text(*scenario, outcome), "limit by 2.2");
    const auto parsed = parse_outcome(*scenario, "limit by 2.2");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->kind, OutcomeKind::limit);
    EXPECT_EQ(parsed->label, outcome.label);
    EXPECT_EQ(limit_words(*scenario, before, choice), words_of_25);
    // A position file keeps it.
    Diagnostics diagnostics;
    const auto loaded = load_position(*scenario, position_text(*scenario, position), "p.json", diagnostics);
    ASSERT_TRUE(loaded) << testing_support::shown(diagnostics);
    EXPECT_TRUE(*loaded == position);
  }
  EXPECT_FALSE(parse_outcome(*scenario, "limit by 9.9"));
}

TEST(ListingLimit, OfCandidatesIsToldInTheSameWay) {
  // Asked member by member few are left; but no choice can be written with so many candidates.
  const ScenarioPtr scenario =
      sending(70, "  action send(team: set of t in token)\n    each t in team require 2.2 one: t = t1\n");
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    const Position position = listing_begun(*rules);
    Position after = position;
    rules->apply(after, only_choice(*rules, position));
    EXPECT_EQ(outcome_text(*scenario, rules->outcome(after)), "limit by 2.2");
    EXPECT_EQ(
        limit_words(*scenario, position, only_choice(*rules, position)),
        "70 candidates are there for team of send (2.2), and Casebook lists the sets of at most 64 (limit "
        "\"candidates\"): let the members join one by one, each by a choice");
  }
}

TEST(ListingLimit, IsCountedApartFromTheEndsOfGames) {
  const ScenarioPtr scenario = sending(25, send_any);
  ASSERT_TRUE(scenario);
  for (const auto& rules : both_rules(scenario)) {
    std::string limit;
    const Perft counted = perft(*rules, listing_begun(*rules), 1, &limit);
    EXPECT_EQ(counted.sequences, 1U);
    EXPECT_EQ(counted.at_limit, 1U);
    EXPECT_EQ(limit, words_of_25);
    std::string divided;
    ASSERT_EQ(perft_divided(*rules, listing_begun(*rules), 2, &divided).size(), 1U);
    EXPECT_EQ(divided, words_of_25);
  }
}

TEST(ListingLimit, AGameNotesWhichItIs) {
  const ScenarioPtr scenario = sending(25, send_any);
  ASSERT_TRUE(scenario);
  Game game(make_compiled_rules(scenario), {1, 1, {}});
  ASSERT_TRUE(game.play(game.choices().at(0)));
  EXPECT_THAT(game.stop().in_words, ElementsAre(words_of_25));
  EXPECT_THAT(record_text(game.record()), HasSubstr("\noutcome limit by 2.2\n"));
}

// ---- seen without play

std::vector<std::string> warnings_of(const ScenarioPtr& scenario) {
  Diagnostics diagnostics;
  check_set_limits(scenario, diagnostics);
  std::vector<std::string> all;
  for (const Diagnostic& one : diagnostics.all())
    all.push_back(one.code + " at " + std::to_string(one.range.begin.line) + ": " + one.message);
  return all;
}

TEST(SetLimits, ASetThatIsAlwaysTooManyIsSeenWithoutPlay) {
  const ScenarioPtr scenario = sending(25, send_any);
  ASSERT_TRUE(scenario);
  EXPECT_THAT(
      warnings_of(scenario),
      ElementsAre(AllOf(HasSubstr("W0311 at "), HasSubstr("25 members may be in team of send, and Casebook "
                                                          "lists the sets of at most 20"))));
}

TEST(SetLimits, NothingIsSaidWhereOthersMayBeLeftOut) {
  const std::string state = "  state open(token): bool = yes\n";
  for (const std::string& action : std::vector<std::string>{
           "  action send(team: set of t in token)\n    each t in team require 2.2 one: t = t1\n",
           state + "  action send(team: set of t in {x in token where open(x)})\n",
           "  action send(team: set of t in token where t = t1)\n"}) {
    const ScenarioPtr scenario = sending(25, action);
    ASSERT_TRUE(scenario) << action;
    EXPECT_THAT(warnings_of(scenario), ElementsAre()) << action;
  }
  EXPECT_THAT(warnings_of(sending(20, send_any)), ElementsAre());
  EXPECT_THAT(warnings_of(sending(25, send_any + std::string("  action other()\n"), "other()")),
              ElementsAre())
      << "nobody chooses it";
}

}  // namespace
}  // namespace casebook::runtime
