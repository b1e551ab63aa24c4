// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/result.h"

#include <algorithm>

#include "verifier/finding/order_of_differences.h"

namespace casebook::compare {

void Share::add(const Share& other) {
  games += other.games;
  positions += other.positions;
  compared += other.compared;
  differing += other.differing;
  stepping += other.stepping;
  players += other.players;
  chances += other.chances;
  bringing += other.bringing;
  games_with += other.games_with;
  at_limit += other.at_limit;
}

double Share::differing_part() const {
  return compared == 0 ? 0.0 : static_cast<double>(differing) / static_cast<double>(compared);
}

bool is_counted(const Result& result, const Change& change) {
  return std::any_of(change.findings.begin(), change.findings.end(),
                     [&](size_t at) { return can_occur(result.findings[at]); });
}

}  // namespace casebook::compare
