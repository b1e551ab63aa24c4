// SPDX-License-Identifier: Apache-2.0
#pragma once

// A ruleset in which some items stand as the other ruleset has them, all else being its own: for asking
// whether it is they that make the two differ. Items are taken over as the other side's switches settle them,
// everything that they name by what stands for it here; what they ask and this side has not comes along.
// State that this side has not stands still, as the other's position has it.
//
// The layout of positions is that of this side, so its positions are positions of the hybrid word for word.
// It is for the reference evaluator, and for one step: what was in doubt is asked there, and nothing else is
// claimed of it.

#include <set>
#include <string>

#include "verifier/compare/align/both_sides.h"

namespace casebook::compare {

struct TakenOver {
  ScenarioPtr scenario;  // null: it cannot be done
  std::string why_not;   // `definition price: its parameters are not those of the other`
};

/// The rules of that side with these items as the other has them. Items are called as Blame calls them:
/// `definition price`, `requirement step.room`, `action step`. `theirs` is the other side's position, of
/// which state that this side has not is read.
TakenOver take_over(const Pair& pair, size_t side, const std::set<std::string>& items,
                    const Position& theirs);

}  // namespace casebook::compare
