// SPDX-License-Identifier: Apache-2.0
#pragma once

// A player makes choices. It is asked at every choose of its side, even when only one choice is lawful, and
// returns one of the choices that it was given. It may try steps on copies of the position, with the rules
// that it is given. It never changes the position itself.
//
//   random  every lawful choice equally likely; one `below(count)` of its own stream for each decision
//           (engine/base/streams.h)
//   first   always the first choice; for tests and for looking at a game

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::players {

struct Decision {
  runtime::Rules& rules;  // free to use until choose returns; knows the scenario and its views
  const runtime::Position& position;
  std::span<const runtime::Choice> choices;  // sorted, not empty
  int32_t side = 0;
};

class Player {
 public:
  virtual ~Player() = default;
  virtual std::string_view name() const = 0;
  /// Before the first decision of a game. Everything random in the player comes from this seed and game
  /// number.
  virtual void new_game(const runtime::Scenario& scenario, int32_t side, uint64_t seed, uint64_t game) = 0;
  /// The index of a choice.
  virtual size_t choose(const Decision& decision) = 0;
};

/// In the order of the side kind; all set.
using Players = std::vector<std::unique_ptr<Player>>;

/// Null for an unknown name.
std::unique_ptr<Player> make_player(std::string_view name);
/// A random player for each side of the scenario; one if the rules have no sides.
Players random_players(const runtime::Scenario& scenario);
/// The names that make_player knows, in the order of the help.
const std::vector<std::string>& player_names();

}  // namespace casebook::players
