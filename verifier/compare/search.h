// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where positions for comparing come from: seeded games of both rulesets, positions made up within the types,
// and steering towards conditions that have come out differently nowhere yet.

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "verifier/compare/classes.h"
#include "verifier/games/made_up.h"

namespace casebook::compare {

struct Budget {
  uint64_t seed = 1;
  uint64_t games = 30;        // of each ruleset
  uint64_t positions = 6000;  // made up
  uint64_t decisions = 3000;  // of one game
  uint64_t steering = 4000;   // evaluations for each condition and direction
  uint64_t around = 1500;     // positions around one that was steered to
};

/// Of the positions at a choose in the games of one ruleset.
struct Share {
  uint64_t games = 0;
  uint64_t positions = 0;   // at which somebody chooses
  uint64_t compared = 0;    // the other ruleset has such a position
  uint64_t differing = 0;   // other choices are lawful there
  uint64_t stepping = 0;    // the choices are the same, and a step that was tried leads elsewhere
  uint64_t games_with = 0;  // games that come to one
};

/// Where a game of the first ruleset, played in both from the start, first separates them.
struct Separation {
  uint64_t game = 0;
  std::vector<std::array<Step, 2>> steps;  // the same in both
  Difference difference;                   // there
};

/// Says no when it is to stop.
using GoesOn = std::function<bool(const char* what, uint64_t done, uint64_t of)>;

class Search {
 public:
  Search(Pair& pair, Classes& classes, const Budget& budget, GoesOn goes_on);

  /// Hexes of the first ruleset that belong together and where something is known to have another value:
  /// pieces are put there.
  void look_at(std::vector<std::vector<int32_t>> hexes) { hexes_ = std::move(hexes); }

  /// Seeded games of both, every position looked at.
  void play();
  /// Positions made up from those that the games came to.
  void make_up();
  /// Towards conditions that hold in one and not in the other, and what comes of that.
  void steer();
  /// Of classes of steps: what may be chosen differently soon after.
  void follow();

  const std::array<Share, 2>& shares() const { return shares_; }
  const std::optional<Separation>& separation() const { return separation_; }
  bool stopped() const { return stopped_; }
  uint64_t made_up() const { return made_up_; }

 private:
  bool go_on(const char* what, uint64_t done, uint64_t of);
  void look(size_t side, const Position& position, Random& random, const Origin& origin);
  void separate(uint64_t game);
  void steer(const std::string& name, bool wanted, uint64_t number);
  void around(games::PositionMaker& maker, const Position& found,
              const std::function<bool(const Position&)>& still);
  void follow(DifferenceClass& one);
  bool comes_of_values(const Difference& difference);

  Pair& pair_;
  Classes& classes_;
  Budget budget_;
  GoesOn goes_on_;
  Lockstep lockstep_;
  std::array<Share, 2> shares_;
  std::optional<Separation> separation_;
  /// Makes a position more telling: rare pieces beside others, pieces where something has another value.
  void spice(size_t side, Position& position, Random& random) const;

  std::vector<std::vector<int32_t>> hexes_;
  std::array<std::vector<games::Cell>, 2> rare_;
  std::array<std::vector<int32_t>, 2> special_;
  bool stopped_ = false;
  uint64_t made_up_ = 0;
};

}  // namespace casebook::compare
