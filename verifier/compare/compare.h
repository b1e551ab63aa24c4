// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where two rulesets differ in play: docs/architecture/comparing.md.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verifier/compare/hunt/item_results.h"
#include "verifier/compare/hunt/search.h"
#include "verifier/finding/finding.h"

namespace casebook::compare {

struct Settings {
  Budget budget;
  uint64_t inputs = 200'000;  // of a definition that is counted
  int shrinking = 60;         // tries for each class
  uint64_t whole = 300'000;   // steps taken in both to see all of play; 0: it is not tried
};

/// Differences with the same changed lines: one thing to decide, which shows in several places.
struct Group {
  std::string cases;                               // of those lines: `6.0(2) | 4.5`
  std::array<std::vector<std::string>, 2> labels;  // the same, each by itself
  /// Lines of the rules that are not the same, as they stand in each (lines_against).
  std::array<std::vector<std::string>, 2> texts;
  std::vector<size_t> findings;  // indices into Result::findings, one after the other
  std::vector<MetIn> met_in;     // how often any of them is met in seeded games, by ruleset
};

struct Result {
  std::vector<Finding> findings;  // the answer first, then every class of differences, group by group, what
                                  // weighs most first (weighs_more)
  std::vector<Group> groups;
  std::vector<ItemResult> items;  // that are not the same text
  uint64_t same_items = 0;
  std::array<Share, 2> shares;
  std::optional<Witness> first;  // where a game first separates them
  std::string first_text;
  std::array<std::vector<std::string>, 2> only;  // state that one side alone has
  uint64_t generated = 0, looked_into = 0;
  bool stopped = false;
};

/// What the two are called.
struct CompareResultNames {
  std::array<std::string, 2> rulesets;
};

/// Receives a line when a class of differences is found first.
using Tell = std::function<void(const std::string& line)>;

Result compare(const ScenarioPtr& a, const ScenarioPtr& b, const Settings& settings, const GoesOn& goes_on,
               const Tell& tell);

/// What a class says, in a line: `step: permitted by spi-1980, refused by decision-games-2 (points)`.
std::string line_of(const Pair& pair, const DifferenceClass& one);

}  // namespace casebook::compare
