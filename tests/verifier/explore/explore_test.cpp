// SPDX-License-Identifier: Apache-2.0
// Exploration against numbers worked out otherwise: perft's sequences, a brute-force walk, and chances that
// others computed for hex skirmish.
#include "verifier/explore/explore.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/platform/console.h"
#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/records/replay.h"
#include "tests/support/rules_text.h"
#include "verifier/explore/chances.h"
#include "verifier/explore/findings.h"
#include "verifier/symbolic/mine/candidates.h"
#include "verifier/symbolic/mine/mine.h"

namespace casebook::explore {
namespace {

using runtime::NodeKind;
using runtime::Position;

std::shared_ptr<const runtime::Scenario> shipped(const std::string& edition, const std::string& file = {}) {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition;
  if (!file.empty()) request.scenario_file = request.edition_folder + "/" + file;
  Diagnostics diagnostics;
  auto scenario = runtime::load_scenario(request, diagnostics);
  if (!scenario) ADD_FAILURE() << testing_support::shown(diagnostics);
  return scenario;
}

struct Explored {
  std::shared_ptr<const runtime::Scenario> scenario;
  Position start;
  Graph graph;
};

Explored explored(std::shared_ptr<const runtime::Scenario> scenario, const Limits& limits = {},
                  bool reference = false) {
  const auto rules =
      reference ? runtime::make_reference_rules(scenario) : runtime::make_compiled_rules(scenario);
  Position start = scenario->start;
  rules->begin(start);
  Graph graph = explore(*rules, start, limits);
  return {std::move(scenario), std::move(start), std::move(graph)};
}

const Shown& find(const std::vector<Shown>& all, const std::string& claim) {
  for (const Shown& one : all) {
    if (one.finding.claim == claim) return one;
  }
  throw std::runtime_error("no finding says " + claim);
}

/// A small game of one side and known numbers: a counter that goes up to `last` by choice, or by a roll.
std::shared_ptr<const runtime::Scenario> counter(const std::string& game, const std::string& more = {}) {
  return testing_support::scenario_of(R"(edition counter "Counter"
section 1 "All"
case 1.0 "All"
  kind side = white, black
  measure counted from 0 to 5
  measure d6 from 1 to 6
  state n: counted
  action up()
    do
      n += 1
  action stay()
)" + more + "  procedure game\n" + game,
                                      {});
}

// What lies behind it is not known: nothing is proved, and nothing is refuted that no game shows.
TEST(Exploration, ALimitOfCasebookLeavesAPositionOpen) {
  std::string tokens = "  kind token = t1";
  for (int i = 2; i <= 25; ++i) tokens += ", t" + std::to_string(i);
  const Explored one = explored(counter(R"(    choose by white
      up()
      stay()
    if n = 1 then
      choose by white
        send(team)
    end game won by white
)",
                                        tokens + "\n  action send(team: set of t in token)\n"));
  EXPECT_FALSE(one.graph.complete());
  EXPECT_EQ(one.graph.open, 1U);
  EXPECT_EQ(one.graph.at_limit, 1U);
  EXPECT_NE(limit_met_first(one.graph).find("25 members may be in team of send (1.0)"), std::string::npos);
  const std::vector<Shown> found = findings(one.graph, one.start, true);
  EXPECT_EQ(find(found, "no rule faults").finding.verdict, Verdict::holds_to_bound);
  EXPECT_EQ(find(found, "black can win").finding.verdict, Verdict::unknown);
  EXPECT_EQ(find(found, "white can win").finding.verdict, Verdict::proved);
  EXPECT_EQ(find(found, "the game can always end").finding.verdict, Verdict::unknown);
  const WinningChance chance = winning_chance(one.graph, 0, 3);
  EXPECT_FALSE(chance.greatest);
}

