// SPDX-License-Identifier: Apache-2.0
#pragma once

// The answer of a comparison: whether the two play alike, from the text, from all of play or from what was
// found; and another start, which decides it.

#include <string>
#include <vector>

#include "verifier/compare/stages.h"

namespace casebook::compare {

/// Actions that both have: without one there is nothing to play in both.
bool anything_in_common(const Pair& pair);
/// What the two are played with that is not the same: `hex (20 and 4096, 20 of both)`. Alignment is by name, so
/// pieces or hexes that only one has are choices that the other cannot even name.
std::vector<std::string> other_members(const Pair& pair);

/// Cases of one edition whose text is lost and that its list of cases takes from the other: what both play by them is the
/// same, whatever was printed. A sentence with a blank behind it, for an answer that the two play alike; or nothing.
std::string borrowed_from_each_other(const Pair& pair);

Finding nothing_in_common(const Pair& pair);
Finding all_the_same(const Pair& pair, uint64_t items, bool starts_apart);
Finding without_board(const Pair& pair, const std::vector<std::string>& boardless);
Finding all_of_play_seen(const Pair& pair, const WholeGame& whole);
/// Somebody stopped the comparison before it looked at any position.
Finding stopped_at_once(const Pair& pair);
/// Of what was found in play, before it is confirmed: groups, classes, and whether a game parts the two.
Finding of_search(const Course& course);
/// What nobody can be shown is not refuted: without a confirmed difference the answer becomes unknown.
void keep_to_what_is_shown(Result& result);

/// A game played in both, up to where the two part; confirmed.
std::optional<Finding> first_position(Course& course);

/// What differs where they begin follows the answer, which it decides: two that begin otherwise are not
/// played alike, whatever is found from the same position. What rules make of one set-up is for information
/// where differences of rules were found.
void add_starts(Course& course);

/// confirm_all; two rulesets of one name (two checkouts of one edition) are asked one after the other.
void confirm_sides(std::vector<Finding>& findings, const ScenarioPtr& a, const ScenarioPtr& b);

}  // namespace casebook::compare
