// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/order_of_differences.h"

#include <fmt/format.h>

#include <algorithm>

namespace casebook {

namespace {

/// Of the drawn positions, in the ruleset where they are most.
double largest_share(const std::vector<MetIn>& met_in, uint64_t MetIn::*positions) {
  double most = 0;
  for (const MetIn& one : met_in)
    if (one.of_positions > 0)
      most = std::max(most, static_cast<double>(one.*positions) / static_cast<double>(one.of_positions));
  return most;
}

}  // namespace

double share_met(const std::vector<MetIn>& met_in) {
  return largest_share(met_in, &MetIn::positions);
}

double often(const Finding& finding) {
  return finding.from_start ? 1 : share_met(finding.met_in);
}

double often_at_once(const Finding& finding) {
  return finding.from_start ? 1 : largest_share(finding.met_in, &MetIn::at_once);
}

bool can_occur(const Finding& finding) {
  const bool met = finding.met && (finding.met->positions > 0 || finding.met->games > 0);
  return !finding.witness || finding.witness->grade != Grade::typed || finding.from_start || met;
}

std::string ground_of_difference(const Finding& finding) {
  std::string text = finding.becomes ? finding.becomes->text + "; " : std::string();
  if (finding.from_start) return text + "every game begins with it";
  uint64_t games = 0, of = 0, at_once = 0;
  for (const MetIn& one : finding.met_in) games += one.games, of += one.of_games, at_once += one.at_once;
  if (games > 0)
    return text + fmt::format("seen in {} of {} games{}", games, of,
                              at_once == 0 ? ", where at first only a value differs" : "");
  if (finding.witness && (finding.witness->grade == Grade::seen ||
                          (finding.method == Method::play && finding.witness->grade == Grade::reachable)))
    return text + "seen in a game, at none of the positions sampled from games";
  if (finding.witness && finding.witness->grade == Grade::reachable)
    return text + "seen in a game that Casebook led there: both sides and the dice helped";
  return text + "seen only in generated positions";
}

namespace {

/// How serious it is: of equals the more frequent one comes first.
double rank_of(Becomes::What what) {
  switch (what) {
    case Becomes::What::stops:
      return 0;
    case Becomes::What::outcome:
      return 1;
    case Becomes::What::sooner:
    case Becomes::What::pieces:
    case Becomes::What::choice:
      return 2;
    case Becomes::What::values:
      break;
  }
  return 3;
}

}  // namespace

std::array<double, 6> order_of_difference(const Finding& finding) {
  const double from_play = finding.witness ? -static_cast<double>(finding.witness->grade) : 1;
  // Of what nothing is known nothing is said: it comes last.
  const double becomes = finding.becomes ? rank_of(finding.becomes->what) : 9;
  return {finding.becomes ? 0.0 : 1.0,
          can_occur(finding) ? 0.0 : 1.0,
          becomes,
          -often_at_once(finding),
          -often(finding),
          from_play};
}

const OrderOfDifferences& order_of_differences() {
  static const OrderOfDifferences order{
      "The most serious difference comes first. What happens to play at the end of its example decides:",
      {"play stops in one ruleset only: nobody has a lawful choice, or a rule has no value;",
       "another side wins, or the game ends in one ruleset only;",
       "in one ruleset only a choice or a result of the dice is possible, a piece leaves the map, or the game ends "
       "sooner with the same winner;",
       "only a value differs."},
      "Among equals one with which every game begins comes first. Then it counts at how many positions the next choice, "
      "roll or end differs, and last at how many anything differs, in the ruleset where they are more. "
      "A difference that is known only from a position that may violate an invariant comes last. "
      "Differences that come from the same change stay together, where the most serious of them stands."};
  return order;
}

}  // namespace casebook
