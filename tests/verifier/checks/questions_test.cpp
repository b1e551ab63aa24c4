// SPDX-License-Identifier: Apache-2.0
// Rules read otherwise: sound programs, evaluators that agree, records that name the rival, and no rival where
// the author asks already.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "engine/players/playout.h"
#include "engine/program/edit/rivals.h"
#include "engine/program/edit/unmarked.h"
#include "engine/program/validate.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/records/record.h"
#include "engine/runtime/records/replay.h"
#include "tests/verifier/checks/small_rules_texts.h"
#include "tests/verifier/checks/verified.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/search/refereed.h"

namespace casebook::checks {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> names_of(const language::Program& program) {
  std::vector<std::string> names;
  for (const language::Rival& one : language::rivals(program)) names.push_back(one.name);
  return names;
}

std::shared_ptr<const runtime::Scenario> shipped(const std::string& edition) {
  runtime::ScenarioRequest request;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  request.edition_folder = request.ruleset_folders.front() + "/" + edition;
  Diagnostics diagnostics;
  auto scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_TRUE(scenario) << testing_support::shown(diagnostics);
  return scenario;
}

TEST(Questions, TheRivalsOfAnExampleAreThese) {
  EXPECT_THAT(names_of(*shipped("examples/cup")->program),
              testing::UnorderedElementsAre("fall_back.chooser", "rally.chooser", "line.ends", "pay.exactly",
                                            "moved_on.taken_up_again", "step.ensured",
                                            "allowance.off_the_map", "step.zone_to_zone", "pay.as_little"));
}

/// Units that move, attack, retreat one after another, and follow: each sort that speaks of moves has its place.
const std::string moves = R"(  given wagon(unit): bool = no
  measure points from 0 to 3
  define speed(u: unit) -> points = 2
  adjust speed(u) when turn = 1 then otherwise - 1
  define dry(h: hex) -> bool = on_edge(h)
case 2.0 "Play"
  summary "They move and fight in turn."
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
    state halted(unit) "has had to stop:": bool
    state fought: bool
    repeat
      choose by by
        step()
        swim()
        hit(t, team) then
          fought := yes
          fight(t, team)
        pass() then stop
  action pass()
  action step(u in mine() at from, to in neighbours(from)) "{u} moves to {to}"
    require 2.0 free: no x in unit on to
    require 2.0 going: not halted(u)
    require 2.0 fast: speed(u) >= 2
    require 1.0 wagon: not wagon(u) or dry(to)
    do
      halted(u) := yes
      place(u) := to
  action swim(u in mine() at from, to in neighbours(from)) "{u} swims to {to}"
    require 2.0 free: no x in unit on to
    require 2.0 before_the_fight: not fought
    require 1.0 wagon: not wagon(u) or dry(to)
    do
      fought := yes
      place(u) := to
  action hit(t in unit, team: set of u in mine()) "{team} attack {t}"
    require 2.0 other_side: side(t) != mover
    require 2.0 somebody: team is not empty
    require 2.0 first: not fought
    each u in team require 2.0 beside: exists x in {u} at h: exists y in {t} at g: adjacent(h, g)
  procedure fight(t: unit, team: set of unit)
    state its_hexes: set of hex = {g of x in {t} at g}
    state their_hexes: set of hex = {g of x in team at g}
    leave_all(team)
    follow({t}, their_hexes)
  procedure leave_all(these: set of unit)
    state waiting: set of unit = these
    repeat
      choose by mover
        leave(u, to) then
          waiting -= {u}
      or else stop
    until waiting is empty
  action leave(u in waiting at from, to in neighbours(from)) "{u} leaves for {to}"
    require 2.0 away: no h in its_hexes: adjacent(h, to)
    require 2.0 free: no x in unit on to
    do
      place(u) := to
  procedure follow(those: set of unit, into: set of hex)
    state able: set of unit = those
    state open: set of hex = into
    choose by other(mover)
      go_in()
      stay()
  action go_in(u in able, to in open)
    require 2.0 free: no x in unit on to
    do
      place(u) := to
  action stay()
)";

