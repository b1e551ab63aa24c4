// SPDX-License-Identifier: Apache-2.0
#pragma once

// Breaks that play can come to, of what was not proved; and, as a net below the proofs, of what was.
//
// A step that is NOT INDUCTIVE breaks a property from a position which need not be reachable. So games are
// played from the scenario's start, and at each position that stands at such a site every choice (roll, draw)
// of that step is looked at, whichever the game then takes. First games at random: the even ones take any
// choice, the odd ones any alternative first, so that phases end. What those do not come to is steered
// towards: of a few choices of each alternative the one is taken after which the requirements of the step are
// nearest to holding (distance.h). A game goes on after a break, in which the properties broken already are
// looked at no more.
//
// What is found is REFUTED: a record from the scenario's start that replays, with the steps dropped that it
// does not need; and beside it the position before that last step with everything taken off the map that the
// break does not need, which satisfies the invariants and need not be reachable. What is not found stays as
// it was, and says how much was tried. All limits are counts, so two runs say the same.
//
// That nobody can choose is looked for in the same games, but not steered towards: there is no choice whose
// requirements it needs.
//
// Every game looks at all properties, and a few are played where nothing is open. A break of what is said to
// be PROVED is a TOOL ERROR with its record.

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

/// Tries what is not proved, and tells what came of it in `induction`: verdicts, reasons, cells, `tried`.
ReachCount reach_breaks(const std::shared_ptr<const runtime::Scenario>& scenario, Induction& induction,
                        const ReachSettings& settings = {});

}  // namespace casebook::symbolic
