// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "engine/base/diagnostic_text.h"
#include "engine/players/playout.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "tests/bench/allocations.h"
#include "tests/bench/measures.h"

namespace casebook::bench {

namespace {

namespace fs = std::filesystem;
using runtime::CompiledRules;
using runtime::Scenario;

/// As many choices as players::Playouts allows.
constexpr int64_t most = static_cast<int64_t>(players::most_decisions);

/// The two ways to play a batch, alike for the caller.
class PlayersLoop {
 public:
  explicit PlayersLoop(const std::shared_ptr<const Scenario>& scenario)
      : rules_(scenario), seats_(players::random_players(*scenario)), playouts_(rules_, seats_) {}
  uint64_t play(uint64_t game) { return playouts_.play(seed, game).decisions; }

 private:
  CompiledRules rules_;
  players::Players seats_;
  players::Playouts playouts_;
};

class OwnLoop {
 public:
  explicit OwnLoop(const std::shared_ptr<const Scenario>& scenario)
      : rules_(scenario), start_(scenario->start), position_(scenario->start) {
    rules_.begin(start_);
  }
  uint64_t play(uint64_t game) {
    position_.copy_from(start_);
    Random random(seed, game);
    return static_cast<uint64_t>(rules_.playout(position_, random, most).choices);
  }

 private:
  CompiledRules rules_;
  runtime::Position start_, position_;
};

template <class Loop>
uint64_t play_batch(Loop& loop, uint64_t games) {
  uint64_t decisions = 0;
  for (uint64_t game = 1; game <= games; ++game) decisions += loop.play(game);
  return decisions;
}

template <class Loop>
void measure(benchmark::State& state, const std::shared_ptr<const Scenario>& scenario) {
  Loop loop(scenario);
  play_batch(loop, batch);
  const uint64_t before = allocations();
  uint64_t decisions = 0, games = 0;
  for (auto _ : state) {
    decisions += play_batch(loop, batch);
    games += batch;
  }
  state.counters["allocations"] = static_cast<double>(allocations() - before) / static_cast<double>(games);
  state.counters["playouts"] = benchmark::Counter(static_cast<double>(games), benchmark::Counter::kIsRate);
  state.counters["decisions"] =
      benchmark::Counter(static_cast<double>(decisions), benchmark::Counter::kIsRate);
}

void measure_ready(benchmark::State& state, const std::string& id) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    const CompiledRules rules(scenario_of(id, diagnostics));
    benchmark::DoNotOptimize(rules.instructions());
  }
}

std::shared_ptr<const Scenario> must_load(const std::string& id) {
  Diagnostics diagnostics;
  auto scenario = scenario_of(id, diagnostics);
  if (!scenario) throw std::runtime_error(id + " cannot be played:\n" + diagnostics_text(diagnostics));
  return scenario;
}

}  // namespace

std::vector<std::string> small_games() {
  std::set<std::string> ids;
  for (const auto& entry : fs::directory_iterator(std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples"))
    if (entry.is_directory()) ids.insert("examples/" + entry.path().filename().string());
  return {ids.begin(), ids.end()};
}

std::shared_ptr<const Scenario> scenario_of(const std::string& id, Diagnostics& diagnostics) {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + id;
  request.id = id;
  return runtime::load_scenario(request, diagnostics);
}

GameFacts facts_of(const std::shared_ptr<const Scenario>& scenario) {
  GameFacts facts;
  facts.rules = scenario->rules_fingerprint;
  CompiledRules rules(scenario);
  const players::Players seats = players::random_players(*scenario);
  players::Playouts playouts(rules, seats);
  for (uint64_t game = 1; game <= batch; ++game) {
    const players::Playout playout = playouts.play(seed, game);
    facts.decisions += playout.decisions;
    facts.chances += playout.chances;
    ++facts.results[outcome_text(*scenario, playout.outcome)];
  }
  return facts;
}

void register_games(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    const auto scenario = must_load(id);
    benchmark::RegisterBenchmark(("playouts/" + id).c_str(), [scenario](benchmark::State& state) {
      measure<PlayersLoop>(state, scenario);
    })->Repetitions(runs);
    benchmark::RegisterBenchmark(("own-loop/" + id).c_str(), [scenario](benchmark::State& state) {
      measure<OwnLoop>(state, scenario);
    })->Repetitions(runs);
    benchmark::RegisterBenchmark(("ready/" + id).c_str(), [id](benchmark::State& state) {
      measure_ready(state, id);
    })->Repetitions(runs);
  }
}

// Never inlined, and with a name that a compiler only ever adds to, so that callgrind can be told to count in
// it only.
extern "C" __attribute__((noinline)) void casebook_bench_counted(void (*play)(void*), void* what) {
  play(what);
  asm volatile("");  // so that it comes back here: a jump would end the counting
}

namespace {

template <class Loop>
uint64_t counted(const std::shared_ptr<const Scenario>& scenario, uint64_t games) {
  struct Work {
    Loop loop;
    uint64_t games, decisions;
  } work{Loop(scenario), games, 0};
  play_batch(work.loop, games);
  casebook_bench_counted(
      [](void* what) {
        Work& mine = *static_cast<Work*>(what);
        mine.decisions = play_batch(mine.loop, mine.games);
      },
      &work);
  return work.decisions;
}

}  // namespace

uint64_t play_counted(const std::string& id, uint64_t games, bool own_loop) {
  const auto scenario = must_load(id);
  return own_loop ? counted<OwnLoop>(scenario, games) : counted<PlayersLoop>(scenario, games);
}

}  // namespace casebook::bench
