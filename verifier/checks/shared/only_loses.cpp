// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/only_loses.h"

#include <fmt/format.h>

#include "verifier/checks/shared/sought_apart.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

namespace {

/// Choices that are played under both, at each position that the search comes to.
constexpr size_t most_looked_at = 200;

}  // namespace

bool only_loses_where_sought(Probe& probe, const ScenarioPtr& second, uint64_t seed,
                             const std::function<bool()>& go_on) {
  TwoRules two(probe.rules(), second);
  two.only_what_play_meets();
  const Sought sought = sought_apart(
      probe.scenario(), second, seed,
      [&](const Tried& tried) {
        return two.at(tried.position, most_looked_at) && !two.only_loses(tried.position);
      },
      go_on);
  return !sought.tried && go_on();
}

void note_that_it_only_loses(Finding& finding, size_t positions) {
  finding.concern = Concern::information;
  finding.kind.clear();
  finding.text += fmt::format(
      " It only allows a choice that loses the game at once for who makes it, in {} where it was found to matter.",
      positions == 1 ? "the only position" : fmt::format("each of the {}", counted(positions, "position")));
  finding.scope += "; that it matters otherwise was not found in " + sought_apart_scope();
}

}  // namespace casebook::checks
