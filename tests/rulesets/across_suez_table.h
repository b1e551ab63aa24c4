// SPDX-License-Identifier: Apache-2.0
#pragma once

// Positions of Across Suez as a referee lays them out on the table: a few counters, the rest off the map, the
// beginning of a phase, and what was chosen and rolled since. In data files such a position is one object:
//
//   "turn": 2                          the turn; 1 when absent
//   "at": "movement israel"            the phase that begins, and whose it is; or
//   "control": "...", "locals": {...}  a moment inside a phase that play cannot reach
//                                      (docs/formats/position.md)
//   "place": {"Matt 1": "0612"}        counters, by hex or box; all others are eliminated
//   "play": ["step(Matt 1, 0611)", "roll 3"]   what happened since
//   "switches": {"sharing": "penalised"}       options, and readings other than the default
//   "edition": "across-suez/spi-1980"          that one when absent

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/runtime/records/game.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"

namespace casebook::tests {

inline constexpr const char* across_suez = "across-suez/spi-1980";
/// The folder of the edition.
std::string across_suez_folder();

/// An edition under these switches; bound once for each set of switches. Null after a failure.
std::shared_ptr<const runtime::Scenario> across_suez_under(const nlohmann::json& switches,
                                                           const std::string& edition = across_suez);

/// The position that the object describes, as a game that can go on. Null after a failure, which says what
/// could not be laid out or played.
std::unique_ptr<runtime::Game> lay_out(const nlohmann::json& table);

/// Plays one step in words, `roll 3` or a choice; a failure of the test when it is not lawful.
bool take_step(runtime::Game& game, std::string_view step);
/// The same without a failure: why it could not be played, empty when it was.
std::string played(runtime::Game& game, std::string_view step);

/// Why a choice, in words, is refused or not; `typed` is false when the words name nothing that is offered.
struct Answer {
  bool typed = false;
  runtime::Explanation explanation;
};
Answer ask_whether(const runtime::Game& game, const std::string& choice);

/// Whether a Boolean expression of the rules language holds in a position; `found` is how it came about.
bool holds(const runtime::Scenario& scenario, const runtime::Position& position,
           const std::string& expression, std::string& found);

/// Plays seeded games on from a position to their end between random players, every invariant asked at every
/// step. The number of games that ended as games do; a failure for each that does not.
int play_on(const std::shared_ptr<const runtime::Scenario>& scenario, const runtime::Position& start,
            int games);

}  // namespace casebook::tests
