// SPDX-License-Identifier: Apache-2.0
#pragma once

// How serious a finding is; findings and differences are sorted by it. Only measured things count: first
// the effect on play, then how it is known, then how often it occurs. Whether players would mind is not
// measured and does not count.

#include <cstdint>
#include <string>
#include <string_view>

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

/// How it is known; what is nearest to play first.
enum class KnownBy : uint8_t { games, generated, counting, text };

struct Weight {
  Effect effect = Effect::text;
  KnownBy known = KnownBy::text;
  double share = 0;     // of the games that were played, or of positions drawn from them; 0 to 1
  bool winner = false;  // who wins depends on it
  double often = 0;     // of all positions where it was asked; 0 to 1
  std::string ground;   // `another choice; met in 14 of 60 games`

  /// Less than no other: of the same weight.
  bool is_heavier(const Weight& other) const;
};
Weight weight_of(const Finding& finding);

/// What the order is, in a sentence.
std::string_view order_text();

}  // namespace casebook
