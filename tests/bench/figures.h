// SPDX-License-Identifier: Apache-2.0
#pragma once

// The figures as tables in Markdown: for every measure the median of its runs, and their spread. The spread
// is the greatest run less the smallest, in hundredths of the median.

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

#include "tests/bench/measures.h"

namespace casebook::bench {

struct Measured {
  std::vector<double> milliseconds;                     // CPU time of one iteration, a run each
  std::map<std::string, std::vector<double>> counters;  // a run each
};

/// Collects the runs while they are shown on standard error.
class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& reports) override;
  const std::map<std::string, Measured>& measured() const { return measured_; }
  bool failed() const { return failed_; }

 private:
  std::map<std::string, Measured> measured_;
  bool failed_ = false;
};

/// The tables for these games; what was not measured (left out by a filter) is an empty cell.
std::string figures_text(const std::map<std::string, Measured>& measured,
                         const std::map<std::string, GameFacts>& games);

}  // namespace casebook::bench
