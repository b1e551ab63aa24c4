// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/runtime/ruleset_identity.h"

namespace casebook::bench {

namespace {

/// `12,345` from a hundred up, with digits behind the point below.
std::string number_text(double value) {
  if (value < 100) return fmt::format("{:.{}f}", value, value < 10 ? 2 : 1);
  std::string digits = fmt::format("{:.0f}", value);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

/// Three digits that count: a fourth would differ in the next run.
double rounded(double value) {
  if (value <= 0) return 0;
  const double step = std::pow(10.0, std::floor(std::log10(value)) - 2);
  return std::round(value / step) * step;
}

std::string median_text(std::vector<double> values) {
  if (values.empty()) return "";
  std::sort(values.begin(), values.end());
  return number_text(rounded(values[values.size() / 2]));
}

std::string spread_text(std::vector<double> values) {
  if (values.empty()) return "";
  std::sort(values.begin(), values.end());
  const double median = values[values.size() / 2];
  return fmt::format("{:.1f} %", median > 0 ? 100 * (values.back() - values.front()) / median : 0);
}

class Tables {
 public:
  explicit Tables(const std::map<std::string, Measured>& measured) : measured_(measured) {}

  const std::vector<double>& counter(const std::string& name, const std::string& counter) const {
    const auto found = measured_.find(name);
    if (found == measured_.end()) return nothing_;
    const auto values = found->second.counters.find(counter);
    return values == found->second.counters.end() ? nothing_ : values->second;
  }
  const std::vector<double>& times(const std::string& name) const {
    const auto found = measured_.find(name);
    return found == measured_.end() ? nothing_ : found->second.milliseconds;
  }

 private:
  const std::map<std::string, Measured>& measured_;
  const std::vector<double> nothing_;
};

std::string results_text(const GameFacts& facts) {
  std::string text;
  for (const auto& [result, times] : facts.results)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", times, result);
  return text;
}

/// Allocations a playout: the greatest of the runs, as the aim is none at all.
std::string allocations_text(const std::vector<double>& values) {
  return values.empty() ? "" : fmt::format("{:g}", *std::max_element(values.begin(), values.end()));
}

}  // namespace

void Collector::ReportRuns(const std::vector<Run>& reports) {
  for (const Run& run : reports) {
    if (run.error_occurred) {
      std::fprintf(stderr, "%s: %s\n", run.benchmark_name().c_str(), run.error_message.c_str());
      failed_ = true;
    }
    if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
    Measured& mine = measured_[run.run_name.function_name];
    mine.milliseconds.push_back(run.cpu_accumulated_time / static_cast<double>(run.iterations) * 1000);
    for (const auto& [name, counter] : run.counters) mine.counters[name].push_back(counter.value);
    std::fprintf(stderr, "%s: %.3f ms\n", run.run_name.function_name.c_str(), mine.milliseconds.back());
  }
}

std::string figures_text(const std::map<std::string, Measured>& measured,
                         const std::map<std::string, GameFacts>& games) {
  const Tables tables(measured);
  const auto cpu = [&](const std::string& name) {
    const auto& times = tables.times(name);
    return times.empty() ? " | " : fmt::format("{} ms | {}", median_text(times), spread_text(times));
  };
  std::string text = fmt::format(
      "Games 1 to {} of seed {} over and over; the median of {} runs and their spread.\n\n"
      "| game | loop | playouts / CPU-s | choices / CPU-s | spread | allocations a playout |\n"
      "|---|---|--:|--:|--:|--:|\n",
      batch, seed, runs);
  for (const auto& [id, facts] : games) {
    for (const auto& [loop, shown] :
         {std::pair{"playouts", "with players"}, std::pair{"own-loop", "its own"}}) {
      const std::string name = fmt::format("{}/{}", loop, id);
      text += fmt::format(
          "| {} | {} | {} | {} | {} | {} |\n", id, shown, median_text(tables.counter(name, "playouts")),
          median_text(tables.counter(name, "decisions")), spread_text(tables.counter(name, "decisions")),
          allocations_text(tables.counter(name, "allocations")));
    }
  }
  text +=
      "\n| game | rules | seed | choices a game | rolls and draws a game | results "
      "|\n|---|---|--:|--:|--:|---|\n";
  for (const auto& [id, facts] : games) {
    text +=
        fmt::format("| {} | `{}` | {} | {:.2f} | {:.2f} | {} |\n", id, runtime::fingerprint_text(facts.rules),
                    seed, static_cast<double>(facts.decisions) / static_cast<double>(batch),
                    static_cast<double>(facts.chances) / static_cast<double>(batch), results_text(facts));
  }
  text += "\n| what | CPU time | spread |\n|---|--:|--:|\n";
  text += fmt::format("| calibration kernel | {} |\n", cpu("calibration"));
  const auto& lines = tables.counter("diagnostics/clean", "lines");
  const auto& mistakes = tables.counter("diagnostics/mistakes", "mistakes");
  text += fmt::format("| diagnostics of {} generated lines without a mistake | {} |\n",
                      lines.empty() ? "" : number_text(lines.front()), cpu("diagnostics/clean"));
  text += fmt::format("| the same with {} unknown names | {} |\n",
                      mistakes.empty() ? "" : fmt::format("{:.0f}", mistakes.front()),
                      cpu("diagnostics/mistakes"));
  for (const auto& [id, facts] : games)
    text += fmt::format("| {}, from files to a form that plays | {} |\n", id, cpu("ready/" + id));
  return text;
}

}  // namespace casebook::bench
