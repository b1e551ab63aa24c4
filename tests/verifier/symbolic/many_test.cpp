// SPDX-License-Identifier: Apache-2.0
// What is too large to be written out: sets compared with every set, members in an order that the position
// decides, fields of which a question reads little. Each agrees with the reference evaluator, over positions
// that are known and over those that are open; and each translated wrongly is noticed.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/random.h"
#include "engine/runtime/reference/reference.h"
#include "tests/support/rules_text.h"
#include "tests/support/scramble.h"
#include "tests/verifier/symbolic/mistakes.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/selftest/selftest.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

Verdict verdict_of(const runtime::Scenario& scenario, const Induction& induction, const std::string& name) {
  const auto& all = scenario.program->invariants;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return induction.verdicts[i];
  ADD_FAILURE() << "no invariant " << name;
  return Verdict::unknown;
}

// Twelve coins, of which as little as pays is given.
constexpr const char* purses = R"(edition purses "Purses"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind coin = a, b, c, d, e, f, g, h, i, j, k, l
  measure sum from 0 to 99
  measure d6 from 1 to 6
  define value(x: coin) -> sum = match x
    a: 1
    b: 1
    c: 2
    d: 2
    e: 3
    f: 5
    g: 7
    h: 7
    i: 7
    j: 7
    k: 7
    l: 7
  define value_of(these: set of coin) -> sum = total value(x) over x in these
  state purse: set of coin
  state owed: sum = 4
  state paid: sum
  procedure game
    repeat at most 9 times
      choose by white
        pay(these)
      or else
        end game won by black
      roll n: d6
      owed := n as sum
    end game won by white
  action pay(these: set of x in purse)
    require 1.0 enough: value_of(these) >= owed
    best 1.0 little: least value_of(these)
    do
      purse -= these
      paid := value_of(these)
  invariant exact at every step: f in before(purse) and paid != before(paid) and before(owed) = 5 implies paid = 5
  invariant no_more_than_a_coin at every step: a in before(purse) and b in before(purse) and paid != before(paid) and before(owed) = 2 implies paid = 2
  invariant never_six at every step: paid != before(paid) implies paid != 6
)";

ScenarioPtr purses_with(const std::string& what = "", const std::string& instead = "") {
  std::string rules = purses;
  if (!what.empty()) {
    const size_t at = rules.find(what);
    EXPECT_NE(at, std::string::npos);
    rules.replace(at, what.size(), instead);
  }
  return testing_support::scenario_of(rules);
}

// Twelve coins are more than the ten whose sets are gone through one by one.
TEST(ManySets, AreComparedAsTheReferenceEvaluatorDoes) {
  SelftestSettings settings;
  settings.positions = 24;
  settings.games = 2;
  settings.choices = 6;
  const Selftest result = selftest(purses_with(), settings);
  EXPECT_TRUE(result.open.empty()) << result.open.front().first << ": " << result.open.front().second;
  EXPECT_TRUE(result.differences.empty())
      << result.differences.front().definition << result.differences.front().input << ": "
      << result.differences.front().reference << " | " << result.differences.front().translated;
  EXPECT_GT(result.steps, 20U);
  settings = with_mistake(settings, *purses_with(), "many: any set");
  EXPECT_FALSE(selftest(purses_with(), settings).differences.empty());
}

// That five is paid with the coin of five follows from what is best alone: without it more could be given.
TEST(ManySets, WhatIsBestIsLeantOnAndWhatIsNotIsBroken) {
  const ScenarioPtr scenario = purses_with(),
                    without = purses_with("    best 1.0 little: least value_of(these)\n", "");
  const Induction induction = prove_invariants(scenario), more = prove_invariants(without);
  EXPECT_TRUE(induction.open.empty()) << induction.open.front();
  for (const char* name : {"exact", "no_more_than_a_coin"}) {
    EXPECT_EQ(verdict_of(*scenario, induction, name), Verdict::proved)
        << induction_text(*scenario, induction, true);
    EXPECT_EQ(verdict_of(*without, more, name), Verdict::not_inductive)
        << induction_text(*without, more, true);
  }
  // Six is paid where nothing else will do: the model is one in which nobody has a better set, and is played.
  EXPECT_EQ(verdict_of(*scenario, induction, "never_six"), Verdict::not_inductive)
      << induction_text(*scenario, induction, true);
  for (const ProofCell& cell : induction.cells) EXPECT_NE(cell.verdict, Verdict::tool_error) << cell.why;
}

