// SPDX-License-Identifier: Apache-2.0
#pragma once

// A position in words, so that it can be laid out on a table: where in the game it is, who stands where,
// and what has changed since the game or the phase began (who has attacked, who has moved, what is left).

#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook {

struct LaidOut {
  std::string moment;               // where in the game; the site's name where it has no moment
  std::vector<std::string> pieces;  // those on the map, with what has become of them: `A in 0513 (moved)`
  std::vector<std::string> names;   // of the same pieces, in the same order: `A`
  std::vector<int32_t> hexes;       // where they are
  std::vector<std::string> marks;   // what has become of pieces, by what it is: `moved: A and B`
  std::vector<std::string> game;    // state of the game and of the phases that run: `supports left 2`
  std::vector<std::string> said;    // of those, what has a phrase in the rules
  std::vector<std::string> boxes;   // off the map: `3 in eliminated`

  /// `turn 2: movement(north) [4.0]; A in 0513 (moved) and B in 0514; supports left 2; off the map ...`
  std::string text() const;
  /// What a picture of it does not show, as far as the rules have a phrase for it: `moved: A and B`,
  /// `artillery supports left: 2`; empty: it shows all.
  std::vector<std::string> unseen() const;
};

/// What stands at its initial value is left out, and so is what the compiler keeps for itself.
LaidOut laid_out(const runtime::Scenario& scenario, const runtime::Position& position);

/// `turn_of(north) [3.0]` as `turn of (north) [3.0]`.
std::string in_words(const std::string& moment);

}  // namespace casebook