TEST(Questions, WhatMovesHaveToKeepToIsReadOtherwise) {
  const auto scenario = testing_support::scenario_of(head + moves, {small_map(5, 5), units(pair), "", ""});
  ASSERT_TRUE(scenario);
  std::vector<std::string> names;
  for (const std::string& name : names_of(*scenario->program))
    if (name.find("chooser") == std::string::npos) names.push_back(name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("fight.which_hexes", "leave.apart", "speed.off_the_map",
                                                   "leave.just_left", "swim.had_to_stop", "step.bound_too",
                                                   "swim.bound_too"));
}

/// Of each: the question, and that play shows it, or does not where nothing can come of it.
TEST(Questions, WhatMovesHaveToKeepToChangesPlay) {
  const Verification result = verification_of(
      head + moves, {small_map(5, 5), units("A white c3\nB black c4\nC white b3\nD black e5"), "", ""},
      {"questions"});
  std::vector<std::string> subjects, headlines;
  for (const Finding& one : result.findings) {
    subjects.push_back(one.subject);
    headlines.push_back(headline_of(one));
  }
  EXPECT_THAT(subjects, testing::IsSupersetOf({"leave.apart", "swim.had_to_stop"}));
  // Who follows stands in its own hex: that it may go there too changes nothing.
  EXPECT_THAT(subjects, testing::Not(testing::Contains("fight.which_hexes")));
  // No piece is the only wagon, and nobody comes onto the map later.
  EXPECT_THAT(subjects, testing::Not(testing::Contains(
                            testing::AnyOf("step.bound_too", "swim.bound_too", "speed.off_the_map"))));
  EXPECT_THAT(
      headlines,
      testing::Contains("2.0 (Play): Must the hex no longer be adjacent, or is any other hex far enough?"));
  EXPECT_THAT(
      headlines,
      testing::Contains(
          "2.0 (Play): May a piece of which the rules say \"has had to stop\" still make the choice \"a unit swims to a hex\"?"));
}

TEST(Questions, HexesThatAreLeftMayBeMeantAsWell) {
  std::string text = head + moves;
  const std::string line = "follow({t}, their_hexes)";
  text.replace(text.find(line), line.size(), "place(t) := reserve\n    follow(team, its_hexes)");
  const Verification result = verification_of(
      text, {small_map(5, 5), units("A white c3\nB black c4\nC white b3\nD black e5"), "", ""},
      {"questions"});
  EXPECT_TRUE(std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& one) {
    return one.subject == "fight.which_hexes";
  })) << shown(result.findings);
}

/// A line of supply decides the game; roads, walls, rough ground and zones bear on it and on every step.
const std::string supplied_by_road = R"(  given road(hexside): bool = no
  given wall(hexside): bool = no
  given rough(hex): bool = no
  measure points from 0 to 6 or never
  define of(by: side) -> set of unit = {x in unit where side(x) = by}
  define on_road(h: hex) -> bool = exists n in neighbours(h): road(h, n)
  define held(h: hex, by: side) -> bool = exists e in of(by) at g: adjacent(g, h)
  define beside(h: hex, by: side) -> bool = exists e in of(by) at g: adjacent(g, h)  -- a zone that nothing asks for
  define safe(h: hex) -> bool = not held(h, black) or exists f in of(white) on h
  define open(h: hex) -> bool = (not rough(h) or on_road(h)) and safe(h)
  field supply() over hex = reach to h where on_edge(h)
    through h where open(h)
    across a, b where not wall(a, b)
  define ground(h: hex) -> points = if rough(h) then 3 else 1
  define by_road(a: hex, b: hex) -> points = if road(a, b) then 2 else never
  define saves(a: hex, b: hex) -> bool = by_road(a, b) < ground(b)
  define price(a: hex, b: hex) -> points = first of
    2.0 wall: never when wall(a, b)
    2.0 road: by_road(a, b) when saves(a, b)
    2.0 ground: ground(b)
  define white_has_won() -> bool = all of
    1.0 line: all u in of(white) at g: supply()[g]
    1.0 there: exists u in of(white) at g: yes
    2.0 driven_off: exists e in of(black) at g: on_edge(g)
