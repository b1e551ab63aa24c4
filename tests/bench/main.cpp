// SPDX-License-Identifier: Apache-2.0
// casebook_bench [EDITION ...] [--benchmark_...]     measures these games (default: all of rulesets/examples) and
//                                                    prints the figures as tables in Markdown
// casebook_bench --count EDITION GAMES [own]         plays so many games for callgrind (scripts/bench) and prints
//                                                    how many choices they had
// casebook_bench --verifier [quick]                  prints how long the verifier takes, in some minutes
// casebook_bench --count-verifier explore|counting   the same for callgrind
// casebook_bench --window                            prints how long the window takes with a large project
// casebook_bench --games                             prints the ids of the small games
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "tests/bench/figures.h"
#include "tests/bench/measures.h"

namespace {

using namespace casebook::bench;

int count(int argc, char** argv) {
  const uint64_t games = argc >= 4 ? std::strtoull(argv[3], nullptr, 10) : 0;
  const bool own_loop = argc == 5 && std::string_view(argv[4]) == "own";
  if (games == 0 || argc > 5 || (argc == 5 && !own_loop)) {
    std::fprintf(stderr, "usage: %s --count EDITION GAMES [own]\n", argv[0]);
    return 1;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(play_counted(argv[2], games, own_loop)));
  return 0;
}

int run(int argc, char** argv) {
  if (argc >= 2 && std::string_view(argv[1]) == "--count") return count(argc, argv);
  if (argc >= 2 && std::string_view(argv[1]) == "--verifier") {
    std::fputs(verifier_figures(argc == 3 && std::string_view(argv[2]) == "quick").c_str(), stdout);
    return 0;
  }
  if (argc == 2 && std::string_view(argv[1]) == "--window") {
    std::fputs(window_figures().c_str(), stdout);
    return 0;
  }
  if (argc == 3 && std::string_view(argv[1]) == "--count-verifier") {
    std::printf("%llu\n", static_cast<unsigned long long>(verifier_counted(argv[2])));
    return 0;
  }
  if (argc == 2 && std::string_view(argv[1]) == "--games") {
    for (const std::string& id : small_games()) std::printf("%s\n", id.c_str());
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  std::vector<std::string> ids(argv + 1, argv + argc);
  for (const std::string& id : ids) {
    if (id.starts_with("-")) {
      std::fprintf(stderr, "%s: unknown option %s\n", argv[0], id.c_str());
      return 1;
    }
  }
  if (ids.empty()) ids = small_games();
  register_calibration();
  register_diagnostics();
  register_games(ids);

  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  std::map<std::string, GameFacts> games;
  for (const std::string& id : ids) {
    casebook::Diagnostics diagnostics;
    games[id] = facts_of(scenario_of(id, diagnostics));
  }
  std::fputs(figures_text(collector.measured(), games).c_str(), stdout);
  return collector.failed() ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
