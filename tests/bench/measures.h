// SPDX-License-Identifier: Apache-2.0
#pragma once

// What casebook_bench measures. Games are named by the ids of their editions (`examples/cup`); every small
// game in rulesets/examples is found by itself. Every measure plays the games 1 to `batch` of seed 1
// between random players, again and again. So decisions a game and results do not depend on the speed of
// the machine.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/scenario.h"

namespace casebook::bench {

inline constexpr uint64_t seed = 1;
inline constexpr uint64_t batch = 200;  // games of one iteration
inline constexpr int runs = 3;

/// The ids of the small games in rulesets/examples, in order.
std::vector<std::string> small_games();
/// Null with diagnostics when the edition cannot be played.
std::shared_ptr<const runtime::Scenario> scenario_of(const std::string& id, Diagnostics& diagnostics);

/// What is the same in every run.
struct GameFacts {
  uint64_t rules = 0;  // fingerprint of the typed program
  uint64_t decisions = 0, chances = 0;
  std::map<std::string, uint64_t> results;  // by outcome_text
};
GameFacts facts_of(const std::shared_ptr<const runtime::Scenario>& scenario);

/// Registers, with Google Benchmark:
///   playouts/ID   players::Playouts, as `casebook play --games` does: counters playouts, decisions (per
///                 CPU-second) and allocations (per playout, after the first batch)
///   own-loop/ID   CompiledRules::playout, which needs no players: the same counters
///   ready/ID      from files to a form that plays
void register_games(const std::vector<std::string>& ids);
/// calibration: a fixed kernel, so that two hours or two machines can be compared.
void register_calibration();
/// diagnostics/clean and diagnostics/mistakes: from text in memory to diagnostics, 3,000 lines.
void register_diagnostics();

/// Plays `games` games of the edition once to warm up and once more inside a function of its own,
/// casebook_bench_counted, between whose begin and end callgrind counts. Returns the decisions of the second
/// time.
uint64_t play_counted(const std::string& id, uint64_t games, bool own_loop);

/// What the verifier takes, as a table in Markdown. `quick`: small budgets, to see that it works.
std::string verifier_figures(bool quick);
/// `explore` or `counting`, between whose begin and end callgrind counts: how many ways on, or items.
uint64_t verifier_counted(const std::string& what);

/// What the window takes with a large project, as a table in Markdown.
std::string window_figures();

/// Where callgrind counts.
extern "C" void casebook_bench_counted(void (*play)(void*), void* what);

}  // namespace casebook::bench
