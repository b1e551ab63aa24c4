// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which random numbers are used for what. A game (a seed and a game number) has several streams, each with
// its own generator. So a player that draws more numbers does not change the dice.
//
//   chance     dice and draws. Every chance node takes exactly one number, `below(count of outcomes)`, also
//              when dice are typed in or read from a record, so that later dice stay the same.
//   player s   decisions of the player of side s. The random one takes `below(count of choices)` for each.
//
// Stream i of (seed, game) is Random(seed + i * 0xd1342543de82ef95, game), with 64-bit wrap; chance is 0,
// player s is 1 + s.

#include "engine/base/random.h"

namespace casebook {

constexpr uint64_t stream_seed(uint64_t seed, uint64_t stream) {
  return seed + stream * 0xd1342543de82ef95ULL;
}

inline Random chance_stream(uint64_t seed, uint64_t game) {
  return {stream_seed(seed, 0), game};
}
inline Random player_stream(uint64_t seed, uint64_t game, uint64_t side) {
  return {stream_seed(seed, 1 + side), game};
}

}  // namespace casebook
