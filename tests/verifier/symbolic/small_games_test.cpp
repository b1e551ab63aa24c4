// SPDX-License-Identifier: Apache-2.0
// Proofs held against a visit of all positions, on random small games: what is PROVED no position breaks, and what is
// REFUTED some position does. The visit is `explore`, which knows nothing of Z3.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include "engine/runtime/rules.h"
#include "tests/support/rules_text.h"
#include "tests/support/small_games.h"
#include "verifier/explore/explore.h"
#include "verifier/explore/findings.h"
#include "verifier/symbolic/mine/mine.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/reach_break.h"

namespace casebook::symbolic {
namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

struct Tally {
  uint64_t games = 0, left_out = 0, too_large = 0, proved = 0, refuted = 0, open = 0;
  uint64_t mined = 0, leant_on = 0;
};

/// What a visit of all positions says, by the name of the property; nothing when there are too many.
std::map<std::string, Verdict> visited(const ScenarioPtr& scenario, uint64_t positions) {
  auto rules = runtime::make_compiled_rules(scenario);
  runtime::Position start = scenario->start;
  rules->begin(start);
  explore::Limits limits;
  limits.positions = positions;
  const explore::Graph graph = explore::explore(*rules, start, limits);
  std::map<std::string, Verdict> all;
  if (!graph.complete()) return all;
  for (const language::Invariant& one : scenario->program->invariants) all[one.name] = Verdict::proved;
  for (const explore::Shown& one : explore::findings(graph, start)) {
    const std::string& subject = one.finding.subject;
    constexpr std::string_view begin = "the invariant ", end = " holds";
    if (subject.starts_with(begin))
      all[subject.substr(begin.size(), subject.size() - begin.size() - end.size())] = one.finding.verdict;
    if (subject == "nobody is ever stuck") all["can_choose"] = one.finding.verdict;
    if (subject == "no fault is ever met") all["no_fault"] = one.finding.verdict;
    EXPECT_NE(one.finding.verdict, Verdict::tool_error) << subject;
  }
  return all;
}

/// With what a short run of the miner keeps, which the visit must not break.
ScenarioPtr with_what_is_mined(const ScenarioPtr& scenario, Tally& tally) {
  MiningSettings few;
  few.games = 4;
  few.decisions = 200;
  few.candidates = 30;
  few.steps = 200;
  few.all_resources = 300'000;
  const Mining mining = mine_invariants(scenario, few);
  tally.mined += mining.mined->kept.size();
  return with_mined(*scenario, mining);
}

void hold(uint64_t seed, Tally& tally, bool mines = false) {
  const std::string text = tests::small_game(seed);
  SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
  Diagnostics diagnostics;
  const auto program = testing_support::compile_text(text, diagnostics);
  if (!program) {  // a statement that is never reached, say
    ++tally.left_out;
    return;
  }
  testing_support::DataText data;
  data.map = testing_support::small_map(2, 2);
  data.order_of_battle = testing_support::units("A white a1\nB black b2\n");
  ScenarioPtr scenario = testing_support::bind_text(program, data, diagnostics);
  ASSERT_TRUE(scenario) << testing_support::shown(diagnostics);
  if (mines) scenario = with_what_is_mined(scenario, tally);
  const auto truth = visited(scenario, 30'000);
  if (truth.empty()) {
    ++tally.too_large;
    return;
  }
  ++tally.games;
  InductionSettings settings;
  settings.limits.resources = 300'000;
  Induction induction = prove_invariants(scenario, settings);
  ReachSettings reach;
  reach.games = 20, reach.steered = 2, reach.shrinking = 60, reach.simplifying = 60;
  reach_breaks(scenario, induction, reach);
  tally.leant_on += mined_needed(induction).size();
  const auto& invariants = scenario->program->invariants;
  for (size_t i = 0; i < invariants.size() + own_properties.size(); ++i) {
    const std::string name = i < invariants.size() ? invariants[static_cast<int32_t>(i)].name
                                                   : std::string(own_properties[i - invariants.size()]);
    const Verdict said = induction.verdicts[i];
    EXPECT_NE(said, Verdict::tool_error) << name << ": " << induction.reasons[i];
    const auto is = truth.find(name);
    if (is == truth.end()) continue;  // one_winner: a visit does not ask
    if (said == Verdict::proved) {
      ++tally.proved;
      EXPECT_EQ(is->second, Verdict::proved) << name << " is proved, and a position breaks it";
    } else if (said == Verdict::refuted) {
      ++tally.refuted;
      EXPECT_EQ(is->second, Verdict::refuted)
          << name << " is refuted, and no position breaks it: " << induction.reasons[i];
    } else {
      ++tally.open;
    }
  }
}

void say(const Tally& tally) {
  fmt::print(
      "{} games, {} without a meaning, {} too large; {} proved, {} refuted, {} open; {} mined, {} leant on\n",
      tally.games, tally.left_out, tally.too_large, tally.proved, tally.refuted, tally.open, tally.mined,
      tally.leant_on);
}

TEST(SmallGames, AreProvedAndRefutedAsAVisitOfAllPositionsSays) {
  Tally tally;
  hold(13'062, tally);  // a step that ends in a fault broke what was proved of every step
  for (uint64_t seed = 1; tally.games < 200 && seed <= 600 && !HasFailure(); ++seed) hold(seed, tally);
  say(tally);
  EXPECT_EQ(tally.games, 200U);
  EXPECT_GT(tally.proved, 100U);
  EXPECT_GT(tally.refuted, 100U);
}

TEST(SmallGames, WithWhatIsMinedAreProvedAsAVisitOfAllPositionsSays) {
  Tally tally;
  for (uint64_t seed = 1; tally.games < 100 && seed <= 300 && !HasFailure(); ++seed) hold(seed, tally, true);
  say(tally);
  EXPECT_EQ(tally.games, 100U);
  EXPECT_GT(tally.proved, 50U);
  EXPECT_GT(tally.mined, 50U);
  EXPECT_GT(tally.leant_on, 5U);
}

// In pieces: SMALL_GAMES_FROM=20000 SMALL_GAMES_TO=40000.
TEST(SlowSmallGames, AreProvedAndRefutedAsAVisitOfAllPositionsSays) {
  const auto number = [](const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
  };
  Tally tally;
  for (uint64_t seed = number("SMALL_GAMES_FROM", 1'000);
       seed < number("SMALL_GAMES_TO", 101'000) && !HasFailure(); ++seed)
    hold(seed, tally);
  say(tally);
}

}  // namespace
}  // namespace casebook::symbolic