TEST(Exploration, AStopInTheMiddleOfAListLeavesItsPositionOpen) {
  std::string tokens = "  kind token = t1";
  for (int i = 2; i <= 17; ++i) tokens += ", t" + std::to_string(i);
  const auto scenario = counter(R"(    choose by white
      up()
      stay()
    if n = 1 then
      choose by white
        send(team)
    end game won by white
)",
                                tokens + "\n  action send(team: set of t in token)\n");
  const auto rules = runtime::make_compiled_rules(scenario);
  Position start = scenario->start;
  rules->begin(start);
  platform::set_stop_requested(true);
  const Graph graph = explore(*rules, start, {});
  platform::set_stop_requested(false);
  EXPECT_TRUE(graph.stopped);
  EXPECT_FALSE(graph.complete());
  EXPECT_EQ(graph.size(), 1U) << "the step behind which the list was cut off was not taken";
  EXPECT_TRUE(graph.is_open(0));
}

TEST(Exploration, CountsWhatAWalkWithASetCounts) {
  const std::vector<std::pair<std::string, int>> games{
      {"examples/hex-skirmish", 3}, {"examples/interrupt", 2}, {"examples/cup", 2}};
  for (const auto& [edition, deepest] : games) {
    SCOPED_TRACE(edition);
    const auto scenario = shipped(edition);
    Limits limits;
    limits.depth = deepest;
    const Explored one = explored(scenario, limits);
    // The same, with the reference evaluator and a set of whole positions.
    const auto rules = runtime::make_reference_rules(scenario);
    Position start = scenario->start;
    rules->begin(start);
    std::set<std::vector<uint64_t>> seen{start.words()};
    std::vector<Position> level{start};
    for (int depth = 0; depth <= deepest; ++depth) {
      std::vector<Position> next;
      uint64_t chances = 0, ends = 0;
      std::vector<Position> chooses;
      for (size_t i = 0; i < level.size(); ++i) {
        if (rules->node(level[i]) != NodeKind::chance) {
          ends += rules->node(level[i]) == NodeKind::over ? 1U : 0U;
          chooses.push_back(level[i]);
          continue;
        }
        ++chances;
        std::vector<runtime::ChanceOutcome> outcomes;
        rules->outcomes(level[i], outcomes);
        for (const auto& outcome : outcomes) {
          Position after = level[i];
          rules->apply(after, outcome);
          if (seen.insert(after.words()).second) level.push_back(after);
        }
      }
      const DepthCount& count = one.graph.depths[static_cast<size_t>(depth)];
      EXPECT_EQ(count.positions, chooses.size());
      EXPECT_EQ(count.chances, chances);
      EXPECT_EQ(count.ends, ends);
      for (const Position& position : chooses) {
        if (rules->node(position) == NodeKind::over) continue;
        std::vector<runtime::Choice> choices;
        rules->choices(position, choices);
        for (const auto& choice : choices) {
          Position after = position;
          rules->apply(after, choice);
          if (seen.insert(after.words()).second) next.push_back(after);
        }
      }
      level = next;
    }
  }
}

TEST(Exploration, BothEvaluatorsSeeTheSame) {
  const auto scenario = shipped("examples/hex-skirmish");
  const Explored compiled = explored(scenario), reference = explored(scenario, {}, true);
  ASSERT_TRUE(compiled.graph.complete());
  ASSERT_EQ(compiled.graph.size(), reference.graph.size());
  EXPECT_EQ(compiled.graph.edges(), reference.graph.edges());
  for (Index index = 0; index < compiled.graph.size(); ++index) {
    ASSERT_EQ(compiled.graph.position(index).words(), reference.graph.position(index).words());
    ASSERT_EQ(compiled.graph.depth(index), reference.graph.depth(index));
  }
}

TEST(Exploration, PacksAndUnpacksEveryPosition) {
  const auto scenario = shipped("examples/hex-skirmish");
  const Explored one = explored(scenario);
  EXPECT_LE(one.graph.packing().bits(), 64U);
  const Packing plain = Packing::plain(*scenario);
  EXPECT_EQ(plain.words(), scenario->layout.words);
  std::vector<uint64_t> packed(plain.words());
  for (Index index = 0; index < one.graph.size(); ++index) {
    const Position position = one.graph.position(index);
    ASSERT_TRUE(plain.pack(position, packed.data()));
    ASSERT_EQ(packed, position.words());
  }
}

TEST(Exploration, SaysTheExactChanceOfHexSkirmish) {
  const Explored one = explored(shipped("examples/hex-skirmish"));
  const WinningChance first = winning_chance(one.graph, 0, 20);
  ASSERT_TRUE(first.greatest) << first.unknown;
  EXPECT_EQ(to_text(*first.greatest), "2909/6912");
}

