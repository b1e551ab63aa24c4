// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shrinking: from a failing position or record to the simplest one that still fails, by trying simpler
// ones. Budgets are counts of tries, so the same input shrinks the same way on every machine.
//
// A position is simpler with fewer pieces on the map (the others in the first box, or where they began if
// there is none), then with more states and locals as they begin, then with lower values and hexes.
//
// A record is simpler with fewer steps, then with choices earlier in the list and lower rolls. Steps are
// dropped by delta debugging (A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing
// input", 2002). What is left is played as far as it is lawful, and a step that is no longer lawful is
// dropped too. So every record tried is one that replays. The result says that its dice were typed in where
// they differ from those of the seed.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "verifier/search/generated_positions.h"
#include "verifier/search/played_step.h"

namespace casebook::games {

using StillFails = std::function<bool(const Position&)>;

/// Tries are calls of `still_fails`, which must hold of the position given. The result is typed, stands where
/// it stood, and fails.
Position shrink(const PositionMaker& maker, Position position, const StillFails& still_fails,
                int64_t budget = 2000);

/// The simpler positions that are tried first, in order: what a RapidCheck generator offers.
std::vector<Position> simpler(const PositionMaker& maker, const Position& position);

/// One game, step by step: what is shrunk.
struct PlayedGame {
  std::optional<Position> start;  // none: the scenario's
  std::vector<PlayedStep> steps;
};

/// Plays at most so many steps at random.
PlayedGame random_game(PositionMaker& maker, Random& random, uint32_t most_steps);
/// What a record holds, when every step of it is lawful.
std::optional<PlayedGame> played(const runtime::Record& record,
                                 const std::shared_ptr<const Scenario>& scenario);
/// The game as a record that replays.
runtime::Record record_of(const PlayedGame& game, const std::shared_ptr<const Scenario>& scenario);

/// Visits every position of the game, the first included, while `see` says yes. The game's steps are
/// lawful.
void walk(runtime::Rules& rules, const PlayedGame& game, const std::function<bool(const Position&)>& see);

/// Gets each position, and the step that led there from another; nulls where the game begins.
using SeeStep = std::function<bool(const Position* before, const PlayedStep* step, const Position& position)>;
/// Plays a list of steps from the start of the game and leaves out those that are not lawful where they come.
/// It ends when `see` says no, or `go_on`, which is asked before each step of the list; null: always yes.
std::vector<PlayedStep> lawful_steps(runtime::Rules& rules, const PlayedGame& game,
                                     const std::vector<PlayedStep>& steps, const SeeStep& see,
                                     const std::function<bool()>& go_on = {});
/// The game without the steps that are not lawful where they come.
PlayedGame lawful_part(runtime::Rules& rules, const PlayedGame& game);

/// Tries are games played. `fails` checks every position of a game. Shrinking begins with the shortest
/// beginning of the game that fails. Null when no position of it fails.
std::optional<PlayedGame> shrink(runtime::Rules& rules, const PlayedGame& game, const StillFails& fails,
                                 int64_t budget = 2000);

/// Asked after each step instead: where it was taken, the step, and what it led to.
using StepFails = std::function<bool(const Position& before, const PlayedStep& step, const Position& after)>;
std::optional<PlayedGame> shrink(runtime::Rules& rules, const PlayedGame& game, const StepFails& fails,
                                 int64_t budget = 2000);

}  // namespace casebook::games
