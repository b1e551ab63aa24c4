// SPDX-License-Identifier: Apache-2.0
// What is played without a supplied part: sound programs, evaluators that agree, records that name the part.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/players/playout.h"
#include "engine/program/validate.h"
#include "engine/runtime/records/record.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/ruleset_identity.h"
#include "tests/verifier/checks/verified.h"
#include "verifier/search/refereed.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;

Finding only_one(const Verification& result) {
  EXPECT_EQ(result.findings.size(), 1U) << shown(result.findings);
  return result.findings.empty() ? Finding() : result.findings.front();
}

/// The pair of that name.
SmallRules pair_of(const std::string& name) {
  for (const SmallRules& one : small_rules())
    if (one.name() == name) return one;
  ADD_FAILURE() << name;
  return {};
}

TEST(SuppliedCheck, WhatTheCompiledRulesDoNotHaveIsProvedToChangeNothing) {
  const SmallRules& rules = rules_of("supplied");
  const Finding finding = only_one(verification_of(rules.sound, rules.data, {"supplied"}));
  EXPECT_EQ(finding.verdict, Verdict::proved);
  EXPECT_EQ(finding.concern, Concern::information);
  EXPECT_EQ(finding.headline, "2.0 (Play): What is more than three worth?");
  EXPECT_EQ(finding.effect, "The rulebook does not say. The rules files supply a bound.");
  EXPECT_THAT(finding.text, HasSubstr("With these options and readings, play does not need this part"));
}

TEST(SuppliedCheck, WhatNothingNeedsIsToldAsSampled) {
  const SmallRules rules = pair_of("supplied-invariant");
  const Finding finding = only_one(verification_of(rules.sound, rules.data, {"supplied"}));
  EXPECT_EQ(finding.verdict, Verdict::sampled);
  EXPECT_EQ(finding.concern, Concern::information);
  EXPECT_EQ(finding.marked, Marked::supplied);
  EXPECT_THAT(finding.text, HasSubstr("every game and every position that it tried played the same"));
  EXPECT_FALSE(finding.witness);
}

TEST(SuppliedCheck, TheRecordOfAFindingReplaysByItself) {
  const SmallRules& rules = rules_of("supplied");
  const Finding finding = only_one(verification_of(rules.flawed, rules.data, {"supplied"}));
  ASSERT_TRUE(finding.witness);
  ASSERT_EQ(finding.witness->sides.size(), 1U);
  const WitnessSide& side = finding.witness->sides.front();
  EXPECT_THAT(side.ruleset, HasSubstr("+without=column-of"));
  EXPECT_THAT(record_text(side.record), HasSubstr("switch without column-of\n"));
  // Bound by the switches of the record alone.
  const auto scenario = testing_support::scenario_of(rules.flawed, rules.data, side.record.ruleset.switches);
  Diagnostics diagnostics;
  const runtime::Replay replay =
      runtime::replay(side.record, "record", runtime::make_reference_rules(scenario), diagnostics);
  EXPECT_TRUE(replay.good) << testing_support::shown(diagnostics);
  EXPECT_EQ(replay.game->outcome().kind, runtime::OutcomeKind::fault);
  // What is missing is said, and that no seed gives the shortened game.
  ASSERT_EQ(side.why_it_stops.size(), 1U);
  EXPECT_THAT(side.why_it_stops.front(), HasSubstr("the column must be from 1 to 3, and here the value is "));
  EXPECT_EQ(finding.witness->grade, Grade::reachable);
  EXPECT_THAT(
      finding.details,
      testing::IsSupersetOf({"what these rules files do: they supply a bound: min(d as number, 3)",
                             "as the text stands: a rule has no value where play needs it, and play stops"}));
  // Under the rules as they are it is another ruleset.
  const auto whole = testing_support::scenario_of(rules.flawed, rules.data);
  const auto difference = compare(side.record.ruleset, identity_of(*whole));
  EXPECT_TRUE(difference.rules);
  EXPECT_THAT(difference.switches, testing::ElementsAre("without"));
}

