// SPDX-License-Identifier: Apache-2.0
#pragma once

// Puts inputs into regions: those that go the same way to the same value, or to a fault of the same reason, are one. Where
// a way leads to many values, it is one region, and the formula that gives the value stands for them.

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "verifier/regions/regions.h"
#include "verifier/regions/subject.h"

namespace casebook::regions {

/// Values of one way that are regions of their own; with more the way is one region.
inline constexpr size_t most_values_apart = 12;

class Collector {
 public:
  /// All must outlive it.
  Collector(std::shared_ptr<const runtime::Scenario> scenario, Subject& subject,
            runtime::Evaluator& evaluator);

  /// With the parameters set in the frame. What is better as an example than the one before takes its place: what
  /// play asks, and the nearer to play the better.
  void see(const runtime::Position& position, Grade grade, bool asked = false);

  Regions made();

 private:
  struct Collected {
    Region region;
    std::set<int64_t> numbers;  // of numbers: those that are named, in their order
    std::set<std::string> named;
    runtime::Value least, most;
    bool any = false;
  };
  /// The way; the value in the order of numbers; its text, or the reason of a fault. Of a way with many values the last two
  /// are empty.
  using Key = std::tuple<Way, int64_t, std::string>;

  bool add_value(const Way& way, const std::string& text);
  void add(Collected& into, const runtime::Value& value, const std::string& text) const;
  void take_over(Collected& into, Collected&& other) const;
  std::string text(const runtime::Value& value) const;
  std::string state(const runtime::Position& position) const;
  void add_hexes(const std::vector<runtime::Value>& arguments, const runtime::Position& position,
                 std::vector<int>& hexes) const;

  std::shared_ptr<const runtime::Scenario> scenario_;
  Subject& subject_;
  runtime::Evaluator& evaluator_;
  std::vector<language::StateId> states_;
  std::map<Key, Collected> all_;
  std::map<Way, std::set<std::string>> values_;
  std::set<Taken> taken_;
  uint64_t inputs_ = 0, asked_ = 0;
};

}  // namespace casebook::regions
