// SPDX-License-Identifier: Apache-2.0
#pragma once

// Candidates for mined invariants: conditions over states, boxes and pieces of a scenario, each written as
// the rules would write it. The templates know the typed program and no game. Positions of games give them
// their constants.
//
//   no p in unit: side(p) = white and place(p) = across     who is never where
//   all p in unit: place(p) = across implies turn >= 2      when somebody is there
//   all p in unit: on_map(p) implies arrival(p) <= turn     a number of a piece and one of the game
//   turn >= 1, not bridge_moved, bridge_moved implies turn >= 3
//   all p in unit: p in attackers implies attacked(p)       who is marked: of which sort, where, when
//   all p in unit: place(p) = reserve implies left(p) = 0   what a piece keeps there

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::symbolic {

using namespace language::ids;

struct Candidate {
  std::string text;                        // an expression of the rules language
  ProcedureId procedure = language::none;  // it speaks of what lives while this runs; none: always
};

/// A scenario with candidates after the invariants of its rules.
struct WithCandidates {
  /// Each candidate is an invariant of every choice, or of its procedure, and its text is its name. Positions
  /// are those of the scenario, word for word.
  std::shared_ptr<const runtime::Scenario> scenario;
  InvariantId first = 0;               // the first candidate among the invariants
  std::vector<size_t> of;              // by candidate that was typed: which of those given it is
  std::vector<std::string> not_typed;  // texts that the checker refuses
};
WithCandidates with_candidates(const runtime::Scenario& scenario, const std::vector<Candidate>& candidates);

/// What holds in each of these positions, all at sites that games reached: the general before the special, at
/// most `most`; `left_out` counts the others. `tried` is how many conditions were looked at.
struct Candidates {
  std::vector<Candidate> all;
  uint64_t tried = 0, left_out = 0;
  std::vector<std::string> not_typed;
};
Candidates candidates_of(const std::shared_ptr<const runtime::Scenario>& scenario,
                         const std::vector<runtime::Position>& reached, size_t most);

/// Whether the procedure of an invariant runs wherever play stands at that site, by site and candidate.
std::vector<std::vector<bool>> live_at(const WithCandidates& with);

}  // namespace casebook::symbolic
