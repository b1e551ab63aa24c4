// SPDX-License-Identifier: Apache-2.0
#pragma once

// Replays a record. Every step is checked against the rules before it is played; the first wrong one ends
// the replay with the reason. The result is a Game that can be looked at, undone and played on.
//
//   P0150 other rules                                  P0155 another kind of step
//   P0151 not lawful (with every case that refuses)    P0156 after the end
//   P0152 dice that cannot fall so                     P0157 another outcome
//   P0153 not what the seed gives                      P0158 another generator
//   P0154 another player's turn

#include <memory>
#include <string>

#include "engine/runtime/claims/invariant_watch.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/records/record.h"

namespace casebook::runtime {

struct ReplayOptions {
  /// Go on though the record was made with other rules: P0150 is a warning then, and dice are not compared
  /// with the seed.
  bool under_other_rules = false;
  /// Shown every position, from where the record begins.
  InvariantWatch* watch = nullptr;
};

struct Replay {
  std::unique_ptr<Game> game;  // null when the record cannot begin here
  size_t steps = 0;            // steps that were lawful and played, from the first
  bool good = false;           // all of them, and the outcome is as said
};

/// `file` is the record's name in messages.
Replay replay(const Record& record, const std::string& file, std::unique_ptr<Rules> rules,
              Diagnostics& diagnostics, const ReplayOptions& options = {});

}  // namespace casebook::runtime
