// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counts instructions and time while the machine runs, by the text of the rules that they come from. A machine without
// counts runs the same instructions and asks nothing (Machine::run).

#include <cstdint>
#include <unordered_map>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace casebook::runtime::compiled {

struct Counts {
  struct Line {
    uint64_t own = 0;     // instructions of this text
    uint64_t called = 0;  // and of what it calls: definitions, fields and sets that are kept
    uint64_t ticks = 0;   // of `own`; no unit, for shares only
    int32_t open = 0;     // how many calls of it are under way
  };
  struct AtSite {
    uint64_t times = 0;                      // choices, rolls or draws taken
    uint64_t listing = 0, carrying_out = 0;  // instructions
  };
  std::vector<Line> lines;  // by origin; the last one: of no text
  std::vector<AtSite> sites;
  std::unordered_map<int32_t, size_t> site_listed_by;  // by the routine that lists its choices
  uint64_t total = 0;                                  // instructions
  uint64_t listed = 0;  // of them while choices were listed on arrival at a site
  uint64_t ticks = 0;   // while the machine ran

  Counts(size_t origins, size_t sites_of_program) : lines(origins + 1), sites(sites_of_program) {}

  static uint64_t now() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
  }

  /// A run begins. One within another, as a search over the map makes it, counts as a call.
  void begin() {
    if (running_++ > 0)
      call(-1);
    else
      since_ = now();
    outer_.push_back(calls_.size());
  }
  /// Before an instruction.
  void at(int32_t origin) {
    const size_t line = origin < 0 ? lines.size() - 1 : static_cast<size_t>(origin);
    if (line != line_) {
      const uint64_t moment = now();
      lines[line_].ticks += moment - since_;
      ticks += moment - since_;
      since_ = moment;
      line_ = line;
    }
    ++lines[line].own;
    ++total;
  }
  void call(int32_t routine) {
    calls_.push_back({line_, total, routine});
    ++lines[line_].open;
  }
  void ret() {
    const Call last = calls_.back();
    calls_.pop_back();
    // A call within a call of the same text is counted with the outer one.
    if (--lines[last.line].open == 0) lines[last.line].called += total - last.total;
    const auto lists = site_listed_by.find(last.routine);
    if (lists == site_listed_by.end()) return;
    sites[lists->second].listing += total - last.total;
    listed += total - last.total;
  }
  /// It ends. It may end within calls.
  void end() {
    while (calls_.size() > outer_.back()) ret();
    outer_.pop_back();
    if (--running_ > 0) {
      ret();
      return;
    }
    const uint64_t moment = now();
    lines[line_].ticks += moment - since_;
    ticks += moment - since_;
  }

 private:
  struct Call {
    size_t line;
    uint64_t total;
    int32_t routine;
  };
  std::vector<Call> calls_;
  std::vector<size_t> outer_;  // by run under way: calls before it
  int32_t running_ = 0;
  size_t line_ = 0;
  uint64_t since_ = 0;
};

}  // namespace casebook::runtime::compiled