// The answers on offer, as far as the witness shows them: of a game that stops, and of a choice that one side has.
TEST(SuppliedCheck, ListsBothAnswers) {
  const SmallRules way_out = pair_of("supplied-way-out");
  const Finding stuck = only_one(verification_of(way_out.flawed, way_out.data, {"supplied"}));
  EXPECT_THAT(stuck.details, testing::IsSupersetOf(
                                 {"what these rules files do: they supply an exception: these = mine()",
                                  "as the text stands: the player who must choose has no lawful choice, and "
                                  "play stops"}));
  const SmallRules line = pair_of("supplied-invariant");
  const Finding breaks = only_one(verification_of(line.flawed, line.data, {"supplied"}));
  EXPECT_THAT(
      breaks.details,
      testing::IsSupersetOf({"what these rules files do: they supply a requirement: require 2.0 free: no x "
                             "in unit on to",
                             "as the text stands: play breaks an invariant"}));
  const SmallRules passing = pair_of("supplied-other-play");
  const Finding choice = only_one(verification_of(passing.flawed, passing.data, {"supplied"}));
  EXPECT_THAT(choice.details, testing::Contains("as the text stands: nobody may choose it"));
}

// A case that is marked as silent asks by itself: then nothing says that the text does not need the addition.
TEST(SuppliedCheck, WhatNothingNeedsOfASilentCaseIsAskedThere) {
  const SmallRules rules = pair_of("supplied-invariant");
  const std::string not_needed = "play does not need this part";
  EXPECT_THAT(only_one(verification_of(rules.sound, rules.data, {"supplied"})).text, HasSubstr(not_needed));
  std::string text = rules.sound;
  const size_t at = text.find("  summary", text.find("case 2.0"));
  ASSERT_NE(at, std::string::npos);
  text.insert(at, "  silent \"whether units may share a hex is not said; here they may not\"\n");
  const Finding finding = only_one(verification_of(text, rules.data, {"supplied"}));
  EXPECT_THAT(finding.text, testing::Not(HasSubstr(not_needed)));
  ASSERT_TRUE(finding.same_as);
  EXPECT_EQ(finding.same_as->check, "silent-cases");
  EXPECT_EQ(finding.same_as->subject, "2.0");
}

TEST(SuppliedCheck, AWayOutThatIsSuppliedIsOneDefectWithItsDemand) {
  const SmallRules& rules = rules_of("ways-out");
  std::string text = rules.flawed;
  const std::string way_out = "these = mine()";
  text.replace(text.find("or " + way_out) + 3, way_out.size(), "(supplied \"not said\": " + way_out + ")");
  const Verification result = verification_of(text, rules.data, {"supplied", "ways-out"});
  const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                  [](const Finding& one) { return one.check == "ways-out"; });
  ASSERT_NE(found, result.findings.end()) << shown(result.findings);
  ASSERT_TRUE(found->same_as);
  EXPECT_EQ(found->same_as->check, "supplied");
  EXPECT_TRUE(std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& one) {
    return one.check == "supplied" && one.subject == found->same_as->subject;
  })) << shown(result.findings);
}

