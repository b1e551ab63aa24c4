// SPDX-License-Identifier: Apache-2.0
#pragma once

// How serious a finding is; findings and differences are sorted by it. Only measured things count. Whether
// players would mind is not measured and does not count.
//
// A finding about one ruleset weighs by its effect on play, then by how it is known, then by how often it
// occurs; `order_text` tells a reader so. For a difference of two rulesets see order_of_differences.h.

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
  against,    // two places of the rules contradict each other
  winner,     // with another answer another side wins
  otherwise,  // with another answer play comes out differently
  open,       // something is not said
  text,       // nothing of play is known
};
/// `Play comes out otherwise`: above those of one effect.
std::string_view effect_text(Effect effect);
/// `3 where play changes`
std::string counted_text(Effect effect, size_t count);

struct Weight {
  Effect effect = Effect::text;
  std::string
      ground;  // why it weighs so, in two clauses: `different choices are lawful; seen in 14 of 60 games`
  std::array<double, 6> order;  // the first that differs decides; the smaller is heavier

  /// Less than no other: of the same weight.
  bool is_heavier(const Weight& other) const { return order < other.order; }
};
Weight weight_of(const Finding& finding);
bool weighs_more(const Finding& a, const Finding& b);
/// The one that weighs most; of equals the first. There has to be one.
const Finding& heaviest(const std::vector<const Finding*>& findings);

/// What the order of findings about one ruleset is, in a sentence.
std::string_view order_text();

}  // namespace casebook
