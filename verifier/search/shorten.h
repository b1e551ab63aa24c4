// SPDX-License-Identifier: Apache-2.0
#pragma once

// A shorter game that leads to what a long one led to. `shrink` leaves steps out one after the other; of a
// game of random players most steps are moves of pieces that have nothing to do with it, so that takes many
// tries. Here whole parts go at once, the largest first:
//
//   1. the end of the game, where what is looked for shows earlier;
//   2. all steps of a piece, of many pieces first;
//   3. all but the last step at a site, as of a phase that ends as soon as it may; then whole phases;
//   4. single steps, by delta debugging from the end;
//   5. another result of the dice, or another sort of choice, where the rest then needs fewer steps.
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

struct Shortened {
  PlayedGame game;
  int64_t positions = 0;  // played
  bool all_tried = false;  // no part of it can be left out; else the budget ended it
};

/// Whether a position at the end of a game is one that is looked for. After a yes the game that came there is
/// the one that is kept.
using Shows = std::function<bool(const Position& end)>;

/// The game's steps are lawful. Null when its end does not show it.
std::optional<Shortened> shorten(runtime::Rules& rules, const PlayedGame& game, const Shows& shows,
                                 int64_t positions);

}  // namespace casebook::games