TEST(Exploration, ChancesOfACounterAreThoseWorkedOutByHand) {
  // One roll a choice, won on a six: 1 - (5/6)^n; against it one may stay for ever.
  const auto scenario = counter(R"(    repeat
      choose by white
        up() then
          n := 0
          roll d: d6
          if d = 6 then end game won by white
        stay()
)");
  const Explored one = explored(scenario);
  ASSERT_TRUE(one.graph.complete());
  EXPECT_EQ(to_text(*winning_chance(one.graph, 0, 0).greatest), "0");
  EXPECT_EQ(to_text(*winning_chance(one.graph, 0, 1).greatest), "1/6");
  EXPECT_EQ(to_text(*winning_chance(one.graph, 0, 3).greatest), "91/216");
  EXPECT_EQ(to_text(*winning_chance(one.graph, 0, 3).least), "0");
  EXPECT_EQ(to_text(*winning_chance(one.graph, 1, 3).greatest), "0");
  EXPECT_FALSE(winning_chance(one.graph, 0, 60).greatest);
  EXPECT_EQ(winning_chance(one.graph, 0, 60).unknown,
            "the exact fractions would need denominators above 2^126; ask for fewer choices");
}

TEST(Exploration, FindsStuckPlayersFaultsAndEndlessPlay) {
  const auto stuck = counter(R"(    repeat
      choose by white
        up() require 1.0 n < 2
)");
  auto found = explored(stuck);
  const auto of_stuck = findings(found.graph, found.start);
  EXPECT_EQ(find(of_stuck, "every player who must choose has a lawful choice").finding.verdict,
            Verdict::refuted);
  EXPECT_EQ(find(of_stuck, "every player who must choose has a lawful choice").choices, 2);
  EXPECT_EQ(find(of_stuck, "white can win").finding.verdict, Verdict::refuted);
  const auto fault = counter(R"(    repeat
      choose by white
        up()
        stay()
)");
  auto of_fault = explored(fault);
  const auto faults = findings(of_fault.graph, of_fault.start);
  EXPECT_EQ(find(faults, "no rule faults").finding.verdict, Verdict::refuted);
  EXPECT_EQ(find(faults, "no rule faults").choices, 6);
  EXPECT_EQ(find(faults, "no rule faults").ways, 1U);
  const auto endless_game = counter(R"(    repeat
      choose by white
        stay()
)");
  auto of_endless = explored(endless_game);
  const auto ends = findings(of_endless.graph, of_endless.start);
  EXPECT_EQ(find(ends, "the game can always end").finding.verdict, Verdict::refuted);
  EXPECT_EQ(find(ends, "every player who must choose has a lawful choice").finding.verdict, Verdict::proved);
}

TEST(Exploration, AWitnessReplaysAndIsAsShortAsItSays) {
  const Explored one = explored(shipped("examples/hex-skirmish"));
  for (const Shown& shown : findings(one.graph, one.start)) {
    const Finding& finding = shown.finding;
    if (!finding.witness) continue;
    SCOPED_TRACE(finding.claim);
    Diagnostics diagnostics;
    const auto replayed = runtime::replay(finding.witness->sides.front().record, "witness",
                                          runtime::make_reference_rules(one.scenario), diagnostics);
    EXPECT_TRUE(replayed.good) << testing_support::shown(diagnostics);
    int32_t choices = 0;
    for (const auto& step : finding.witness->sides.front().record.steps)
      choices += step.kind == runtime::StepKind::choice ? 1 : 0;
    EXPECT_EQ(choices, shown.choices);
  }
}

// The invariants of positions are asked of every one that is reached: the shortest way to one that breaks it.
TEST(Exploration, AnInvariantIsProvedOrBrokenByTheShortestRecord) {
  const std::string game = R"(    repeat
      choose by white
        up() require 1.0 n < 4
        stay() then stop
    end game drawn
)";
  const auto proved = explored(counter(game, "  invariant small: n <= 4\n"));
  const auto holds = findings(proved.graph, proved.start);
  EXPECT_EQ(find(holds, "the invariant small holds").finding.verdict, Verdict::proved);
  EXPECT_EQ(findings(proved.graph, proved.start, false).size() + 1, holds.size());
  const auto broken = explored(counter(game, "  invariant small: n <= 2\n"));
  const auto found = findings(broken.graph, broken.start);
  const Shown& small = find(found, "the invariant small holds");
  EXPECT_EQ(small.finding.verdict, Verdict::refuted);
  EXPECT_EQ(small.choices, 3);
  EXPECT_EQ(small.positions, 2U);
  ASSERT_TRUE(small.finding.witness);
  EXPECT_EQ(small.finding.witness->sides.front().said.front().subject, "small");
  EXPECT_EQ(small.finding.cases.front().label, "1.0");
}

