// SPDX-License-Identifier: Apache-2.0
#pragma once

// Plays games to the end: fast and without history (`Playouts`), or step by step into a Game that can be
// recorded (`play_to_end`). Both give the same game for the same seed, game number and players.

#include <cstdint>
#include <functional>
#include <utility>

#include "engine/players/player.h"
#include "engine/runtime/records/game.h"

namespace casebook::players {

/// How many choices a game may have before it is left open; random play need never end.
inline constexpr uint64_t most_decisions = 100'000;

struct Playout {
  runtime::Outcome
      outcome;  // `open` when the limit was reached, or nothing was lawful in a position from a file
  uint64_t decisions = 0;  // choices made
  uint64_t chances = 0;    // rolls and draws
};

/// Keeps its room between games: no allocation after the first few.
class Playouts {
 public:
  /// Both must outlive it.
  Playouts(runtime::Rules& rules, const Players& players) : rules_(rules), players_(players) {}

  /// From the scenario's start.
  Playout play(uint64_t seed, uint64_t game, uint64_t most = most_decisions);
  /// From a position at a site (it is copied).
  Playout play_from(const runtime::Position& start, uint64_t seed, uint64_t game,
                    uint64_t most = most_decisions);
  /// From now on shown every position: where a game begins (step 0), then after each choice, roll and draw.
  using Onlooker = std::function<void(const runtime::Position& position, uint64_t game, uint64_t step)>;
  void show_to(Onlooker onlooker) { onlooker_ = std::move(onlooker); }
  /// From now on told every step before it is taken: a choice, or what chance brings; the other is null.
  using StepListener = std::function<void(const runtime::Position& before, const runtime::Choice* choice,
                                          const runtime::ChanceOutcome* chance)>;
  void tell_steps_to(StepListener listener) { step_listener_ = std::move(listener); }
  /// How the last game ended.
  const runtime::Position& position() const { return position_; }

 private:
  Playout run(uint64_t seed, uint64_t game, uint64_t most);

  runtime::Rules& rules_;
  const Players& players_;
  runtime::Position position_;
  Onlooker onlooker_;
  StepListener step_listener_;
  std::vector<runtime::Choice> choices_;
  std::vector<runtime::ChanceOutcome> outcomes_;
};

/// Calls new_game of every player with the game's settings.
void seat(const Players& players, const runtime::Game& game);

/// Lets the players (already seated) choose, and the seed roll, until the game is over or `most` choices were
/// made.
Playout play_to_end(runtime::Game& game, const Players& players, uint64_t most = most_decisions);

}  // namespace casebook::players
