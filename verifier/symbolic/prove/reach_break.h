// SPDX-License-Identifier: Apache-2.0
#pragma once

// Searches for violations that play can reach: of what was not proved and, as a check on the proofs, of
// what was.
//
// A step that is NOT INDUCTIVE violates a property from a position that may not be reachable. So games are
// played from the scenario's start. At each position of such a site every choice (roll, draw) of that step
// is tried, whichever one the game then takes.
//
// 1. Games at random: the even ones take any choice, the odd ones any alternative first, so that phases
//    end.
// 2. What they do not reach is searched for: of a few choices of each alternative the game takes the one
//    after which the step's requirements are nearest to holding (distance.h).
//
// A game goes on after a violation; properties violated already are then ignored.
//
// A violation found is REFUTED, with two witnesses: a record from the scenario's start that replays,
// without the steps that it does not need; and the position before its last step without the pieces that it
// does not need. The second satisfies the invariants and need not be reachable. Where nothing is found, the
// verdict stays and says how much was tried. All limits are counts, so two runs say the same.
//
// That nobody can choose is looked for in the same games, but without guidance: there is no choice whose
// requirements could be brought nearer.
//
// Every game checks all properties, and a few games are played even where nothing is open. A violation of a
// PROVED property is a TOOL ERROR with its record.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "verifier/symbolic/prove/induction.h"

namespace casebook::symbolic {

struct ReachSettings {
  uint64_t seed = 1;
  uint64_t games = 60;           // at random
  uint64_t beside = 8;           // at random where nothing is open, at most `games`
  uint64_t steered = 12;         // for each step that they do not find a break of
  uint32_t steps = 4000;         // of one game at random; of a steered one a quarter
  size_t of_alternative = 96;    // choices of one alternative that are looked at in one position
  uint64_t looks = 1'500'000;    // steps looked at in all at random, and again in all when steering
  uint64_t distances = 120'000;  // evaluated in all
  int64_t shrinking = 1500;      // games played to make the first of a property shorter; others a fifth
  int64_t simplifying = 1500;    // positions tried to make it small
  std::function<bool()> go_on;   // null: always
  std::function<void(const std::string&)> told;  // progress, a line each; null: nobody
};

struct ReachCount {
  uint64_t games = 0, positions = 0, looks = 0;
  size_t asked = 0, found = 0;  // steps (a property, a site, an alternative)
};

/// Tries what is not proved, and enters the results in `induction`: verdicts, reasons, cells, `tried`.
ReachCount reach_breaks(const std::shared_ptr<const runtime::Scenario>& scenario, Induction& induction,
                        const ReachSettings& settings = {});

}  // namespace casebook::symbolic
