// SPDX-License-Identifier: Apache-2.0
#pragma once

// A hybrid ruleset: one ruleset with some items of the other. It shows whether those items cause a
// difference. Items are taken as the other side's switches settle them. Names in them stand for the
// corresponding items here. What they use and this side lacks comes along; state that this side lacks keeps
// the value of the other's position.
//
// Positions have the layout of this side, so its positions are positions of the hybrid, word for word. The
// hybrid is for the reference evaluator and for one step. It claims nothing else.

#include <set>
#include <string>

#include "verifier/compare/align/both_sides.h"

namespace casebook::compare {

struct TakenOver {
  ScenarioPtr scenario;  // null: it cannot be done
  std::string why_not;   // `definition price: its parameters are not those of the other`
};

/// The rules of that side with these items of the other side, as Blame names them. State that this side lacks is read from
/// `theirs`, the other side's position.
TakenOver take_over(const Pair& pair, size_t side, const ItemRefs& items, const Position& theirs);

}  // namespace casebook::compare
