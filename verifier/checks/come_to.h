// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often games come to each case of a rulebook: for whoever reads the rules case by case and wants to know
// whether a case ever matters. Seeded games of random players, those that `casebook play` numbers from 1;
// something of a case has to have a say there as `play --fired` counts it, which looks at one decision of so
// many, so a case may be come to more often than is seen.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "engine/runtime/scenario.h"

namespace casebook::checks {

struct ComeTo {
  uint64_t games = 0;                  // played; 0: nothing is known
  uint64_t every = 0;                  // of so many decisions one is looked at
  std::map<std::string, uint64_t> of;  // by case: games in which it had a say, also 0
};

/// What is enough to tell what hardly ever matters from what always does: looking is slow.
inline constexpr uint64_t games_for_cases = 24;

ComeTo come_to(const std::shared_ptr<const runtime::Scenario>& scenario, uint64_t seed, uint64_t games,
               const std::function<bool()>& go_on);

/// `come to in 17 of 24 games`; empty when nothing is known.
std::string come_to_text(const ComeTo& come_to, const std::string& label);

}  // namespace casebook::checks
