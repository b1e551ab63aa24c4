// SPDX-License-Identifier: Apache-2.0
// What is measured without a game: text to diagnostics, and the calibration kernel.
#include <benchmark/benchmark.h>

#include <stdexcept>

#include "engine/base/diagnostic_text.h"
#include "engine/base/random.h"
#include "tests/bench/generated_rules.h"
#include "tests/bench/measures.h"

namespace casebook::bench {

namespace {

constexpr int lines = 3'000;

/// A generated ruleset that does not give exactly the diagnostics it was made for measures something else.
GeneratedRules must_generate(bool mistakes) {
  GeneratedRules rules = generated_rules(lines, mistakes);
  Diagnostics diagnostics;
  const auto program = language::compile(*rules.edition, diagnostics);
  if (static_cast<int>(diagnostics.all().size()) != rules.mistakes || (program == nullptr) != mistakes)
    throw std::runtime_error("the generated ruleset gives other diagnostics than it should:\n" +
                             diagnostics_text(diagnostics).substr(0, 500));
  return rules;
}

void measure_diagnostics(benchmark::State& state, const GeneratedRules& rules) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    benchmark::DoNotOptimize(language::compile(*rules.edition, diagnostics));
  }
  state.counters["lines"] = rules.lines;
  state.counters["mistakes"] = rules.mistakes;
}

/// A million numbers of the generator, each mixed into one of 4,096 words (32 KB): arithmetic, memory near
/// by, and a jump that cannot be foreseen.
void measure_calibration(benchmark::State& state) {
  std::vector<uint64_t> words(4'096, 1);
  for (auto _ : state) {
    Random random(1, 1);
    for (int i = 0; i < 1'000'000; ++i) {
      const uint64_t number = random.next();
      uint64_t& word = words[number & 4'095];
      if ((number ^ word) >> 63)
        word += number;
      else
        word ^= number >> 7;
    }
    benchmark::DoNotOptimize(words.data());
  }
}

}  // namespace

void register_calibration() {
  benchmark::RegisterBenchmark("calibration", measure_calibration)->Repetitions(runs);
}

void register_diagnostics() {
  for (const bool mistakes : {false, true}) {
    const GeneratedRules rules = must_generate(mistakes);
    benchmark::RegisterBenchmark(mistakes ? "diagnostics/mistakes" : "diagnostics/clean",
                                 [rules](benchmark::State& state) { measure_diagnostics(state, rules); })
        ->Repetitions(runs);
  }
}

}  // namespace casebook::bench