// Those of a step and of the end of a procedure: of every step, and of what runs before the first.
TEST(Exploration, InvariantsOfStepsAreProvedOrBrokenByTheShortestRecord) {
  const std::string game = R"(    setting_up()
    repeat
      choose by white
        up() require 1.0 n < 4
        stay() then stop
    end game drawn
  procedure setting_up
    n := n
)";
  const auto holding = explored(counter(game,
                                        "  invariant grows at every step: n >= before(n)\n"
                                        "  invariant low at end of setting_up: n <= 1\n"));
  for (const Shown& one : findings(holding.graph, holding.start))
    if (one.finding.claim.starts_with("the invariant")) {
      EXPECT_EQ(one.finding.verdict, Verdict::proved) << one.finding.claim;
    }
  EXPECT_EQ(find(findings(holding.graph, holding.start), "the invariant grows holds").finding.text, "");
  const auto broken = explored(counter(game,
                                       "  invariant low at every step: n < 3 or before(n) = n\n"
                                       "  invariant high at end of setting_up: n > 3\n"));
  const auto found = findings(broken.graph, broken.start);
  const Shown& low = find(found, "the invariant low holds");
  EXPECT_EQ(low.finding.verdict, Verdict::refuted);
  EXPECT_EQ(low.finding.text, "2 steps violate it, the nearest after 3 choices");
  ASSERT_TRUE(low.finding.witness);
  EXPECT_EQ(low.finding.witness->sides.front().record.steps.size(), 3U);
  const Shown& high = find(found, "the invariant high holds");
  EXPECT_EQ(high.finding.verdict, Verdict::refuted);
  EXPECT_EQ(high.finding.text, "it does not hold at the end of a procedure before the first choice");
}

TEST(Exploration, WhatWasNotFollowedIsOpenAndProvesNothing) {
  Limits limits;
  limits.depth = 1;
  const Explored one = explored(shipped("examples/hex-skirmish"), limits);
  EXPECT_FALSE(one.graph.complete());
  EXPECT_EQ(one.graph.depths.size(), 2U);
  EXPECT_EQ(one.graph.open, one.graph.depths[1].positions);
  const auto found = findings(one.graph, one.start);
  EXPECT_EQ(find(found, "first can win").finding.verdict, Verdict::unknown);
  EXPECT_EQ(find(found, "every player who must choose has a lawful choice").finding.verdict,
            Verdict::holds_to_bound);
  EXPECT_TRUE(winning_chance(one.graph, 0, 1).greatest);
  EXPECT_EQ(winning_chance(one.graph, 0, 2).unknown,
            "not all positions within that many choices were visited");
  limits = {};
  limits.positions = 100;
  const Explored few = explored(shipped("examples/hex-skirmish"), limits);
  EXPECT_TRUE(few.graph.limit_met);
  EXPECT_LT(few.graph.size(), 200U);
  EXPECT_GT(few.graph.open, 0U);
}

TEST(Exploration, StopsWhenItIsToldTo) {
  const auto scenario = shipped("examples/hex-skirmish", "scenario-5.json");
  const auto rules = runtime::make_compiled_rules(scenario);
  Position start = scenario->start;
  rules->begin(start);
  const Graph graph = explore(*rules, start, {}, [](uint64_t) { return false; });
  EXPECT_TRUE(graph.stopped);
  EXPECT_GT(graph.open, 0U);
}

