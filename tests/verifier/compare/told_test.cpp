// SPDX-License-Identifier: Apache-2.0
// How a difference is told: the effect on play first, then the wording that explains it; and what is only worded
// otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/battery.h"
#include "tests/support/rules_text.h"
#include "verifier/compare/compare.h"
#include "verifier/compare/tell/wording.h"
#include "verifier/finding/order_of_differences.h"

namespace casebook::compare {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

/// What a test has instead of the plain rules.
struct TollRules {
  std::string price = "1", allowance = "2", more = {}, may_rest = {}, ending = "end game drawn";
  std::string zones = "adjacent(g, h)";
};

ScenarioPtr tolls(const std::string& id, const TollRules& rules) {
  testing_support::DataText data;
  data.map = testing_support::small_map(5, 5);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black d4\nY black e5\n");
  const auto made = testing_support::scenario_of(
      "edition marches \"Marches\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  box gone\n  given side(unit): side\n"
      "  measure points from 0 to 40\n  state mover: side = white\n"
      "  define units(s: side) -> set of unit = {u in unit where side(u) = s}\n"
      "  define zone(g: hex, h: hex) -> bool = " +
          rules.zones +
          "\n"
          "case 1.2 \"Allowances\"\n  define allowance(u: unit) -> points = " +
          rules.allowance +
          "\ncase 1.3 \"Prices\"\n  summary \"A hex costs a point.\"\n  define price(h: hex) -> points = " +
          rules.price + "\n" + rules.more +
          "case 1.4 \"Marching\"\n  procedure game\n    repeat at most 20 times\n      march(mover)\n"
          "      mover := other(mover)\n    " +
          rules.ending +
          "\n  procedure march(by: side)\n    state left(unit) \"has points left:\": points\n"
          "    for all u in units(by) do left(u) := allowance(u)\n"
          "    repeat\n      choose by by\n        step()\n        rest() then stop\n"
          "  action rest()" +
          rules.may_rest +
          "\n  action step(u in units(mover) at from, to in neighbours(from)) \"{u} goes to {to}\"\n"
          "    require 1.4 room: no x in unit on to\n"
          "    require 1.4 zone: not (exists e in units(other(mover)) at g: zone(g, to))\n"
          "    require 1.2 points: price(to) <= left(u)\n"
          "    do\n      left(u) -= price(to)\n      place(u) := to\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

Result compared_tolls(const TollRules& ours, const TollRules& theirs, uint64_t games = 4) {
  Settings settings;
  settings.budget.games = games;
  settings.budget.positions = 200;
  settings.budget.threads = 1;
  return compare(tolls("ours", ours), tolls("theirs", theirs), settings, {}, {});
}

std::vector<std::string> told_effects(const Result& result) {
  std::vector<std::string> all;
  for (size_t i = 1; i < result.findings.size(); ++i) all.push_back(result.findings[i].effect);
  return all;
}

TEST(CompareTells, WhoMayDoWhatAndWhatItCosts) {
  const Result result = compared_tolls({}, {.price = "3"});
  EXPECT_THAT(
      told_effects(result),
      Contains(MatchesRegex(
          "in ours, (White|Black) may choose step\\([ABXY], [a-e][1-5]\\); in theirs, 1[.]2 "
          "\\(Allowances\\) refuses this choice, because price\\([a-e][1-5]\\) is 1 in ours and 3 in theirs")));
  for (size_t i = 1; i < result.findings.size(); ++i) {
    const Finding& one = result.findings[i];
    if (one.concern != Concern::difference || one.effect.empty()) continue;
    EXPECT_THAT(one.headline, testing::EndsWith(one.effect));
    EXPECT_THAT(one.headline, testing::StartsWith("marches "));
  }
}

TEST(CompareTells, WhatAPieceGetsInEachRuleset) {
  const Result result = compared_tolls({}, {.allowance = "4"});
  EXPECT_THAT(told_effects(result),
              Contains(MatchesRegex("after .*, left\\(\"[ABXY]\"\\) = 2 in ours, 4 in theirs.*")));
}

TEST(CompareTells, WhichMemberAnItemNames) {
  const std::string rest = "\n    require 1.4 host: host(1) = mover";
  const auto host = [](const std::string& side) {
    return "  define host(n: points) -> side = " + side + "\n";
  };
  const Result result =
      compared_tolls({.more = host("white"), .may_rest = rest}, {.more = host("black"), .may_rest = rest});
  EXPECT_THAT(told_effects(result),
              Contains(testing::EndsWith(", because host(1) is white in ours and black in theirs")));
}

TEST(CompareTells, ThatPlayStopsBeforeAllElse) {
  const Result result =
      compared_tolls({}, {.may_rest = "\n    require 1.4 tired: exists u in units(mover): left(u) < 2"});
  ASSERT_GT(result.changes.size(), 0U);
  std::vector<Becomes::What> all;
  for (size_t i = 1; i < result.findings.size(); ++i)
    if (result.findings[i].becomes) all.push_back(result.findings[i].becomes->what);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end())) << "what stops play comes first";
  Finding stops, wins;
  stops.becomes = Becomes{Becomes::What::stops, "play stops only in ours: nobody has a lawful choice"};
  wins.becomes = Becomes{Becomes::What::outcome, "the game ends differently"};
  EXPECT_LT(order_of_difference(stops), order_of_difference(wins));
}

/// A result with one change, caused by that item, about which the two say this.
Result change_about(const std::string& item, const std::vector<CaseSays>& ours,
                    const std::vector<CaseSays>& theirs) {
  Result result;
  result.names = {"ours", "theirs"};
  result.findings.resize(2);
  result.findings[1].cause.emplace();
  result.findings[1].cause->items = {item};
  Change change;
  change.says = {ours, theirs};
  change.texts = {{{"define way_out() -> bool = yes"}, {"define way_out() -> bool = no"}}};
  change.findings = {1};
  result.changes = {change};
  return result;
}

std::vector<std::string> told_wording(const Result& result) {
  std::vector<std::string> all;
  for (const Wording& one : wording_of(result, result.changes[0]))
    all.push_back(one.whose + ": " + one.words);
  return all;
}

TEST(CompareTells, TheSentencesThatSpeakOfWhatDiffers) {
  const std::string long_case =
      "Ae: all attackers are destroyed, and the defender may advance into one of their hexes. Ar: all attackers retreat. "
      "Ee: the defender is destroyed and the attackers lose as much strength. Dr: the defender retreats a hex and the "
      "attackers may follow it.";
  const std::string other_case =
      "Ae: all attackers are lost, and the defender may advance into one of their hexes. Ar: all attackers retreat a hex. "
      "Ee: the defender is lost, and half as much strength of the attackers. Dr: the defender retreats, and the attackers "
      "may follow it.";
  EXPECT_THAT(
      told_wording(change_about("requirement lose.enough", {{"6.3", "Results", long_case}},
                                {{"7.3", "Results", other_case}})),
      ElementsAre("ours 6.3: Ee: the defender is destroyed and the attackers lose as much strength.",
                  "theirs 7.3: Ee: the defender is lost, and half as much strength of the attackers."));
}

TEST(CompareTells, AShortCaseIsQuotedWhole) {
  EXPECT_THAT(told_wording(change_about(
                  "definition bridge_ground",
                  {{"14.2", "The bridge", "The bridge unit stays. It enters roads only."}},
                  {{"13.4", "The bridge", "A 4 carries the bridge. It moves as any other unit does."}})),
              ElementsAre("ours 14.2: The bridge unit stays. It enters roads only.",
                          "theirs 13.4: A 4 carries the bridge. It moves as any other unit does."));
}

// A case that lists what comes when says of one piece what it says of it.
TEST(CompareTells, ThePartThatNamesThePieceOfTheExample) {
  Result result = change_about("definition arrival_hex",
                               {{"7.4", "The schedule",
                                 "Amir comes in turn 2, Baram in turn 3 and Karen in turn 5, all of them in "
                                 "1708; 23/1 to 23/3 come in turn 2 in 0407 and 23/4 in 1307; 25/1 to 25/4 "
                                 "come in turn 5 in 0921."}},
                               {{"11.1", "The schedule",
                                 "Amir comes in turn 2, Baram in turn 3 and Karen in turn 5, all of them by "
                                 "C; 23/1 to 23/3 come in turn 2 by A and 23/4 by B; 25/1 to 25/4 come in "
                                 "turn 5 by D."}});
  result.findings[1].effect =
      "in ours, Egypt may choose enter(23/4, 1307); in theirs, 11.0 refuses this choice";
  EXPECT_THAT(told_wording(result),
              ElementsAre("ours 7.4: ... 23/1 to 23/3 come in turn 2 in 0407 and 23/4 in 1307 ...",
                          "theirs 11.1: ... 23/1 to 23/3 come in turn 2 by A and 23/4 by B ..."));
  // The 3 of a part of a case is no piece.
  result.findings[1].effect =
      "in ours, Egypt may choose enter(23/4, 1307); in theirs, 11.0(3) (Where it is barred) refuses this choice";
  EXPECT_THAT(told_wording(result),
              Contains("theirs 11.1: ... 23/1 to 23/3 come in turn 2 by A and 23/4 by B ..."));
}

board::Statement statement(const std::string& says,
                           board::StatementStatus status = board::StatementStatus::carried,
                           const std::string& why = "") {
  board::Statement made;
  made.says = says, made.status = status, made.why = why;
  return made;
}

// The summary of the rules files may say more than the text does.
TEST(CompareTells, TheStatementsOfTheListOfCases) {
  CaseSays ours{"14.2", "The bridge", "The bridge stays, and goes over roads.", {}};
  ours.statements = {statement("Once the bridge unit was put in place, the others lose if it moves"),
                     statement("They lose as well if combat forces it to move, wherever it then goes to"),
                     statement("On its way the bridge unit enters only ground that is clear"),
                     statement("It may be lost in its hex", board::StatementStatus::silent,
                               "when the game is then lost is not said")};
  CaseSays theirs{"13.2", "The bridge", "A 4 carries the bridge. It moves as any other unit does.", {}};
  theirs.statements = {statement("A 4 is the bridge unit"),
                       statement("It speeds the crossing", board::StatementStatus::explanatory)};
  EXPECT_THAT(told_wording(change_about("requirement bridge_ground", {ours}, {theirs})),
              ElementsAre("ours 14.2: On its way the bridge unit enters only ground that is clear.",
                          "theirs 13.2: A 4 is the bridge unit."));
  EXPECT_THAT(
      told_wording(change_about("definition lost", {ours}, {theirs})),
      Contains(
          "ours 14.2 leaves this open: It may be lost in its hex. When the game is then lost is not said."));
}

// Both sentences speak of the bridge. What asks the second has the word of the rule in its name.
TEST(CompareTells, TheStatementThatTheRuleCarries) {
  CaseSays ours{"14.2", "The bridge", "", {}};
  ours.statements = {
      statement("Once the bridge unit was put in place, the others lose if it moves"),
      statement(
          "On its way the bridge unit enters only clear hexes and roads, and no hexes of any other sort")};
  ours.statements[0].by = {"no_play_after_the_move", "the bridge unit leaves the ground where it was put"};
  ours.statements[1].by = {"bridge_on_its_ground"};
  CaseSays theirs{"7.4", "Retreats", "", {}};
  theirs.statements = {statement("No unit retreats over a closed hexside")};
  EXPECT_THAT(
      told_wording(change_about("definition bridge_ground", {ours}, {theirs})),
      Contains(
          "ours 14.2: On its way the bridge unit enters only clear hexes and roads, and no hexes of any other sort."));
}

TEST(CompareTells, AResultWithAllThatTheTextSaysOfIt) {
  CaseSays ours{"6.3", "Results", "", {}}, theirs{"7.3", "Results", "", {}};
  ours.statements = {statement("Ae: all attackers are destroyed"), statement("Ee: the defender is destroyed"),
                     statement("Ee: the attackers lose at least as much"),
                     statement("Ar: every attacker retreats a hex, away from the unit that it attacked"),
                     statement("Dr: the defender retreats a hex, and one of the attackers may follow it")};
  theirs.statements = {statement("Ee: as much strength of the attackers is lost")};
  EXPECT_THAT(told_wording(change_about("requirement lose.enough", {ours}, {theirs})),
              Contains("ours 6.3: Ee: the defender is destroyed. Ee: the attackers lose at least as much."));
}

TEST(CompareTells, TheLinesOfTheRulesWhereNoCaseExplainsIt) {
  const std::vector<std::string> lines{"in the rules files, ours: way_out = yes",
                                       "in the rules files, theirs: way_out = no"};
  // None of the two speaks of the item.
  EXPECT_EQ(told_wording(change_about("definition far", {{"6.4", "Retreats", "The owner retreats a unit."}},
                                      {{"7.4", "Retreats", "It goes back."}})),
            lines);
  // Both say the same.
  EXPECT_EQ(
      told_wording(change_about("definition retreat", {{"6.4", "Retreats", "The owner retreats a unit."}},
                                {{"7.4", "Retreats", "The owner retreats a unit."}})),
      lines);
}

TEST(CompareTells, ThatOneHasNoSuchCase) {
  EXPECT_THAT(told_wording(change_about("definition retreat",
                                        {{"6.4", "Retreats", "The owner retreats a unit."}}, {})),
              ElementsAre("ours 6.4: The owner retreats a unit.", "theirs: no such case"));
}

TEST(CompareTells, WhatIsOnlyWordedOtherwise) {
  // The zone is written otherwise and means the same; the price differs in play.
  const Result result = compared_tolls({}, {.price = "3", .zones = "adjacent(h, g) and adjacent(g, h)"});
  const OnlyWorded worded = only_worded(result);
  EXPECT_EQ(worded.items(), 1U);
  EXPECT_THAT(worded.cases, ElementsAre(std::pair<std::string, std::string>("1.1", "1.1")));
  for (const Change& change : result.changes)
    for (const size_t at : change.findings) EXPECT_THAT(result.findings[at].text, Not(HasSubstr("zone")));
}

}  // namespace
}  // namespace casebook::compare
