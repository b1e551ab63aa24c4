// SPDX-License-Identifier: Apache-2.0
#pragma once

// What seeded games met, counted in one pass for every check. A game is the one that `casebook play EDITION
// --players random,random --seed S --game N` plays, so its record can be made again.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/records/record.h"
#include "verifier/checks/shared/context.h"

namespace casebook::checks {

/// One moment of a game of the survey.
struct Met {
  uint64_t game = 0, step = 0;
};

struct Ending {
  uint64_t games = 0;
  Met first;
  runtime::Outcome outcome;
};

class Survey {
 public:
  explicit Survey(const Context& context);

  uint64_t seed = 1, games = 0, positions = 0, decisions = 0, longest = 0;
  bool stopped = false;
  std::string scope() const;  // `100 games from seed 1, 24,000 positions`

  std::map<std::string, Ending> endings;                     // by outcome_text
  language::ById<uint64_t, language::Site> sites;            // visits, by site; also where a game is stuck
  std::vector<std::vector<uint64_t>> offered, taken;         // by site and alternative
  language::ById<uint64_t, language::Procedure> procedures;  // positions met while it ran
  language::ById<std::vector<bool>, language::Kind> was_on_map;  // by member
  std::vector<int32_t> least, most;  // of states without parameters, where play goes on
  /// By kind: (from, to) boxes or the map (-1), with how often and by which action (none: chance or
  /// procedure).
  struct Change {
    language::KindId kind = language::none;
    int32_t from = -1, to = -1;
    bool operator<(const Change& other) const {
      return std::tie(kind, from, to) < std::tie(other.kind, other.from, other.to);
    }
  };
  std::map<Change, std::pair<uint64_t, Met>> changes;
  /// Who came from a box to which hex, and when first: by kind, member and hex.
  std::map<std::tuple<language::KindId, uint32_t, int32_t>, Met> entered;

  /// The game again, its first `steps` steps.
  runtime::Record record(const ScenarioPtr& scenario, const Met& met) const;

 private:
  void play(const Context& context);
};

}  // namespace casebook::checks
