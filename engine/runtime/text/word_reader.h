// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads values that a person types in a choice or a view: names of the scenario without quotes (`A 1`), yes
// and no, numbers of a measure, sets in braces, paths with hyphens.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/scenario.h"
#include "engine/runtime/value.h"

namespace casebook::runtime {

/// Splits at commas that stand outside brackets and quotes.
std::vector<std::string> words_between_commas(std::string_view text);

/// Reads one word after another; after a failure problem() says what is wrong, nearest() the nearest known
/// name.
class WordReader {
 public:
  explicit WordReader(const Scenario& scenario) : scenario_(scenario) {}

  /// A member, location, number or Boolean; the type of a path or a set is not for this.
  std::optional<int64_t> scalar(const language::Type& type, const std::string& word);
  std::optional<Value> set(KindId kind, const std::string& word);
  /// The hexes named, without the one that a choice begins in.
  std::optional<Value> path(const std::string& word);

  void fail(std::string problem, std::string nearest = {});
  const std::string& problem() const { return problem_; }
  const std::string& nearest() const { return nearest_; }
  /// `a hex, from 0101 to 1721, or a box: lost`, the members of a small kind, or empty
  const std::string& expected() const { return expected_; }

 private:
  const Scenario& scenario_;
  std::string problem_, nearest_, expected_;
};

}  // namespace casebook::runtime