case 2.0 "Play"
  summary "They move in turn."
  procedure game
    repeat at most 4 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    if white_has_won() then end game won by white
    end game won by black
  procedure turn_of(by: side)
    choose by by
      step()
      pass()
  action pass()
  action step(u in mine() at from, to in neighbours(from)) "{u} moves to {to}"
    require 2.0 free: no x in unit on to
    require 2.0 cost: price(from, to) <= 2
    require 2.0 apart: not (held(from, other(mover)) and held(to, other(mover)))
    do
      place(u) := to
)";
const DataText supplied_there = {
    small_map(5, 5,
              R"("hexes": {"b2": {"rough": true}, "c2": {"rough": true}, "d2": {"rough": true}},
"hexsides": [{"between": ["c3", "c4"], "wall": true}, {"between": ["b3", "c3"], "wall": true}],
"links": [{"attribute": "road", "through": "a1 b1 c1 d1"}, {"attribute": "road", "through": "b2 c2"}])"),
    units("A white c3\nB white b3\nC black d4\nD black c4"), "", ""};

std::vector<std::string> subjects_of(const std::string& rules, const DataText& data) {
  std::vector<std::string> subjects;
  for (const Finding& one : verification_of(rules, data, {"questions"}).findings)
    subjects.push_back(one.subject);
  return subjects;
}

TEST(Questions, LinesZonesPricesAndVictoryAreReadOtherwise) {
  const auto scenario = testing_support::scenario_of(head + supplied_by_road, supplied_there);
  ASSERT_TRUE(scenario);
  EXPECT_THAT(
      names_of(*scenario->program),
      testing::UnorderedElementsAre("supply.ends", "supply.over_barrier", "supply.along", "price.dearer",
                                    "safe.in_its_zone", "held.over_barrier", "beside.over_barrier",
                                    "step.zone_to_zone", "white_has_won.only_some"));
  EXPECT_THAT(subjects_of(head + supplied_by_road, supplied_there),
              testing::IsSupersetOf({"supply.over_barrier", "supply.along", "price.dearer",
                                     "safe.in_its_zone", "step.zone_to_zone", "white_has_won.only_some"}));
}

/// The same rules, each of those parts worded so that nothing is left to ask.
TEST(Questions, WhatLeavesNothingOpenIsNotReadOtherwise) {
  std::string rules = head + supplied_by_road;
  const auto put = [&](const std::string& line, const std::string& other) {
    ASSERT_NE(rules.find(line), std::string::npos) << line;
    rules.replace(rules.find(line), line.size(), other);
  };
  put("(not rough(h) or on_road(h)) and safe(h)", "not rough(h) and safe(h)");
  put("not held(h, black) or exists f in of(white) on h", "not held(h, black)");
  put("when saves(a, b)", "when road(a, b)");
  put("    require 2.0 apart: not (held(from, other(mover)) and held(to, other(mover)))\n", "");
  put("    end game won by black\n", "    end game drawn\n");
  const auto scenario = testing_support::scenario_of(rules, supplied_there);
  ASSERT_TRUE(scenario);
  EXPECT_THAT(names_of(*scenario->program),
              testing::UnorderedElementsAre("supply.ends", "supply.over_barrier", "held.over_barrier",
                                            "beside.over_barrier"));
}