// Which of many sets may be chosen at all decides where the step leads.
TEST(ManySets, WhetherAnyMayBeChosenIsTranslated) {
  const ScenarioPtr scenario =
      purses_with("  invariant exact", "  invariant can_pay: value_of(purse) >= owed\n  invariant exact");
  // The site comes after the question: whoever stands there has enough.
  const Induction induction = prove_invariants(scenario);
  EXPECT_EQ(verdict_of(*scenario, induction, "can_pay"), Verdict::proved)
      << induction_text(*scenario, induction, true);
}

// A preference that faults of some set that nobody chose faults before anybody chooses.
TEST(ManySets, FaultsOfWhatIsComparedAreAsked) {
  const struct {
    const char* key;
    Verdict verdict;
  } games[] = {
      {"least 60 / (99 - (value_of(these) as number)) rounded down", Verdict::proved},
      {"least 60 / (9 - (value_of(these) as number)) rounded down", Verdict::not_inductive},
  };
  for (const auto& one : games) {
    SCOPED_TRACE(one.key);
    const ScenarioPtr scenario = purses_with("least value_of(these)", one.key);
    InductionSettings settings;
    settings.invariants = {static_cast<Id>(scenario->program->invariants.size())};
    const Induction induction = prove_invariants(scenario, settings);
    EXPECT_EQ(induction.verdicts[scenario->program->invariants.size()], one.verdict)
        << induction_text(*scenario, induction, true);
  }
}

// Who comes first is who has least; of two who have the same, who stands first.
constexpr const char* queues = R"(edition queues "Queues"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind guest = a, b, c, d, e
  measure tally from 0 to 9
  measure long from 0 to 100000
  state has(guest): tally
  state away(guest): bool
  state word: long
  state last: guest or none
  define letter(x: guest) -> long = match x
    a: 1
    b: 2
    c: 3
    d: 4
    e: 5
  action go()
    do
      word := 0
      for each x in guest where not away(x) by has(x) do
        if word < 10000 then word := word * 10 + letter(x)
        last := x
  procedure game
    repeat at most 3 times
      choose by white
        go()
    end game drawn
)";

size_t differences_of_order(const std::string& mistake) {
  const ScenarioPtr scenario = testing_support::scenario_of(queues);
  const language::Program& program = *scenario->program;
  Formula formula;
  PositionFormulas positions(scenario, formula);
  const SymbolicPosition open = positions.open(std::vector<bool>(program.procedures.size(), true));
  const auto made = mistaken_translator(mistake, positions);
  Translator& translator = *made;
  SymbolicPosition after = open;
  translator.execute(*program.actions[0].body, after);
  EXPECT_FALSE(formula.is_constant(after.value(SlotOf::state, 2, 0).number));
  runtime::ReferenceRules rules(scenario);
  Random random(7, 3);
  size_t differences = 0;
  for (int i = 0; i < 60; ++i) {
    runtime::Position position = scenario->start;
    runtime::tests::scramble(*scenario, position, random, 70);
    Assignment assignment = formula.any_assignment();
    positions.assign(open, positions.known(position), assignment);
    runtime::Position translated = position, played = position;
    positions.decode(after, assignment, translated);
    rules.evaluator().execute(*program.actions[0].body, played);
    if (!(translated == played)) ++differences;
  }
  return differences;
}

TEST(OrderThatThePositionDecides, IsThatOfTheReferenceEvaluator) {
  EXPECT_EQ(differences_of_order(""), 0U);
}

TEST(OrderThatThePositionDecides, TranslatedWronglyIsNoticed) {
  EXPECT_GT(differences_of_order("many: order"), 0U);
}

// A field whose steps fault, of those that are asked: not where nobody comes to, nor back.
constexpr const char* tolls = R"(edition tolls "Tolls"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  measure tally from 0 to 3
  measure points from 0 to 90 or never
  state toll(hex): tally = 1
  state shut(hex): bool
  state home(hex): bool
  field way over hex -> points = least cost to h where home(h)
    through h where not shut(h)
    step a, b: (6 / (toll(b) as number) rounded down) as points
  field near over hex = reach to h where home(h)
    through h where 6 / (toll(h) as number) rounded down < 6
  define of_way(h: hex) -> points = way[h]
  define of_near(h: hex) -> bool = near[h]
  procedure game
    end game drawn
)";

