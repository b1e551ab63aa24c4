// SPDX-License-Identifier: Apache-2.0
#pragma once

// Searches for a position that distinguishes two sets of rules with one layout, as `compare` does: games of
// both, and guided search towards choices that only one permits and answers that differ. Used where the
// shared positions show nothing.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verifier/checks/shared/probe.h"

namespace casebook::checks {

struct Sought {
  /// The first position for which `apart` says yes, among those that satisfy the invariants and whose phase
  /// began as the rules begin it.
  std::optional<Tried> tried;
  /// Others for which it says yes, which are not of that sort: one of each class of differences, at most so many.
  std::vector<Tried> forbidden;
  static constexpr size_t most_forbidden = 4;
};

/// The same for any number of threads. Nothing where none is reached, or when `go_on` says no.
Sought sought_apart(const ScenarioPtr& first, const ScenarioPtr& second, uint64_t seed,
                    const std::function<bool(const Tried&)>& apart, const std::function<bool()>& go_on);

/// What was spent on it: `2 games of each, and steering with 1000 positions towards each goal`.
std::string sought_apart_scope();

}  // namespace casebook::checks
