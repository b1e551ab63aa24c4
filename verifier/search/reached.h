// SPDX-License-Identifier: Apache-2.0
#pragma once

// Seeded games as a stream of positions, and a store of those to keep.
//
// A game is what `casebook play EDITION --players random,random --seed S --game N` plays. Seed, game number
// and step name a position, so its record can be made again and no history is kept. The compiled form
// plays.
//
// The store keeps a number of positions of every *sort*: the site, and the step that led there (the
// previous site, the alternative, what was written). Within a sort each position has the same chance to be
// kept. So a rare position is not lost among those of every turn.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/records/record.h"

namespace casebook::games {

/// A position of a game, as it goes by.
struct Moment {
  const Position& position;
  uint64_t game = 1;
  uint32_t step = 0;                 // choices, rolls and draws before it
  int32_t from = -1;                 // the site it came from; -1: where the game began
  int16_t alternative = -1;          // taken there; -1: chance
  uint64_t sort = 0;                 // site, step that led here, what it wrote
  const Position* before = nullptr;  // null at the first
};

struct GamesSettings {
  uint64_t seed = 1;
  uint64_t decisions = 100'000;  // choices of one game; it is left open then
};

/// What the games reached.
struct GamesCount {
  uint64_t games = 0, positions = 0, decisions = 0;
  std::map<std::string, uint64_t> outcomes;  // by outcome_text
};

class Games {
 public:
  explicit Games(std::shared_ptr<const Scenario> scenario, GamesSettings settings = {});
  /// `rules` are used, not kept: for who has translated the scenario already.
  Games(std::unique_ptr<runtime::CompiledRules> rules, GamesSettings settings = {});

  const Scenario& scenario() const { return rules_->scenario(); }
  runtime::CompiledRules& rules() { return *rules_; }
  const GamesSettings& settings() const { return settings_; }

  /// Plays the games first .. first + count - 1. `see` is shown every position, the last one included, and
  /// ends everything by saying no.
  using See = std::function<bool(const Moment&)>;
  GamesCount play(uint64_t first, uint64_t count, const See& see = {});

  /// The first `steps` steps of a game (all of it: UINT32_MAX) as a record that replays.
  runtime::Record record(uint64_t game, uint32_t steps = UINT32_MAX);

 private:
  bool play_one(uint64_t game, const See& see, GamesCount& count);

  std::unique_ptr<runtime::CompiledRules> rules_;
  GamesSettings settings_;
  std::vector<uint64_t> sort_of_word_;
  Position position_, before_;
  std::vector<runtime::Choice> choices_;
  std::vector<runtime::ChanceOutcome> outcomes_;
};

/// One that was kept.
struct Reached {
  Position position;
  uint64_t game = 1;
  uint32_t step = 0;
  SiteId site = -1;  // -1: over
  uint64_t sort = 0;
};

/// What is kept of a stream of positions.
class Store {
 public:
  /// Of each sort so many; seeded, so that the same stream leaves the same store.
  explicit Store(const Scenario& scenario, size_t of_each_sort = 4, uint64_t seed = 1);

  void see(const Moment& moment);

  /// In the order in which their sorts were first met.
  const std::vector<Reached>& all() const { return all_; }
  /// Of `all`, by site; the last entry: those of games that are over.
  const std::vector<std::vector<size_t>>& by_site() const { return by_site_; }
  size_t sorts() const { return sorts_.size(); }
  uint64_t seen() const { return seen_; }
  /// How many of a sort went by.
  uint64_t seen(uint64_t sort) const;

 private:
  struct Sort {
    uint64_t seen = 0;
    std::vector<size_t> kept;
  };
  const Scenario* scenario_;
  size_t most_;
  Random random_;
  std::vector<Reached> all_;
  std::vector<std::vector<size_t>> by_site_;
  std::map<uint64_t, Sort> sorts_;
  uint64_t seen_ = 0;
};

}  // namespace casebook::games
