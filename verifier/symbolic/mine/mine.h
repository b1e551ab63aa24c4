// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mines invariants of a scenario, and keeps those that are proved.
//
// 1. Seeded games, and games that choose rare actions as often as common ones, give positions.
// 2. Templates give conditions (candidates.h). Most are broken in some position, and are gone.
// 3. Steps are taken from generated positions that satisfy all that is left. What such a step breaks is not
//    inductive, and is gone too. The solver would say the same, and takes longer.
// 4. Induction (prove/induction.h) supposes all that is left, and drops what a step from a position with all
//    of it may break, until nothing is dropped (Houdini). What is left holds at the start and after every
//    step, so it holds in every position that play reaches. What the solver cannot decide within its limits
//    is dropped.
//
// Every limit is a count. The same scenario and settings keep the same invariants on every machine.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/scenario.h"

namespace casebook::symbolic {

struct MiningSettings {
  uint64_t seed = 1;
  uint64_t games = 12;                 // half of them with rare actions as often as common ones
  uint64_t decisions = 3'000;          // of each of them
  size_t of_a_site = 150;              // positions looked at
  size_t candidates = 240;             // that go to the solver
  uint64_t steps = 3'000;              // from generated positions
  uint32_t resources = 4'000;          // of Z3 for one question; with five times as many no more was kept
  uint64_t all_resources = 3'000'000;  // for all of them together
  std::function<bool()> go_on;         // null: always
};

/// What came of it; counts of candidates, each one the part of the one before that is left.
struct Mining {
  std::shared_ptr<const runtime::MinedInvariants> mined;  // never null
  uint64_t tried = 0;                                     // conditions that the templates gave
  uint64_t after_games = 0;                               // no position of a game broke them
  uint64_t left_out = 0;                                  // of these: beyond the limit of candidates
  uint64_t after_steps = 0;                               // no step from a generated position broke them
  uint64_t positions = 0;                                 // of games
  uint64_t steps = 0;
  uint64_t questions = 0, resources = 0;  // of Z3
  /// Why fewer were kept than might be proved, a sentence each: a limit, what cannot be translated.
  std::vector<std::string> limits;
  std::vector<std::string> not_typed;  // conditions of the templates that the rules cannot be asked
  bool stopped = false;                // then nothing is kept
};

Mining mine_invariants(const std::shared_ptr<const runtime::Scenario>& scenario,
                       const MiningSettings& settings = {});

/// The scenario, carrying what was kept.
std::shared_ptr<const runtime::Scenario> with_mined(const runtime::Scenario& scenario, const Mining& mining);

/// `14 mined invariants are proved (of 1,230 candidates; 310 left after games, 204 after steps)`
std::string mining_text(const Mining& mining);

}  // namespace casebook::symbolic