/// How games of random players end, with the evaluators held against one another.
std::set<runtime::OutcomeKind> ends_of(const runtime::Switches& switches) {
  const auto scenario = testing_support::scenario_of(head + supplied_by_road, supplied_there, switches);
  const auto problem = std::make_shared<std::string>();
  Refereed rules(scenario, problem);
  const players::Players seats = players::random_players(*scenario);
  std::set<runtime::OutcomeKind> ends;
  for (uint64_t game = 1; game <= 20; ++game)
    ends.insert(players::Playouts(rules, seats).play(1, game, 40).outcome.kind);
  EXPECT_EQ(*problem, "");
  return ends;
}

TEST(Questions, WithSomeConditionsNobodyWinsWhereTheOtherAnswerHolds) {
  using runtime::OutcomeKind;
  EXPECT_THAT(ends_of({}), testing::ElementsAre(OutcomeKind::won));
  EXPECT_THAT(ends_of({{"rival", "white_has_won.only_some"}}), testing::Contains(OutcomeKind::drawn));
}

/// What a part marked as supplied decides is asked without the mark.
TEST(Questions, WhatASuppliedPartDecidesIsFoundWithoutTheMark) {
  std::string rules = head + supplied_by_road;
  const std::string line = "across a, b where not wall(a, b)";
  rules.replace(
      rules.find(line), line.size(),
      "across a, b where adjacent(a, b) and (supplied \"May the line cross a wall?\": not wall(a, b))");
  const auto scenario = testing_support::scenario_of(rules, supplied_there);
  EXPECT_THAT(names_of(*scenario->program), testing::Not(testing::Contains("supply.over_barrier")));
  const Verification result = verification_of(rules, supplied_there, {"questions", "supplied"});
  const auto of_line = std::find_if(result.findings.begin(), result.findings.end(),
                                    [](const Finding& one) { return one.subject == "supply.over_barrier"; });
  ASSERT_NE(of_line, result.findings.end()) << shown(result.findings);
  ASSERT_TRUE(of_line->same_as);
  EXPECT_EQ(of_line->same_as->check, "supplied");
  EXPECT_TRUE(of_line->same_as->asks_the_same);
  EXPECT_TRUE(std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& one) {
    return one.check == "supplied" && one.subject == of_line->same_as->subject;
  })) << shown(result.findings);
}

/// The compiled form plays a few steps, and the reference evaluator goes along.
TEST(Questions, EveryRivalOfTheShippedRulesIsPlayed) {
  size_t all = 0;
  for (const char* const edition : {"across-suez/spi-1980", "across-suez/decision-games-2", "examples/cup"}) {
    const auto scenario = shipped(edition);
    ASSERT_TRUE(scenario);
    for (const std::string& name : names_of(*scenario->program)) {
      ++all;
      Diagnostics diagnostics;
      const auto rival = runtime::bind_besides(*scenario, {{"rival", name}}, diagnostics);
      ASSERT_TRUE(rival) << name << testing_support::shown(diagnostics);
      EXPECT_THAT(language::validate(*rival->program), IsEmpty()) << rival->id;
      EXPECT_NE(rival->rules_fingerprint, scenario->rules_fingerprint) << rival->id;
      EXPECT_THAT(rival->id, HasSubstr("+rival="));
      const auto problem = std::make_shared<std::string>();
      Refereed rules(rival, problem);
      const players::Players seats = players::random_players(*rival);
      players::Playouts(rules, seats).play(1, 1, 12);
      EXPECT_EQ(*problem, "") << rival->id;
    }
  }
  EXPECT_GE(all, 20U);
}