// Of many pieces one position has thousands of ways on, so it is ways after which a stop is looked for.
TEST(Exploration, StopsAfterWaysAndNotAfterPositions) {
  std::string pieces;
  for (int i = 1; i <= 70; ++i) pieces += "U" + std::to_string(i) + " white a1\n";
  const auto scenario = testing_support::scenario_of(
      R"(edition pairs "Pairs"
section 1 "All"
case 1.0 "All"
  kind side = white, black
  kind unit on map
  box reserve
  given side(unit): side
  measure counted from 0 to 9
  state n: counted
  action pair(u in unit, v in unit)
    do
      n += 1
  procedure game
    repeat at most 9 times
      choose by white
        pair()
    end game drawn
)",
      {testing_support::small_map(1, 1), testing_support::units(pieces), "", ""});
  const auto rules = runtime::make_compiled_rules(scenario);
  Position start = scenario->start;
  rules->begin(start);
  EXPECT_EQ(explore(*rules, start, {}).edges(), 9U * 70 * 70);
  int asked = 0;
  const Graph graph = explore(*rules, start, {}, [&](uint64_t) { return ++asked < 3; });
  EXPECT_TRUE(graph.stopped);
  EXPECT_EQ(graph.edges(), 3U * 70 * 70);
}

/// As if that had been mined and proved, at every site.
std::shared_ptr<const runtime::Scenario> called_proved(
    const std::shared_ptr<const runtime::Scenario>& scenario, const std::vector<symbolic::Candidate>& all) {
  const symbolic::WithCandidates with = symbolic::with_candidates(*scenario, all);
  EXPECT_TRUE(with.not_typed.empty());
  auto mined = std::make_shared<runtime::MinedInvariants>();
  mined->rules = with.scenario;
  for (size_t i = 0; i < all.size(); ++i)
    mined->kept.push_back(static_cast<language::InvariantId>(static_cast<size_t>(with.first) + i));
  mined->at.assign(scenario->program->sites.size(), mined->kept);
  symbolic::Mining mining;
  mining.mined = mined;
  return symbolic::with_mined(*scenario, mining);
}

constexpr const char* up_or_stay = R"(    repeat at most 3 times
      choose by white
        up()
        stay()
    end game won by white
)";

TEST(Exploration, HoldsEveryPositionToWhatWasMined) {
  const Explored one = explored(called_proved(counter(up_or_stay), {{"n <= 2", language::none}}));
  const std::vector<Shown> all = findings(one.graph, one.start);
  const Shown& mined = find(all, "the mined invariants hold");
  EXPECT_EQ(mined.finding.verdict, Verdict::proved);
  size_t at_sites = 0;
  for (Index i = 0; i < one.graph.size(); ++i) at_sites += one.graph.kind(i) == NodeKind::over ? 0U : 1U;
  EXPECT_EQ(mined.finding.text, "1 mined invariant at " + std::to_string(at_sites) + " positions");
}

TEST(Exploration, AMinedInvariantThatIsBrokenIsAToolErrorWithItsRecord) {
  const Explored one =
      explored(called_proved(counter(up_or_stay), {{"n <= 2", language::none}, {"n <= 1", language::none}}));
  const std::vector<Shown> all = findings(one.graph, one.start);
  const Shown& broken = find(all, "the mined invariant n <= 1 holds");
  EXPECT_EQ(broken.finding.verdict, Verdict::tool_error);
  EXPECT_EQ(broken.choices, 2);
  ASSERT_TRUE(broken.finding.witness);
  EXPECT_EQ(broken.finding.witness->sides[0].record.steps.size(), 2U);
  EXPECT_TRUE(confirm(*broken.finding.witness, {one.scenario}).empty());
  for (const Shown& other : all) EXPECT_NE(other.finding.claim, "the mined invariants hold");
}

TEST(Exploration, FromAnotherPositionAsksNothingMined) {
  const auto scenario = called_proved(counter(up_or_stay), {{"n <= 1", language::none}});
  const Explored from_start = explored(scenario);
  const auto rules = runtime::make_compiled_rules(scenario);
  const auto [first, last] = from_start.graph.next(0);
  ASSERT_NE(first, last);
  const Position start = from_start.graph.position(*first);
  const Graph graph = explore(*rules, start, {});
  for (const Shown& one : findings(graph, start))
    EXPECT_EQ(one.finding.claim.find("mined"), std::string::npos) << one.finding.claim;
}

}  // namespace
}  // namespace casebook::explore
