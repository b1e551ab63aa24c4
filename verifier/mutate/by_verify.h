// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `casebook verify --prove` with its usual budgets says of altered rules and not of the rules as they are. It is
// asked in stages, the quick ones first, and only as far as the first that says something:
//
//   the checks that need no play, those of seeded games, those of positions, the proofs.
//
// Only defects count: a contradiction, a gap, what cannot be done, a refuted invariant; of idle rules only those that
// are shown from the text or by counting. Whether a question of the rulebook shows in a hundred games depends on how
// these games happen to go, so such questions do not count. A property that was PROVED and is so no longer counts
// under a name of its own.

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "verifier/mutate/noticer.h"

namespace casebook::mutate {

class ByVerify {
 public:
  /// `go_on` is asked by several threads.
  ByVerify(const checks::Subject& subject, uint64_t seed, std::function<bool()> go_on)
      : subject_(subject), seed_(seed), go_on_(std::move(go_on)) {}
  /// `check`, `proof` (a property is refuted), `proof lost` (one is no longer proved), `tool error`. Throws
  /// ListingStopped when somebody asked to stop: what was not asked to its end notices nothing.
  std::optional<Notice> ask(const ScenarioPtr& altered) const;

  static constexpr size_t stages = 4;

 private:
  struct Said {
    std::set<std::pair<std::string, std::string>> all;  // by what, and what
    std::set<std::string> proved;                       // properties
  };
  Said said_of(const ScenarioPtr& scenario, size_t stage) const;
  const Said& said_of_the_original(size_t stage) const;

  const checks::Subject& subject_;
  uint64_t seed_;
  std::function<bool()> go_on_;
  mutable std::array<std::once_flag, stages> asked_;
  mutable std::array<Said, stages> original_;
};

}  // namespace casebook::mutate
