// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/order_of_differences.h"

#include <fmt/format.h>

#include <algorithm>

namespace casebook {

double share_met(const std::vector<MetIn>& met_in) {
  double most = 0;
  for (const MetIn& one : met_in)
    most = std::max(most, one.of_positions == 0
                              ? 0
                              : static_cast<double>(one.positions) / static_cast<double>(one.of_positions));
  return most;
}

bool can_occur(const Finding& finding) {
  const bool met = finding.met && (finding.met->positions > 0 || finding.met->games > 0);
  return !finding.witness || finding.witness->grade != Grade::typed || met || share_met(finding.met_in) > 0;
}

std::string ground_of_difference(const Finding& finding) {
  std::string text = finding.becomes ? finding.becomes->text + "; " : std::string();
  uint64_t games = 0, of = 0;
  for (const MetIn& one : finding.met_in) games += one.games, of += one.of_games;
  if (games > 0) return text + fmt::format("seen in {} of {} games", games, of);
  const bool played = finding.witness && finding.witness->grade >= Grade::reachable;
  return text + (played ? "seen in a game, but at none of the positions sampled"
                        : "seen only in generated positions");
}

std::array<double, 5> order_of_difference(const Finding& finding) {
  const double share = share_met(finding.met_in);
  const double from_play = finding.witness ? -static_cast<double>(finding.witness->grade) : 1;
  // Of what nothing is known nothing is said: it comes last.
  const double becomes = finding.becomes ? static_cast<double>(finding.becomes->what) : 9;
  return {finding.becomes ? 0.0 : 1.0, can_occur(finding) ? 0.0 : 1.0, becomes, -share, from_play};
}

const OrderOfDifferences& order_of_differences() {
  static const OrderOfDifferences order{
      "The most serious difference comes first. What happens to play at the end of its example decides:",
      {"the game ends differently, or in one ruleset only;", "a piece leaves the map in one ruleset only;",
       "a choice, or a result of the dice, is possible in one ruleset only;", "only a value differs."},
      "Of two that are equally serious the more frequent comes first; the larger of its two shares counts. "
      "A difference that is known only from a position that may violate an invariant comes last. "
      "Differences that come from the same change stay together, where the most serious of them stands."};
  return order;
}

}  // namespace casebook
