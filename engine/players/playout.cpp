// SPDX-License-Identifier: Apache-2.0
#include "engine/players/playout.h"

#include "engine/base/streams.h"
#include "engine/platform/console.h"

namespace casebook::players {

using runtime::NodeKind;

Playout Playouts::play(uint64_t seed, uint64_t game, uint64_t most) {
  position_ = rules_.scenario().start;
  rules_.begin(position_);
  return run(seed, game, most);
}

Playout Playouts::play_from(const runtime::Position& start, uint64_t seed, uint64_t game, uint64_t most) {
  position_ = start;
  return run(seed, game, most);
}

Playout Playouts::run(uint64_t seed, uint64_t game, uint64_t most) {
  for (size_t side = 0; side < players_.size(); ++side) {
    players_[side]->new_game(rules_.scenario(), static_cast<int32_t>(side), seed, game);
  }
  Random dice = chance_stream(seed, game);
  Playout result;
  uint64_t chances_in_a_row = 0;
  for (;;) {
    if (onlooker_) onlooker_(position_, game, result.decisions + result.chances);
    const NodeKind node = rules_.node(position_);
    if (node == NodeKind::over) break;
    if (node == NodeKind::chance) {
      outcomes_.clear();
      rules_.outcomes(position_, outcomes_);
      if (outcomes_.empty()) break;
      const runtime::ChanceOutcome& fell = outcomes_[dice.below(static_cast<uint32_t>(outcomes_.size()))];
      if (step_listener_) step_listener_(position_, nullptr, &fell);
      rules_.apply(position_, fell);
      ++result.chances;
      // A procedure may roll for ever; whoever asks to stop is heard all the same.
      if (++chances_in_a_row % 4096 == 0 && platform::stop_requested()) break;
      continue;
    }
    chances_in_a_row = 0;
    if (result.decisions == most) break;
    choices_.clear();
    rules_.choices(position_, choices_);
    if (choices_.empty()) break;
    const int32_t side = rules_.player(position_);
    const size_t chosen = players_[static_cast<size_t>(side)]->choose({rules_, position_, choices_, side});
    if (step_listener_) step_listener_(position_, &choices_[chosen], nullptr);
    rules_.apply(position_, choices_[chosen]);
    ++result.decisions;
  }
  result.outcome = rules_.outcome(position_);
  return result;
}

void seat(const Players& players, const runtime::Game& game) {
  for (size_t side = 0; side < players.size(); ++side) {
    players[side]->new_game(game.scenario(), static_cast<int32_t>(side), game.settings().seed,
                            game.settings().game);
  }
}

Playout play_to_end(runtime::Game& game, const Players& players, uint64_t most) {
  Playout result;
  for (;;) {
    const NodeKind node = game.node();
    if (node == NodeKind::over) break;
    if (node == NodeKind::chance) {
      if (!game.roll()) break;
      ++result.chances;
      continue;
    }
    if (result.decisions == most || game.choices().empty()) break;
    const int32_t side = game.player();
    const size_t chosen =
        players[static_cast<size_t>(side)]->choose({game.rules(), game.position(), game.choices(), side});
    game.play(game.choices()[chosen]);
    ++result.decisions;
  }
  result.outcome = game.outcome();
  return result;
}

}  // namespace casebook::players
