// SPDX-License-Identifier: Apache-2.0
// What the verifier takes: exploring, comparing by counting, and verifying and comparing whole
// editions. Each is run once: their work is fixed by counts, and CPU time is what is told.
#include <fmt/format.h>
#include <sys/resource.h>

#include <optional>
#include <stdexcept>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/compiled/compiled.h"
#include "tests/bench/measures.h"
#include "verifier/checks/verify.h"
#include "verifier/compare/compare.h"
#include "verifier/explore/explore.h"
#include "verifier/explore/findings.h"

namespace casebook::bench {

namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

/// Of the whole process, threads and all.
double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

ScenarioPtr must_load(const std::string& id, const std::string& scenario_file = {}) {
  Diagnostics diagnostics;
  const std::string rulesets = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets";
  runtime::ScenarioRequest request;
  request.edition_folder = rulesets + "/" + id;
  request.ruleset_folders = {rulesets};
  request.id = id;
  if (!scenario_file.empty()) request.scenario_file = request.edition_folder + "/" + scenario_file;
  auto scenario = runtime::load_scenario(request, diagnostics);
  if (!scenario) throw std::runtime_error(id + " cannot be played:\n" + diagnostics_text(diagnostics));
  return scenario;
}

/// From files to what was found; how many positions, and ways between them.
std::pair<uint64_t, uint64_t> explore_skirmish(const std::string& scenario_file) {
  const ScenarioPtr scenario = must_load("examples/hex-skirmish", scenario_file);
  runtime::CompiledRules rules(scenario);
  runtime::Position start = scenario->start;
  rules.begin(start);
  const explore::Graph graph = explore::explore(rules, start, {});
  if (!graph.complete() || explore::findings(graph, start).empty())
    throw std::runtime_error("exploring " + scenario_file + " came to no end");
  return {graph.size(), graph.edges()};
}

/// Of that many inputs at most: results and their tables, odds, shifts, losses; nothing that is asked of two
/// hexes.
constexpr uint64_t of_a_combat = 2'000;

/// Every definition and table of the two that reads no state, on every input, and nothing by play: how many
/// items are not the same text, and how many of them were counted and differ.
std::pair<size_t, size_t> compare_by_counting(uint64_t inputs = compare::Settings().inputs) {
  compare::Settings settings;
  settings.inputs = inputs;
  settings.budget.games = settings.budget.positions = settings.budget.steering = settings.budget.around = 0;
  const compare::Result result = compare::compare(
      must_load("across-suez/spi-1980"), must_load("across-suez/decision-games-2"), settings,
      [](const char*, uint64_t, uint64_t) { return true; }, [](const std::string&) {});
  size_t differ = 0;
  for (const compare::ItemResult& item : result.items) differ += item.verdict == Verdict::refuted ? 1U : 0U;
  return {result.items.size(), differ};
}

std::string row(const std::string& what, double seconds, const std::string& work) {
  return fmt::format("| {} | {:.2f} | {} |\n", what, seconds, work);
}

/// Until something was found first, and in all.
std::string verify_row(const std::string& id, bool quick) {
  checks::Subject subject;
  subject.id = id;
  subject.scenario = must_load(id);
  subject.program = subject.scenario->program;
  checks::Settings settings;
  settings.positions = quick ? 20 : 2000;
  settings.games = quick ? 2 : 100;
  const double begun = cpu_seconds();
  const checks::Verification result = checks::verify(subject, settings, {});
  return row("verify " + id, cpu_seconds() - begun,
             fmt::format("{} findings, {} of {} witnesses confirmed", result.findings.size(),
                         result.confirmed, result.witnesses));
}

std::string compare_row(const std::string& a, const std::string& b, bool quick) {
  compare::Settings settings;
  if (quick) {
    settings.budget.games = 1;
    settings.budget.positions = settings.budget.steering = settings.budget.around = 20;
  }
  std::optional<double> first;
  const double begun = cpu_seconds();
  const compare::Result result = compare::compare(
      must_load(a), must_load(b), settings, [](const char*, uint64_t, uint64_t) { return true; },
      [&](const std::string&) {
        if (!first) first = cpu_seconds() - begun;
      });
  return row(
      "compare " + a + " " + b, cpu_seconds() - begun,
      fmt::format("{} findings{}", result.findings.size(),
                  first ? fmt::format(", the first difference after {:.2f} s", *first) : std::string()));
}

}  // namespace

std::string verifier_figures(bool quick) {
  std::string text = "| what | CPU seconds | work |\n|---|--:|---|\n";
  for (const std::string& file : quick ? std::vector<std::string>{"scenario.json"}
                                       : std::vector<std::string>{"scenario.json", "scenario-5.json"}) {
    const double begun = cpu_seconds();
    const auto [positions, ways] = explore_skirmish(file);
    const double took = cpu_seconds() - begun;
    text += row("explore examples/hex-skirmish/" + file, took,
                fmt::format("{} positions, {} ways on; {:.0f} ways a CPU-second", positions, ways,
                            static_cast<double>(ways) / took));
  }
  for (const uint64_t inputs : {of_a_combat, compare::Settings().inputs}) {
    const double begun = cpu_seconds();
    const auto [items, differ] = compare_by_counting(inputs);
    text +=
        row(fmt::format("compare across-suez/spi-1980 across-suez/decision-games-2, by counting alone, items "
                        "of up to {} inputs",
                        inputs),
            cpu_seconds() - begun,
            fmt::format("{} items that have not the same text; {} differ on some input", items, differ));
  }
  for (const char* id :
       {"across-suez/spi-1980", "across-suez/decision-games-1", "across-suez/decision-games-2"}) {
    text += verify_row(id, quick);
    if (quick) break;
  }
  text += compare_row("across-suez/spi-1980", "across-suez/decision-games-2", quick);
  if (!quick) {
    text += compare_row("across-suez/spi-1980", "across-suez/decision-games-1", false);
    text += compare_row("across-suez/decision-games-1", "across-suez/decision-games-2", false);
  }
  return text;
}

uint64_t verifier_counted(const std::string& what) {
  struct Work {
    bool explores;
    uint64_t inputs, done;
  } work{what == "explore", what == "combat" ? of_a_combat : compare::Settings().inputs, 0};
  const bool combat = what == "combat";
  if (!work.explores && !combat && what != "counting")
    throw std::runtime_error("there is nothing called " + what);
  casebook_bench_counted(
      [](void* given) {
        Work& mine = *static_cast<Work*>(given);
        mine.done =
            mine.explores ? explore_skirmish("scenario.json").second : compare_by_counting(mine.inputs).first;
      },
      &work);
  return work.done;
}

}  // namespace casebook::bench
