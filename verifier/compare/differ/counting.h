// SPDX-License-Identifier: Apache-2.0
#pragma once

// Evaluates tables and definitions that read no state on every input: how many of how many differ, and the
// first.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verifier/compare/differ/blame.h"
#include "verifier/compare/differ/cells.h"

namespace casebook::compare {

/// Inputs that only one of the two rulesets has, and for which it has a value.
struct Alone {
  uint64_t inputs = 0;
  std::string first, value;  // `hitv(7)` is 2
};

struct Count {
  uint64_t inputs = 0, differing = 0;  // of those that both can be asked
  std::array<Alone, 2> alone;          // by side: a number or a member of the rules that the other has not
  std::array<Alone, 2> of_data;        // by side: pieces or hexes that the other is not played with
  std::string first;                   // `cost(0101, 0102)`, as the first ruleset writes it
  std::string second;                  // as the other writes it
  std::array<std::string, 2> values;   // there
  /// Of each parameter the values at which it differs, when they are fewer than all: `always with turn
  /// = 1, 4 or 7`.
  std::vector<std::string> always;
  /// Where a definition differs, region by region.
  std::optional<RegionsApart> regions;
  /// Hexes of the first ruleset among the arguments, of inputs at which it differs; some of them.
  std::vector<std::vector<int32_t>> hexes;
};

/// Hexes of the first ruleset that belong together and at which an item is known to have another value.
struct ApartAt {
  ItemRef item;
  std::vector<int32_t> hexes;
};

/// Nothing when it reads state, has more inputs than that, or has not the same parameters.
std::optional<Count> count(Pair& pair, const ItemPair& item, uint64_t most_inputs);

}  // namespace casebook::compare
