// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often games reach each case of a rulebook, for readers who ask whether a case ever matters. The games
// are those of random players that `casebook play` numbers from 1.
//
// A case is reached when something of it has a say, as `play --fired` counts it. That looks at one decision
// in several and at the end of the game, so the true number may be higher. A case whose option is off is
// not counted: the rules ask it, but it has no say.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "engine/runtime/scenario.h"

namespace casebook::checks {

struct ComeTo {
  uint64_t games = 0;                  // played; 0: nothing is known
  uint64_t every = 0;                  // of so many decisions one is looked at
  uint64_t looked_at = 0;              // decisions, of all games together
  std::map<std::string, uint64_t> of;  // by case: games in which it had a say, also 0
  std::set<std::string> off;           // cases of options that are off; in none of the others
  std::set<std::string> never_asked;   // cases that only declare or claim something; likewise
};

/// What is enough to tell what hardly ever matters from what always does: looking is slow.
inline constexpr uint64_t games_for_cases = 24;

ComeTo come_to(const std::shared_ptr<const runtime::Scenario>& scenario, uint64_t seed, uint64_t games,
               const std::function<bool()>& go_on);

/// `come to in at least 17 of 24 games`, `asked at none of the 450 decisions looked at (one in 32) of 24
/// games`, `its option is off`; empty when nothing is known.
std::string come_to_text(const ComeTo& come_to, const std::string& label);

}  // namespace casebook::checks
