// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the start of a game to a position like a given one: both sides and the dice help.
//
// A position made up of a few pieces says where they stand, and mostly nothing of the others. A game leads
// there if these pieces stand there, wherever the others are, and if what the position is to show shows. Of
// pieces in a box only their number and their side count: six units across the canal are any six. In
// each position the choice is taken that brings the pieces of the aim nearer, counted in choices: for each
// piece it is found out where one choice leads from each hex and box if the piece is alone, within a budget, and
// where choices of random games led it: a unit that comes in a later turn comes in that turn only. Pieces that stand
// in the way go away from there. Where nothing brings them nearer, the phase ends. Near the aim a few choices
// and rolls are tried in all ways. Every other game begins where a game that is known already comes nearest,
// or, if the settings say so, earlier in it.
//
// Finding no game proves nothing.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/distance/cells.h"
#include "verifier/search/shrink.h"

namespace casebook::games {

struct LeadSettings {
  uint64_t seed = 1;
  int64_t tries = 40'000;     // choices and outcomes that are applied, in all
  uint32_t most_steps = 260;  // of one game
  bool also_earlier = false;  // every other game that goes on from a known one begins earlier in it
  int32_t most_shown = 24;    // positions that are looked at for what they show
  int64_t shorter = 1'500;    // positions that are played to make the game that was found shorter
};

struct Led {
  std::optional<PlayedGame> game;  // none: no game was found
  int64_t tries = 0, games = 0;    // spent
  int32_t shown = 0;               // positions like the aim that were looked at
  int64_t shortened_in = 0;        // positions that were played to make the game shorter
};

class Leader {
 public:
  /// Plays a few seeded games for positions in which each side chooses.
  explicit Leader(std::shared_ptr<const Scenario> scenario, uint64_t seed = 1);

  /// Whether a position like the aim shows what it is to show.
  using Shows = std::function<bool(const Position&)>;
  ///
  /// Of these pieces the aim says where they are: those on the map, and those in a box in which they neither
  /// began nor are put to be out of the way. In a box others of their side do as well, but not for those that a
  /// live local or state names. Pieces that are gone and that one names are looked for on a hex that such a state
  /// names and where nobody stands: there they were.
  ///
  /// Every other game goes on from one of the games that are known, where that comes nearest to the aim.
  Led lead(const Position& aim, const Shows& shows, const LeadSettings& settings = {},
           const std::vector<PlayedGame>& known = {});

  /// Of its scenario, without translating it again.
  std::unique_ptr<runtime::CompiledRules> another_rules() const { return rules_->another(); }

 private:
  class Search;

  int32_t place(const Position& position, size_t piece) const { return position.cell(place_cell_[piece]); }
  /// By location: the locations to which one choice brings the piece from there, if it is alone.
  using Steps = std::vector<std::vector<int32_t>>;
  const Steps& steps_of(size_t piece);
  /// By location: how many such choices lead from there to the aim; no_way: none do.
  std::vector<int32_t> ways_to(size_t piece, int32_t aim);
  size_t index_of(const Cell& piece) const;

  std::shared_ptr<const Scenario> scenario_;
  std::unique_ptr<runtime::CompiledRules> rules_;
  // Of each piece:
  std::vector<Cell> pieces_;
  std::vector<uint32_t> place_cell_;  // in a position
  std::vector<int32_t> side_;         // that moved it in a game; -1: it never moved
  std::vector<int32_t> mover_;        // whose choice its steps are; -1: they are not found out yet, or none
  std::vector<Steps> steps_;          // empty: not found out yet
  std::vector<Steps> seen_steps_;     // those of random games alone
  std::vector<int32_t> spread_;       // all hexes, those that follow one another far apart
  std::vector<Position> begun_;       // of games, where a side begins to choose: one of each site first
};

}  // namespace casebook::games