TEST(SuppliedCheck, ADutyThatASuppliedPartLetsLapseIsOneDefectWithIt) {
  const SmallRules& rules = rules_of("duties");
  std::string text = rules.flawed;
  const std::string lapses = "must(u) and can(u)";
  text.replace(text.find(lapses), lapses.size(),
               "must(u) and (supplied \"It cannot. May it pass?\": can(u))");
  const Verification result = verification_of(text, rules.data, {"supplied", "duties"});
  const auto found = [&](const std::string& check) {
    return std::find_if(result.findings.begin(), result.findings.end(),
                        [&](const Finding& one) { return one.check == check; });
  };
  const auto duty = found("duties"), part = found("supplied");
  ASSERT_NE(duty, result.findings.end()) << shown(result.findings);
  ASSERT_NE(part, result.findings.end()) << shown(result.findings);
  ASSERT_TRUE(duty->same_as);
  EXPECT_EQ(duty->same_as->check, "supplied");
  EXPECT_EQ(duty->same_as->subject, part->subject);
  // Who is stuck, and by what.
  EXPECT_THAT(part->effect, HasSubstr("stop, because the player who must choose has no lawful choice"));
  ASSERT_TRUE(part->witness);
  const std::vector<std::string>& why = part->witness->sides.back().why_it_stops;
  ASSERT_GE(why.size(), 2U);
  EXPECT_THAT(why[0], HasSubstr(" must choose and has no lawful choice"));
  EXPECT_THAT(why[1], testing::StartsWith("pass() is refused by 2.0: \"must\" holds for "));
  EXPECT_EQ(part->witness->position_at, PositionAt::end);
}

TEST(SuppliedCheck, WhatIsNoPartIsRefusedWithTheNearestName) {
  const SmallRules& rules = rules_of("supplied");
  Diagnostics diagnostics;
  const auto program = testing_support::compile_text(rules.flawed, diagnostics);
  ASSERT_TRUE(program);
  EXPECT_FALSE(testing_support::bind_text(program, rules.data, diagnostics, {{"without", "colum-of"}}));
  std::string suggestion;
  for (const Diagnostic& one : diagnostics.all())
    if (one.code == "D0167") suggestion = one.suggestion;
  EXPECT_EQ(suggestion, "column-of") << testing_support::shown(diagnostics);
}

TEST(SuppliedCheck, TwoPartsAreTakenAwayTogether) {
  const SmallRules& rules = rules_of("supplied");
  std::string text = rules.flawed;
  text.replace(text.find("end game won by black"), 21, "supplied \"who wins else\": end game won by black");
  const auto scenario = testing_support::scenario_of(text, rules.data, {{"without", "game,column-of"}});
  EXPECT_THAT(scenario->program->without, testing::ElementsAre("column_of", "game"));
  EXPECT_THAT(scenario->id, HasSubstr("+without=column-of,game"));
  // Taken away once more it is the same.
  Diagnostics diagnostics;
  const auto again = runtime::bind_besides(*scenario, {{"without", "game"}}, diagnostics);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->rules_fingerprint, scenario->rules_fingerprint);
}

/// The compiled form plays a few steps, and the reference evaluator goes along.
TEST(SuppliedCheck, EveryPartOfTheShippedRulesIsPlayedWithoutIt) {
  size_t parts = 0;
  for (const char* const edition : {"across-suez/spi-1980", "across-suez/decision-games-2", "examples/cup"}) {
    runtime::ScenarioRequest request;
    request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
    request.edition_folder = request.ruleset_folders.front() + "/" + edition;
    Diagnostics diagnostics;
    const auto scenario = runtime::load_scenario(request, diagnostics);
    ASSERT_TRUE(scenario) << testing_support::shown(diagnostics);
    for (const language::Supplied& part : scenario->program->supplied) {
      ++parts;
      const auto without = runtime::bind_besides(*scenario, {{"without", part.name}}, diagnostics);
      ASSERT_TRUE(without) << part.name;
      EXPECT_THAT(language::validate(*without->program), testing::IsEmpty()) << without->id;
      EXPECT_NE(without->rules_fingerprint, scenario->rules_fingerprint) << without->id;
      const auto problem = std::make_shared<std::string>();
      Refereed rules(without, problem);
      const players::Players seats = players::random_players(*without);
      players::Playouts(rules, seats).play(1, 1, 12);
      EXPECT_EQ(*problem, "") << without->id;
    }
  }
  EXPECT_GE(parts, 14U);
}

}  // namespace
}  // namespace casebook::checks
