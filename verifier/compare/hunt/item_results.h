// SPDX-License-Identifier: Apache-2.0
#pragma once

// Items that differ: what enumeration, questions and play say of each.

#include <array>
#include <set>
#include <string>
#include <vector>

#include "verifier/compare/differ/counting.h"
#include "verifier/compare/hunt/search.h"
#include "verifier/compare/result.h"

namespace casebook::compare {

/// What nothing in play rests on by itself: switches, and the kinds that readings make.
bool of_switches(const Pair& pair, const ItemPair& item);

/// Possible causes of a class without a known one: what its action, and the procedures that run
/// there, use.
ItemRefs could_be_of(const Pair& pair, const DifferenceClass& one);

/// `looked_at`: positions of play; `not_attributed`: differences that are attributed to nothing and could be
/// of this item.
ItemResult item_result(Pair& pair, const ItemPair& item, const std::vector<const DifferenceClass*>& classes,
                       const Count* counted, const Answers* answers, uint64_t looked_at,
                       size_t not_attributed = 0);
/// Of an item of two rulesets that all of play was seen to be the same in.
ItemResult item_of_whole_game(Pair& pair, const ItemPair& item);

}  // namespace casebook::compare