TEST(Questions, TheRecordOfAFindingReplaysByItself) {
  const SmallRules& rules = rules_of("questions");
  const Verification result = verification_of(rules.flawed, rules.data, {"questions"});
  ASSERT_EQ(result.findings.size(), 1U) << shown(result.findings);
  const Finding& finding = result.findings.front();
  EXPECT_EQ(finding.marked, Marked::not_at_all);
  EXPECT_EQ(finding.concern, Concern::ambiguity);
  EXPECT_THAT(finding.text, HasSubstr("These rules answer \u201cno, the most counts\u201d."));
  ASSERT_TRUE(finding.witness);
  ASSERT_EQ(finding.witness->sides.size(), 2U);
  EXPECT_THAT(finding.witness->sides[1].ruleset, HasSubstr("+rival=worth.adds-up"));
  const runtime::Record& record = finding.witness->sides[1].record;
  EXPECT_THAT(record_text(record), HasSubstr("switch rival worth.adds-up\n"));
  const auto scenario = testing_support::scenario_of(rules.flawed, rules.data, record.ruleset.switches);
  EXPECT_EQ(scenario->program->rival, "worth.adds_up");
  Diagnostics diagnostics;
  const runtime::Replay replay =
      runtime::replay(record, "record", runtime::make_reference_rules(scenario), diagnostics);
  EXPECT_TRUE(replay.good) << testing_support::shown(diagnostics);
}

TEST(Questions, WhereAReadingDecidesNothingIsAsked) {
  const SmallRules& rules = rules_of("questions");
  std::string text = rules.flawed;
  const std::string line = "1.0 second: 1 when on_map(u)";
  text.replace(text.find(line), line.size(), "1.0 second: 1 when on_map(u) and counts = both");
  text.replace(text.find("  measure points"), 0,
               "  reading counts \"Do both count?\"\n    both \"yes\"\n    one \"no\"\n    default both\n");
  const auto scenario = testing_support::scenario_of(text, rules.data);
  EXPECT_THAT(names_of(*scenario->program), IsEmpty());
}

const Finding* first_of(const Verification& result, const std::string& check) {
  const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                  [&](const Finding& one) { return one.check == check; });
  return found == result.findings.end() ? nullptr : &*found;
}

/// `worth` of the flawed rules, as a reading answers it.
std::string with_reading(const std::string& otherwise) {
  std::string text = rules_of("questions").flawed;
  const std::string list =
      text.substr(text.find("most of\n"), text.find("case 2.0") - text.find("most of\n"));
  text.replace(text.find(list), list.size(),
               "if counts = best then greatest_of(u) else " + otherwise +
                   "\n  define greatest_of(u: unit) -> points = " + list);
  text.replace(text.find("  measure points"), 0,
               "  reading counts \"How do they count?\"\n    best \"the best\"\n    another \"otherwise\"\n"
               "    default best\n");
  return text;
}

TEST(Questions, WhatAReadingAsksWithTheSameAnswerIsFoundWithoutTheMark) {
  const Verification result =
      verification_of(with_reading("(if side(u) = mover then 1 else 0) + (if on_map(u) then 1 else 0)"),
                      rules_of("questions").data, {"ambiguities", "questions"});
  const Finding* const found = first_of(result, "questions");
  ASSERT_TRUE(found) << shown(result.findings);
  ASSERT_TRUE(found->same_as);
  EXPECT_EQ(found->same_as->check, "ambiguities");
  EXPECT_EQ(found->same_as->subject, "counts");
  EXPECT_THAT(found->same_as->why, HasSubstr("with counts = another"));
  EXPECT_TRUE(std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& one) {
    return one.check == "ambiguities" && one.subject == "counts" && one.marked == Marked::reading;
  })) << shown(result.findings);
}

