// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often games come to each case of a rulebook: for whoever reads the rules case by case and wants to know
// whether a case ever matters. Seeded games of random players, those that `casebook play` numbers from 1;
// something of a case has to have a say there as `play --fired` counts it, which looks at one decision of so
// many and at the end of the game, so a case may be come to more often than is seen. Of a case whose option
// is off nothing is counted: rules of the game ask it whether it has something to say, and it has not.

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
