// SPDX-License-Identifier: Apache-2.0
// Records and positions against real rules: refusals with their cases, other rules, positions that the rules
// would not allow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/diagnostic_text.h"
#include "engine/players/playout.h"
#include "engine/runtime/records/position_check.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/reference.h"
#include "tests/engine/runtime/gauntlet.h"
#include "tests/support/battery.h"

namespace casebook::runtime {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::changed_gauntlet;
using tests::gauntlet;

std::unique_ptr<Rules> rules_of(const std::shared_ptr<const Scenario>& scenario) {
  return std::make_unique<ReferenceRules>(scenario);
}

/// A seeded game with `steps` steps.
Record recorded(uint64_t number, size_t steps = 1000) {
  Game game(rules_of(gauntlet()), {1, number, {"random", "random"}});
  players::Players both;
  for (int i = 0; i < 2; ++i) both.push_back(players::make_player("random"));
  players::seat(both, game);
  players::play_to_end(game, both);
  return cut(game.record(), steps);
}

Record read_back(const Record& record) {
  Diagnostics diagnostics;
  return parse_record(record_text(record), "g.record", diagnostics);
}

TEST(ReplayRules, NamesEveryCaseThatRefuses) {
  Record record = recorded(1, 0);
  record.steps.push_back({StepKind::choice, "second", "march(Ben 1, 0101-0102)", {}, 0, 0});
  Diagnostics diagnostics;
  const Replay result = replay(read_back(record), "g.record", rules_of(gauntlet()), diagnostics);
  EXPECT_FALSE(result.good);
  EXPECT_EQ(result.steps, 0U);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  const Diagnostic& d = diagnostics.all()[0];
  EXPECT_EQ(d.code, "P0151");
  EXPECT_EQ(place_text(d.range), "g.record:12:11");
  EXPECT_THAT(d.message, AllOf(HasSubstr("second may not choose march(Ben 1, 0101-0102): refused by 2.2"),
                               HasSubstr("empty of 0101")));
  EXPECT_THAT(d.cases, ElementsAre("2.2"));
  ASSERT_FALSE(d.notes.empty());
  EXPECT_THAT(d.notes[0].text, HasSubstr("no x in unit on h"));
}

TEST(ReplayRules, AChoiceInUnknownWordsIsReportedWhereItStands) {
  Record record = recorded(1, 0);
  record.steps.push_back({StepKind::choice, "second", "march(Bem 1, 0101)", {}, 0, 0});
  Diagnostics diagnostics;
  EXPECT_FALSE(replay(read_back(record), "g.record", rules_of(gauntlet()), diagnostics).good);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(place_text(diagnostics.all()[0].range), "g.record:12:11");
  EXPECT_EQ(diagnostics.all()[0].suggestion, "Ben 1");
}

TEST(ReplayRules, UnderChangedRulesTheFirstRefusalIsNamed) {
  const auto stricter = changed_gauntlet(
      {{"require 2.3 somebody: team is not empty", "require 2.3 somebody: count(team) >= 5"}});
  ASSERT_TRUE(stricter);
  const Record record = read_back(recorded(1));
  size_t first_shot = 0;
  while (first_shot < record.steps.size() && !record.steps[first_shot].text.starts_with("shoot"))
    ++first_shot;
  ASSERT_LT(first_shot, record.steps.size());

  Diagnostics refused;
  EXPECT_FALSE(replay(record, "g.record", rules_of(stricter), refused).game);
  ASSERT_EQ(refused.all().size(), 1U);
  EXPECT_EQ(refused.all()[0].code, "P0150");
  EXPECT_EQ(refused.all()[0].range.begin.line, record.rules_line);
  EXPECT_THAT(refused.all()[0].message, HasSubstr("its rules have the fingerprint"));

  Diagnostics under;
  const Replay result = replay(record, "g.record", rules_of(stricter), under, {.under_other_rules = true});
  EXPECT_EQ(result.steps, first_shot);
  ASSERT_EQ(under.all().size(), 2U) << diagnostics_text(under);
  EXPECT_EQ(under.all()[0].severity, Severity::warning);
  EXPECT_EQ(under.all()[1].code, "P0151");
  EXPECT_EQ(under.all()[1].range.begin.line, record.steps[first_shot].line);
  EXPECT_THAT(under.all()[1].message, HasSubstr("2.3 (somebody)"));
}

TEST(ReplayRules, CommentsAndSummariesAreNotOtherRules) {
  const auto commented = changed_gauntlet(
      {{"section 1", "-- a remark\nsection 1"}, {"Two units never share a hex.", "No stacks."}});
  ASSERT_TRUE(commented);
  Diagnostics diagnostics;
  EXPECT_TRUE(replay(read_back(recorded(2)), "g.record", rules_of(commented), diagnostics).good)
      << diagnostics_text(diagnostics);
  EXPECT_TRUE(diagnostics.empty());
}

TEST(PositionCheck, ARuleThatWouldNotAllowItIsCited) {
  const std::string text = R"({"format": "casebook/position", "version": 1, "control": "game:1 / play_turn:1",
    "locals": {"play_turn.by": "second"}, "entities": {"unit": {"Ada 1": {"place": "0303"}, "Ben 1": {"place": "0303"}}}})";
  Diagnostics diagnostics;
  const auto position = load_position(*gauntlet(), text, "p.json", diagnostics);
  ASSERT_TRUE(position) << diagnostics_text(diagnostics);
  ReferenceRules rules(gauntlet());
  EXPECT_EQ(check_position(rules, *position, "p.json", diagnostics), 1);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  const Diagnostic& d = diagnostics.all()[0];
  EXPECT_EQ(d.code, "P0119");
  EXPECT_EQ(d.severity, Severity::warning);
  EXPECT_THAT(d.cases, ElementsAre("3.2"));
  EXPECT_THAT(d.message, HasSubstr("\"alone\""));
  EXPECT_EQ(d.expected, "Two units never share a hex.") << "as the case says it";
  // It can be asked about all the same.
  std::vector<Choice> choices;
  rules.choices(*position, choices);
  EXPECT_FALSE(choices.empty());
}