// Without the reading two lines of the list are read otherwise, and with it one of them.
TEST(Questions, OneThatIsFoundWithAndWithoutTheReadingsIsToldOnce) {
  const std::string rules = head + game + R"(  measure points from 0 to 4
  reading climb "Does a path cost what the rise costs?"
    path_only "it is all that is paid"
    adds "it is paid besides"
    default path_only
  define rise(h: hex) -> points = if not on_edge(h) then 1 else 0
  define rise_on_path(h: hex) -> points = if climb = adds then rise(h) else 0
  define track_price(h: hex) -> points = 1 + rise_on_path(h)
  define price(h: hex) -> points = first of
    2.0 path: 1 + (if climb = adds then rise(h) else 0) when turn > 2
    2.0 track: track_price(h) when turn > 0
    2.0 ground: 1 + rise(h)
  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    require 2.0 cheap: price(to) <= 1
    do
      place(u) := to
)";
  const auto scenario = testing_support::scenario_of(
      rules, {testing_support::small_map(3, 3), testing_support::units("A white a1\nB black c3"), "", ""});
  const auto places = [](const language::Program& program) {
    std::vector<uint32_t> lines;
    for (const language::Rival& one : language::rivals(program))
      if (one.name == "price.surcharge") lines.push_back(one.place.line);
    return lines;
  };
  const auto with = places(*scenario->program);
  const auto without = places(*language::without_readings(
      *scenario->program, {scenario->readings.begin(), scenario->readings.end()}));
  ASSERT_EQ(with.size(), 1U);
  ASSERT_EQ(without.size(), 1U);
  ASSERT_NE(with, without);
  const Verification result = verify({scenario->id, scenario->program, scenario, std::nullopt, {}, {}},
                                     small_budget(), {"questions"});
  std::vector<std::string> of_climb;
  for (const Finding& one : result.findings)
    if (one.same_as && one.same_as->subject == "climb" && one.subject == "price.surcharge")
      of_climb.push_back(one.headline);
  EXPECT_EQ(of_climb.size(), 1U) << shown(result.findings);
}

TEST(Questions, WhatAReadingAnswersInAnotherWayIsNotTheSame) {
  const Verification result = verification_of(with_reading("(if turn = 0 then 2 else 1)"),
                                              rules_of("questions").data, {"ambiguities", "questions"});
  // The reading was tried, and matters.
  const Finding* const marked = first_of(result, "ambiguities");
  ASSERT_TRUE(marked) << shown(result.findings);
  EXPECT_EQ(marked->verdict, Verdict::refuted);
  EXPECT_TRUE(std::none_of(result.findings.begin(), result.findings.end(), [](const Finding& one) {
    return one.same_as.has_value();
  })) << shown(result.findings);
}

/// What the flawed rules are asked, with a disputed claim that holds if both lines count. `in`: begins its case.
std::optional<Finding> asked_beside_a_dispute(const std::string& in) {
  std::string text = rules_of("questions").flawed;
  text.insert(text.find("case 2.0"), in + "  claim \"both count\"\n"
                                          "    disputed \"2.0 says that the best counts\"\n"
                                          "    expect worth(\"A\") = 2\n");
  const Verification result =
      verification_of(text, rules_of("questions").data, {"facts-stated-twice", "questions"});
  const Finding* const found = first_of(result, "questions");
  EXPECT_TRUE(found) << shown(result.findings);
  return found == nullptr ? std::nullopt : std::optional<Finding>(*found);
}

TEST(Questions, ADisputedClaimThatHoldsWithTheOtherAnswerIsTheSame) {
  const auto found = asked_beside_a_dispute("");
  ASSERT_TRUE(found && found->same_as);
  EXPECT_EQ(found->same_as->check, "facts-stated-twice");
  EXPECT_EQ(found->same_as->subject, "both count");
}

/// A claim of another place may hold by chance.
TEST(Questions, ADisputedClaimOfAnotherPlaceIsNotTheSame) {
  const auto found = asked_beside_a_dispute("case 1.5 \"Elsewhere\"\n  summary \"Something else.\"\n");
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->same_as);
}

