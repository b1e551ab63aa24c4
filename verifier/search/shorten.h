// SPDX-License-Identifier: Apache-2.0
#pragma once

// A shorter game that leads to what a long one led to. `shrink` leaves steps out one after the other; of a
// game of random players most steps are moves of pieces that have nothing to do with it, so that takes many
// tries. Here whole parts go at once, the largest first:
//
//   1. all steps of a piece, of many pieces first;
//   2. all but the last step at a site, so that a phase ends as soon as it may; then whole phases;
//   3. single steps, by delta debugging from the end;
//   4. another result of the dice, or another sort of choice, where the rest then needs fewer steps;
//   5. the end of the game, where what is looked for shows earlier.
//
// What is left is played on as far as it is lawful. Where it does not go on, a step is put in that leads back
// to what is left: a unit that retreats now, and did not before. So every game tried is one that replays.
// Positions are kept, and a try begins at the first step that is another. The budget counts positions played.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "verifier/search/shrink.h"

namespace casebook::games {

/// Counts of positions played.
struct Shortening {
  int64_t usual = 6'000;
  /// So many in all, as long as the game has more than `enough` steps.
  int64_t most = 60'000;
  size_t enough = 40;
};

struct Shortened {
  PlayedGame game;
  int64_t positions = 0;   // played
  bool all_tried = false;  // none of the parts above can be left out; else the budget ended it
};

/// Whether a position at the end of a game is one that is looked for. After a yes the game that came there is
/// the one that is kept.
using Shows = std::function<bool(const Position& end)>;

/// The game's steps are lawful. Null when its end does not show it.
std::optional<Shortened> shorten(runtime::Rules& rules, const PlayedGame& game, const Shows& shows,
                                 const Shortening& budget = {});

}  // namespace casebook::games
