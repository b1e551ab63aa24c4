// SPDX-License-Identifier: Apache-2.0
#pragma once

// A value: what an expression comes to, or what stands in a cell of a position. Numbers, Booleans, members,
// locations and maybes are one integer, as in a cell, but 64 bits wide and in units of the expression's type.
// A set is its members in order. A path is its first hex and those entered.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/program/program.h"

namespace casebook::runtime {

struct Value {
  int64_t number = 0;
  std::vector<int32_t> items;

  Value() = default;
  Value(int64_t n) : number(n) {}  // NOLINT: an integer is a value
  explicit Value(std::vector<int32_t> all) : items(std::move(all)) {}
  Value(int64_t n, std::vector<int32_t> all) : number(n), items(std::move(all)) {}
  /// The number as a cell of a position has it.
  int32_t cell() const { return static_cast<int32_t>(number); }
  bool yes() const { return number != 0; }
  bool contains(int64_t member) const;
  bool operator==(const Value&) const = default;
};

/// Thrown inside the evaluator, never out of it: the game ends with this outcome.
struct Fault {
  language::CaseId label = language::none;
  std::string why;
  std::string in_words = {};  // the same in a sentence without its full stop, where there is one
  bool is_limit = false;      // a limit of Casebook: nothing is wrong with the rules
};

}  // namespace casebook::runtime