// A sum that leaves the range of its measure ends play by a fault.
TEST(Questions, AnAnswerThatCannotBePlayedIsNone) {
  std::string text = rules_of("questions").flawed;
  const std::string line = "1.0 second: 1 when on_map(u)";
  text.replace(text.find(line), line.size(), line + " and turn > 1");
  std::string said;
  const auto found = [&](const std::string& rules) {
    const Verification result = verification_of(rules, rules_of("questions").data, {"questions"});
    said = shown(result.findings);
    return std::count_if(result.findings.begin(), result.findings.end(), [](const Finding& one) {
      return one.check == "questions" && one.subject == "worth.adds_up";
    });
  };
  EXPECT_EQ(found(text), 1);
  const std::string range = "points from 0 to 9";
  EXPECT_EQ(found(text.replace(text.find(range), range.size(), "points from 0 to 1")), 0) << said;
}

TEST(Questions, WithoutItsReadingsARulesetPlaysAsBefore) {
  for (const char* const edition : {"across-suez/spi-1980", "across-suez/decision-games-2", "examples/cup"}) {
    const auto scenario = shipped(edition);
    ASSERT_TRUE(scenario);
    const auto& readings = scenario->readings;
    const auto without = language::without_readings(*scenario->program, {readings.begin(), readings.end()});
    EXPECT_TRUE(without->readings.empty()) << edition;
    EXPECT_THAT(language::validate(*without), IsEmpty()) << edition;
    Diagnostics diagnostics;
    const auto bound = runtime::bind(without, scenario->data, {}, scenario->id, diagnostics);
    ASSERT_TRUE(bound) << testing_support::shown(diagnostics);
    runtime::CompiledRules played(scenario);
    TwoRules two(played, bound);
    const players::Players seats = players::random_players(*scenario);
    size_t compared = 0;
    runtime::CompiledRules playing(scenario);
    players::Playouts games(playing, seats);
    games.show_to([&](const runtime::Position& position, uint64_t, uint64_t step) {
      ++compared;
      EXPECT_FALSE(two.at(position)) << edition << " at step " << step;
    });
    games.play(1, 1, 200);
    EXPECT_GT(compared, 20U) << edition;
  }
}

TEST(Questions, WhatIsSuppliedIsNotAskedAgain) {
  const SmallRules& rules = rules_of("questions");
  std::string text = rules.flawed;
  const std::string line = "1.0 second: 1 when";
  text.replace(text.find(line), line.size(), "supplied \"not said\": 1.0 second: 1 when");
  EXPECT_THAT(names_of(*testing_support::scenario_of(text, rules.data)->program), IsEmpty());
}

TEST(Questions, WhatIsNoRivalIsRefusedWithTheNearestName) {
  const SmallRules& rules = rules_of("questions");
  Diagnostics diagnostics;
  const auto program = testing_support::compile_text(rules.flawed, diagnostics);
  ASSERT_TRUE(program);
  EXPECT_FALSE(testing_support::bind_text(program, rules.data, diagnostics, {{"rival", "worth.add-up"}}));
  std::string suggestion;
  for (const Diagnostic& one : diagnostics.all())
    if (one.code == "D0168") suggestion = one.suggestion;
  EXPECT_EQ(suggestion, "worth.adds-up") << testing_support::shown(diagnostics);
}

/// What definitions over data alone give is worked out beforehand: the instructions are the same.
TEST(Questions, RulesThatDifferInDataWorkedOutBeforehandDoNotRunAlike) {
  const auto rules = [](const std::string& strong) {
    return head + "  define strong(u: unit) -> bool = side(u) = " + strong + "\n" + game +
           R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 strong: strong(u)
    do
      place(u) := to
)";
  };
  const DataText data = board("A white a1\nB black b2");
  const runtime::CompiledRules white(testing_support::scenario_of(rules("white"), data));
  const runtime::CompiledRules again(testing_support::scenario_of(rules("white"), data));
  const runtime::CompiledRules black(testing_support::scenario_of(rules("black"), data));
  EXPECT_TRUE(white.runs_as(again));
  EXPECT_FALSE(white.runs_as(black));
}

}  // namespace
}  // namespace casebook::checks