Selftest tolls_of(const std::string& definition, const std::string& mistake = "") {
  testing_support::DataText data;
  data.map = testing_support::small_map(2, 2);
  SelftestSettings settings;
  settings.definition = definition;
  const ScenarioPtr scenario = testing_support::scenario_of(tolls, data);
  return selftest(scenario, with_mistake(settings, *scenario, mistake));
}

TEST(FieldsThatFault, DoWhereTheReferenceEvaluatorDoes) {
  for (const char* name : {"of_way", "of_near"}) {
    const Selftest result = tolls_of(name);
    EXPECT_TRUE(result.open.empty()) << result.open.front().second;
    EXPECT_TRUE(result.differences.empty())
        << name << result.differences.front().input << ": " << result.differences.front().reference << " | "
        << result.differences.front().translated;
    EXPECT_GT(result.inputs, 1U) << name;
    EXPECT_FALSE(tolls_of(name, "many: faults of a field").differences.empty()) << name;
  }
}

// Fields of a map that is taken to be too large to be written out: each value that is read is any, until a
// model has another one than it is.
constexpr const char* roads = R"(edition roads "Roads"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  measure points from 0 to 90 or never
  state home(hex): bool
  state shut(hex): bool
  state muddy(hex): bool
  state now: hex
  state left: points = 3
  field road over hex -> points = least cost to h where home(h)
    through h where not shut(h)
    step a, b: if muddy(b) then 3 else 1
  field joined over hex = reach to h where home(h)
    through h where not shut(h)
    across a, b where not muddy(a)
  define of_road(h: hex) -> points = if road[h] <= 2 then 1 else if road[h] = never then 2 else 3
  define of_joined(h: hex) -> points = if joined[h] then 1 else 2
  procedure game
    repeat at most 3 times
      choose by white
        go(to)
        build()
    end game drawn
  action go(to in neighbours(now))
    require 1.0 homewards: road[to] < road[now]
    do
      now := to
  action build()
    do
      home(now) := yes
  invariant comes_home: home(now) or road[now] > 0
  invariant never_lost at every step: before(road[now]) != never implies road[now] != never
)";

Selftest roads_of(const std::string& definition, const std::string& mistake = "") {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  SelftestSettings settings;
  settings.definition = definition;
  settings.translator.field_hexes = 0;
  const ScenarioPtr scenario = testing_support::scenario_of(roads, data);
  return selftest(scenario, with_mistake(settings, *scenario, mistake));
}

TEST(OpenFields, AreThoseOfTheReferenceEvaluator) {
  for (const char* name : {"of_road", "of_joined"}) {
    const Selftest result = roads_of(name);
    EXPECT_TRUE(result.open.empty()) << result.open.front().second;
    EXPECT_EQ(result.covered + result.uncovered.size(), result.ways);
    EXPECT_GT(result.inputs, 1U) << name;
    EXPECT_TRUE(result.differences.empty())
        << name << result.differences.front().input << ": " << result.differences.front().reference << " | "
        << result.differences.front().translated;
    EXPECT_FALSE(roads_of(name, "many: field").differences.empty()) << name;
  }
}

// Whatever is read is as it is: a proof by it is one, and a model is played.
TEST(OpenFields, ProveAndAreRefutedLikeThoseWrittenOut) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  const ScenarioPtr scenario = testing_support::scenario_of(roads, data);
  InductionSettings settings;
  const Induction out = prove_invariants(scenario, settings);
  settings.translator.field_hexes = 0;
  const Induction open = prove_invariants(scenario, settings);
  EXPECT_TRUE(open.open.empty()) << open.open.front();
  // Written out it may be too much for the solver; neither proves what the other refutes.
  for (size_t i = 0; i < open.verdicts.size(); ++i)
    EXPECT_TRUE(open.verdicts[i] == out.verdicts[i] || out.verdicts[i] == Verdict::unknown)
        << induction_text(*scenario, open, true) << induction_text(*scenario, out, true);
  EXPECT_EQ(verdict_of(*scenario, open, "comes_home"), Verdict::proved)
      << induction_text(*scenario, open, true);
  for (const ProofCell& cell : open.cells) EXPECT_NE(cell.verdict, Verdict::tool_error) << cell.why;
}

}  // namespace
}  // namespace casebook::symbolic
