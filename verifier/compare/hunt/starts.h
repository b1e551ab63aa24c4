// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the two rulesets begin: pieces that only one has, places, state, and who chooses first. Comparing
// play starts from equal positions, so it cannot show this.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "verifier/compare/align/both_sides.h"
#include "verifier/finding/finding.h"

namespace casebook::compare {

/// How the text of such a finding begins.
inline constexpr std::string_view begin_differently = "They begin differently: ";

struct StartsApart {
  /// With a witness if anything that differs can be said in words of the rules; without it the verdict is
  /// unknown. The witness is not yet confirmed.
  Finding finding;
  /// The set-up is alike, and the rules change it before the first choice. That is a difference of rules,
  /// which comparing from one position shows as well.
  bool by_rules = false;
  /// Of each state with values that differ: some of them, `Reshev 1 has movement points left: 6 in A, 4 in B`.
  std::map<std::string, std::string> values = {};
};

/// What differs where each begins. Nothing where they begin alike.
std::optional<StartsApart> starts_apart(Pair& pair);

}  // namespace casebook::compare
