// SPDX-License-Identifier: Apache-2.0
// What becomes of play by a difference, measured on its witness, and the order that comes of it.
#include "verifier/compare/attribute/becomes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/rules_text.h"
#include "verifier/compare/compare.h"
#include "verifier/finding/order_of_differences.h"
#include "verifier/finding/weight.h"

namespace casebook::compare {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Said = Assertion::What;
using What = Becomes::What;

/// White may shove its piece about, sell it, count or rest; four turns, then somebody has won.
ScenarioPtr shop(const std::string& id, const std::string& ground, const std::string& sale,
                 const std::string& worth, const std::string& end, const std::string& open = "yes",
                 bool asks_first = false) {
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  data.order_of_battle = testing_support::units("A white a1\nC white a3\nB black d3\n");
  const auto made = testing_support::scenario_of(
      "edition shop \"Shop\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
      "  measure points from 0 to 40\n  measure turns from 1 to 9\n"
      "  state turn: turns = 1\n  state gold: points = 0\n"
      "  procedure game\n    repeat at most 4 times\n" +
          std::string(asks_first ? "      choose by white\n        rest()\n" : "") +
          "      repeat\n        choose by white\n"
          "          step()\n          sell()\n          rest() then stop\n      turn += 1\n    " +
          end +
          "\n  action rest()\n"
          "  action sell(u in {x in unit where side(x) = white})\n    require 1.1 here: place(u) != gone\n"
          "    require 1.1 open: " +
          open + "\n    do\n      gold := " + worth + "\n      place(u) := " + sale +
          "\n"
          "  action step(u in {x in unit where side(x) = white} at from, to in neighbours(from))\n"
          "    require 1.1 room: no x in unit on to\n    require 1.1 ground: " +
          ground + "\n    do place(u) := to\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

constexpr const char* won_by_gold =
    "if gold > 4 then 1.1 end game won by white else 1.1 end game won by black";

ScenarioPtr plain(const std::string& id) {
  return shop(id, "yes", "gone", "5", won_by_gold);
}

/// After these steps from the start of both.
Finding after(const std::array<ScenarioPtr, 2>& both, const std::vector<std::string>& steps,
              const std::array<Assertion, 2>& said, const std::array<std::string, 2>& outcomes) {
  Finding one;
  one.concern = Concern::difference;
  one.verdict = Verdict::refuted;
  one.witness.emplace();
  for (const size_t side : {size_t{0}, size_t{1}}) {
    WitnessSide& made = one.witness->sides.emplace_back();
    made.ruleset = both[side]->id;
    made.record.ruleset = runtime::identity_of(*both[side]);
    made.record.seeded_dice = false;
    for (const std::string& step : steps)
      made.record.steps.push_back({runtime::StepKind::choice, "white", step, {}, 0, 0});
    made.record.outcome = outcomes[side];
    made.said = {said[side]};
  }
  EXPECT_THAT(confirm(*one.witness, {both[0], both[1]}), IsEmpty());
  return one;
}

Becomes becomes_of(const ScenarioPtr& ours, const ScenarioPtr& theirs, const std::vector<std::string>& steps,
                   const std::array<Assertion, 2>& said,
                   const std::array<std::string, 2>& outcomes = {"open", "open"}) {
  std::vector<Finding> findings{after({ours, theirs}, steps, said, outcomes)};
  tell_what_becomes(findings, ours, theirs, {});
  EXPECT_TRUE(findings[0].becomes.has_value());
  return findings[0].becomes.value_or(Becomes{});
}

TEST(Becomes, AnotherEndOfTheGame) {
  const std::vector<std::string> steps{"sell(A)", "rest()", "rest()", "rest()", "rest()"};
  const Becomes made =
      becomes_of(plain("ours"), shop("theirs", "yes", "gone", "4", won_by_gold), steps,
                 {{{Said::outcome, "", "won by white"}, {Said::outcome, "", "won by black"}}},
                 {"won by white", "won by black"});
  EXPECT_EQ(made.what, What::outcome);
  EXPECT_EQ(made.text, "the game ends differently");
}

// Play that cannot go on is worse than another winner.
TEST(Becomes, PlayThatStopsInOneAlone) {
  const ScenarioPtr shut =
      shop("theirs", "yes", "gone", "5",
           "choose by white\n      1.1 rest() require 1.1 gold > 4\n    1.1 end game won by black");
  const Becomes made =
      becomes_of(plain("ours"), shut, {"rest()", "rest()", "rest()", "rest()"},
                 {{{Said::outcome, "", "won by black"}, {Said::outcome, "", "stuck at game:2"}}},
                 {"won by black", "stuck at game:2"});
  EXPECT_EQ(made.what, What::stops);
  EXPECT_EQ(made.text, "play stops only in theirs: nobody has a lawful choice");
}

/// The same, and then white rests once more.
ScenarioPtr open_for_longer(const std::string& end) {
  return shop("theirs", "yes", "gone", "5",
              "rest_of_it()\n    " + end + "\n  procedure rest_of_it\n    choose by white\n      rest()");
}

// Whatever is done after it, white wins there too, and black wins other games: the game only ends sooner.
TEST(Becomes, AnEndThatOnlyComesSooner) {
  const std::string by_keeping =
      "if (exists x in unit at g: side(x) = white) and gold > 4 then 1.1 end game won by white else 1.1 end game won by "
      "black";
  const std::vector<std::string> steps{"sell(A)", "rest()", "rest()", "rest()", "rest()"};
  const std::array<Assertion, 2> said{{{Said::outcome, "", "won by white"}, {Said::outcome, "", "open"}}};
  const ScenarioPtr ours = shop("ours", "yes", "gone", "5", by_keeping);
  const Becomes sooner = becomes_of(ours, open_for_longer(by_keeping), steps, said, {"won by white", "open"});
  EXPECT_EQ(sooner.what, What::sooner);
  EXPECT_EQ(
      sooner.text,
      "the game ends only in ours; in theirs, 20 games of random players went on from there, and all ended the same "
      "way (won by white); better players were not tried");
  const Becomes otherwise =
      becomes_of(ours, open_for_longer("1.1 end game won by black"), steps, said, {"won by white", "open"});
  EXPECT_EQ(otherwise.what, What::outcome);
  EXPECT_EQ(otherwise.text, "the game ends only in ours");
}

// Random players never lose with white there, so their games do not tell.
TEST(Becomes, AnEndOfWhichRandomPlayersTellNothing) {
  const Becomes made = becomes_of(plain("ours"), open_for_longer("1.1 end game won by white"),
                                  {"sell(A)", "rest()", "rest()", "rest()", "rest()"},
                                  {{{Said::outcome, "", "won by white"}, {Said::outcome, "", "open"}}},
                                  {"won by white", "open"});
  EXPECT_EQ(made.what, What::outcome);
  EXPECT_EQ(
      made.text,
      "the game ends only in ours; whether theirs only goes on for longer, 20 games of random players do not "
      "tell: all their games end that way (won by white)");
}

TEST(Becomes, APieceThatIsOnTheMapInOneAlone) {
  const Becomes made =
      becomes_of(plain("ours"), shop("theirs", "yes", "place(u)", "5", won_by_gold), {"sell(A)"},
                 {{{Said::value, "place(\"A\")", "gone"}, {Said::value, "place(\"A\")", "a1"}}});
  EXPECT_EQ(made.what, What::pieces);
  EXPECT_EQ(made.text, "A is on the map only in theirs");
}

// Nothing has been done yet: what the choice would do is looked at where it may be made.
TEST(Becomes, AChoiceOfOneAloneThatTakesAPieceOffTheMap) {
  const Becomes made =
      becomes_of(plain("ours"), shop("theirs", "yes", "gone", "5", won_by_gold, "gold > 0"), {},
                 {{{Said::permitted, "sell(A)", ""}, {Said::refused, "sell(A)", "1.1"}}});
  EXPECT_EQ(made.what, What::pieces);
  EXPECT_EQ(made.text, "a choice that is lawful only in ours takes A off the map");
}

TEST(Becomes, WhatMayBeDoneInOneAloneAndOtherValues) {
  const auto narrow = shop("theirs", "turn > 1", "gone", "4", won_by_gold);
  const Becomes choice =
      becomes_of(plain("ours"), narrow, {},
                 {{{Said::permitted, "step(A, a2)", ""}, {Said::refused, "step(A, a2)", "1.1"}}});
  EXPECT_EQ(choice.what, What::choice);
  EXPECT_EQ(choice.text, "a choice is lawful only in ours");
  EXPECT_EQ(becomes_of(plain("ours"), narrow, {"sell(A)"},
                       {{{Said::value, "gold", "5"}, {Said::value, "gold", "4"}}})
                .what,
            What::values);
}

// Theirs asks something else first, and then the same.
TEST(Becomes, WhatIsAskedLaterInOneIsSaidToBe) {
  const auto asking_first = shop("theirs", "yes", "gone", "5", won_by_gold, "yes", true);
  const Becomes choice =
      becomes_of(plain("ours"), asking_first, {},
                 {{{Said::permitted, "step(A, a2)", ""}, {Said::not_offered, "step(A, a2)", ""}}});
  EXPECT_EQ(choice.what, What::choice);
  EXPECT_EQ(choice.text, "a choice is lawful only in ours; in theirs the choice comes 1 step later");
}

// Where one may step differs all the time; who has won at the end alone: that weighs more, and comes first.
TEST(Becomes, OrdersWhatACompareSaysAndStandsInIt) {
  Settings settings;
  settings.budget.games = 6;
  settings.budget.positions = 400;
  settings.budget.threads = 1;
  const Result result =
      compare(plain("ours"),
              shop("theirs", "turn > 2", "gone", "5",
                   "if gold > 6 then 1.1 end game won by white else 1.1 end game won by black"),
              settings, {}, {});
  ASSERT_GE(result.changes.size(), 2U);
  ASSERT_GE(result.findings.size(), 3U);
  const Finding &answer = result.findings[0], &first = result.findings[1];
  ASSERT_TRUE(first.becomes);
  EXPECT_EQ(first.becomes->what, What::outcome) << first.text;
  bool any_oftener = false;
  for (size_t i = 1; i + 1 < result.findings.size(); ++i) {
    EXPECT_FALSE(weighs_more(result.findings[i + 1], result.findings[i])) << result.findings[i + 1].text;
    any_oftener = any_oftener || share_met(result.findings[i + 1].met_in) > share_met(first.met_in);
  }
  EXPECT_TRUE(any_oftener);  // else the order by games alone would do
  size_t next = 1;
  for (const Change& change : result.changes)
    for (const size_t at : change.findings) EXPECT_EQ(at, next++);
  // What differs is said as such; that a claim is refuted would say it again.
  EXPECT_THAT(finding_text(answer), AllOf(StartsWith("PLAYED DIFFERENTLY  ours and theirs do not play alike"),
                                          Not(HasSubstr("REFUTED"))));
  EXPECT_THAT(finding_text(first),
              AllOf(StartsWith("PLAYED DIFFERENTLY  "), HasSubstr("the game ends differently; "),
                    Not(StartsWith("REFUTED"))));
}

// An end of the game in a position that an invariant forbids may be of no game: it does not come first.
TEST(Becomes, WhatOnlyAForbiddenPositionShowsComesLast) {
  Finding ends, other;
  ends.becomes = Becomes{What::outcome, "the game ends otherwise"};
  other.becomes = Becomes{What::choice, "something may be done in one alone"};
  ends.witness.emplace();
  other.witness.emplace();
  other.witness->grade = Grade::invariants;
  ends.witness->grade = Grade::invariants;
  EXPECT_TRUE(weighs_more(ends, other));
  ends.witness->grade = Grade::typed;
  EXPECT_TRUE(weighs_more(other, ends));
  EXPECT_EQ(&heaviest({&ends, &other}), &other);
  // Games of one ruleset come to the like of it; set up in the other it may break an invariant.
  ends.met_in = {{"ours", 1, 72, 1, 30, 1}};
  EXPECT_TRUE(weighs_more(other, ends));
}

// A number that differs all the time, and shows in a choice much later, weighs less than a choice that differs now.
TEST(Becomes, AnotherValueComesAfterAnotherChoice) {
  Finding value, choice;
  for (Finding* one : {&value, &choice}) {
    one->becomes = Becomes{What::choice, "a choice is lawful only in ours"};
    one->witness.emplace();
    one->witness->grade = Grade::seen;
  }
  value.met_in = {{"ours", 60, 72, 30, 30, 0}, {"theirs", 50, 72, 30, 30, 0}};
  choice.met_in = {{"ours", 2, 72, 2, 30, 2}, {"theirs", 20, 72, 9, 30, 1}};
  EXPECT_TRUE(weighs_more(choice, value));
  EXPECT_THAT(weight_of(value).ground,
              HasSubstr("seen in 60 of 60 games, where at first only a value differs"));
  EXPECT_THAT(weight_of(choice).ground, EndsWith("seen in 11 of 60 games"));
  value.met_in[1].at_once = 3;  // of equals the one that shows at more positions at all comes first
  choice.met_in[1].at_once = 3;
  EXPECT_TRUE(weighs_more(value, choice));
  value.met_in[0].at_once = 0, value.met_in[1].at_once = 0;
  value.from_start = true;
  EXPECT_TRUE(weighs_more(value, choice));
}

TEST(Becomes, TheGroundOfTheOrderIsSaid) {
  Finding one;
  one.becomes = Becomes{What::pieces, "A is on the map in one of the two alone"};
  one.met_in = {{"ours", 3, 72, 2, 30, 1}, {"theirs", 12, 72, 10, 30}};
  EXPECT_EQ(weight_of(one).ground, "A is on the map in one of the two alone; seen in 12 of 60 games");
  one.met_in = {{"ours", 0, 72, 0, 30}};
  EXPECT_THAT(weight_of(one).ground, HasSubstr("; seen only in generated positions"));
  one.witness.emplace();
  one.witness->grade = Grade::reachable;
  EXPECT_THAT(weight_of(one).ground, HasSubstr("; seen in a game that Casebook led there"));
  one.witness->grade = Grade::seen;
  EXPECT_THAT(weight_of(one).ground,
              HasSubstr("; seen in a game, at none of the positions sampled from games"));
  one.from_start = true;
  EXPECT_THAT(weight_of(one).ground, HasSubstr("; every game begins with it"));
  Finding often = one;
  often.from_start = false;
  often.met_in = {{"ours", 70, 72, 30, 30}};
  EXPECT_TRUE(weighs_more(one, often));
}

}  // namespace
}  // namespace casebook::compare
