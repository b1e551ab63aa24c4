// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order of the differences of two rulesets. A difference weighs by whether an invariant allows the position that
// shows it, then by what becomes of play there, then by how often games of either ruleset show it (one with which every game begins
// shows in all of them), then by how near to play that position is. A difference that shows in another choice, roll or
// end counts before one that is only another value there: what half a point is worth shows much later, if ever.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/finding/finding.h"

namespace casebook {

/// The share of drawn positions with a difference, in the ruleset whose games show it most: from 0 to 1.
double share_met(const std::vector<MetIn>& met_in);

/// How often play meets a difference: 1 where every game begins with it, else its share_met.
double often(const Finding& finding);

/// The share of drawn positions at which it is more than another value, in the ruleset whose games show that most. 1
/// where every game begins with it.
double often_at_once(const Finding& finding);

/// Whether play may have the position that shows it: of a difference or of a finding about one ruleset. Otherwise
/// it may break an invariant (grade 3): of a difference, that of one of the two. Such a finding is listed, and not
/// counted. What every game begins with, or games of one ruleset met, can occur.
bool can_occur(const Finding& finding);

/// Why a difference stands where it stands: `a piece leaves the map; seen in 4 of 30 games`.
std::string ground_of_difference(const Finding& finding);

/// Where it stands: the first number that differs decides; the smaller comes first.
std::array<double, 6> order_of_difference(const Finding& finding);

/// What the order of differences is: a sentence, a list from the most serious on, and what decides among equals.
struct OrderOfDifferences {
  std::string_view lead;
  std::array<std::string_view, 4> list;
  std::string_view rest;
};
const OrderOfDifferences& order_of_differences();

}  // namespace casebook