TEST(PositionCheck, AStandstillIsSaid) {
  Diagnostics diagnostics;
  const auto position = load_position(
      *gauntlet(),
      R"({"format": "casebook/position", "version": 1, "control": "game:1", "state": {"cup": []}})", "p.json",
      diagnostics);
  ASSERT_TRUE(position) << diagnostics_text(diagnostics);
  ReferenceRules rules(gauntlet());
  check_position(rules, *position, "p.json", diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "P0120");
  Game game(rules_of(gauntlet()), *position);
  EXPECT_FALSE(game.roll());
}

TEST(Battery, NoticesAGameThatIsStuckAndAnInvariantThatFails) {
  const auto plain = [](std::shared_ptr<const Scenario> scenario) { return rules_of(scenario); };
  const auto stuck = changed_gauntlet({{"done() then stop", "done() require 2.1 moves > 7 then stop"}});
  EXPECT_THAT(tests::try_battery(stuck, {.edition = "", .rules = plain}).problem,
              HasSubstr("j: the game ended: stuck at play_turn:1"));
  EXPECT_EQ(
      tests::try_battery(stuck, {.edition = "", .games = 2, .faults_are_failures = false, .rules = plain})
          .problem,
      "");
  const auto crowded = changed_gauntlet({{"    each h in way require 2.2 empty: no x in unit on h\n", ""}});
  EXPECT_THAT(tests::try_battery(crowded, {.edition = "", .rules = plain}).problem,
              HasSubstr("g: the invariant \"alone\" does not hold"));
  const auto faulty = changed_gauntlet({{"turn += 1", "turn += 3"}});
  EXPECT_THAT(tests::try_battery(faulty, {.edition = "", .rules = plain}).problem,
              HasSubstr("j: the game ended: fault by 2.0"));
}

}  // namespace
}  // namespace casebook::runtime
