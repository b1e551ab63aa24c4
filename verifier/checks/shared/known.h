// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one set of rules says of a position, kept so that many other sets can be compared with it.

#include <utility>
#include <vector>

#include "engine/runtime/compiled/compiled.h"

namespace casebook::checks {

/// Who chooses, what is lawful, and the results of some choices and rolls.
struct Known {
  runtime::NodeKind node = runtime::NodeKind::over;
  int32_t player = 0;
  std::vector<runtime::Choice> choices;
  std::vector<runtime::ChanceOutcome> outcomes;
  std::vector<std::pair<size_t, runtime::Position>> after;  // by index into choices or outcomes
};

/// About `most_tried` choices spread over the list, and the first of each alternative, are applied.
Known known_of(runtime::CompiledRules& rules, const runtime::Position& position, size_t most_tried);

/// How many are applied where many sets of rules are compared with one.
constexpr size_t tried_of_many = 4;

}  // namespace casebook::checks
