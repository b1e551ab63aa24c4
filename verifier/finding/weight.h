// SPDX-License-Identifier: Apache-2.0
#pragma once

// How serious a finding is; findings and differences are sorted by it. Only measured things count. Whether
// players would mind is not measured and does not count.
//
// A finding about one ruleset weighs by its effect on play, then by how it is known, then by how often it
// occurs. A difference of two rulesets weighs by whether an invariant allows the position that shows it, then
// by what becomes of play there, then by how often games of either ruleset show it, then by how near to play
// that position is. `order_text` and `order_of_differences` tell a reader so.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/finding/finding.h"

namespace casebook {

/// What becomes of play; the most serious first.
enum class Effect : uint8_t {
  stops,      // nobody can go on, or a rule has no value
  undoable,   // something that is asked for or printed cannot be done
  otherwise,  // two readings, or two places, let play come out differently
  open,       // something is not said
  text,       // nothing of play is known
};
/// `Play comes out otherwise`: above those of one effect.
std::string_view effect_text(Effect effect);

struct Weight {
  Effect effect = Effect::text;
  std::string ground;           // why it weighs so: `another choice; met in 14 of 60 games`
  std::array<double, 5> order;  // the first that differs decides; the smaller is heavier

  /// Less than no other: of the same weight.
  bool is_heavier(const Weight& other) const { return order < other.order; }
};
Weight weight_of(const Finding& finding);
bool weighs_more(const Finding& a, const Finding& b);
/// The one that weighs most; of equals the first. There has to be one.
const Finding& heaviest(const std::vector<const Finding*>& findings);

/// The share of drawn positions with a difference, in the ruleset whose games show it most: from 0 to 1.
double share_met(const std::vector<MetIn>& met_in);

/// What the order of findings about one ruleset is, in a sentence.
std::string_view order_text();

/// What the order of differences is: a sentence, a list from the most serious on, and what decides among equals.
struct OrderOfDifferences {
  std::string_view lead;
  std::array<std::string_view, 4> list;
  std::string_view rest;
};
const OrderOfDifferences& order_of_differences();

}  // namespace casebook
