// SPDX-License-Identifier: Apache-2.0
#pragma once

// Goals of the search for differences of choices: an action, the side that permits it, and what must refuse
// it on the other side. An action is a goal only if something evaluated for it differs. When it can differ
// for several reasons, each reason is a goal.

#include <set>
#include <string>
#include <vector>

#include "verifier/compare/differ/aim.h"

namespace casebook::compare {

struct ChoiceGoal {
  size_t permits = 0;
  std::array<ActionId, 2> action{language::none, language::none};
  std::string name;      // of the action
  std::string refusing;  // of the other side's: a requirement, or `domain of x`
  ItemRefs items;        // all that it rests on and that is not the same text
  /// What asking costs against a plain condition, roughly: it asks whether something may be chosen, or for
  /// ways over the map. Fewer evaluations are spent on it.
  uint64_t cost = 1;
  games::Goal here, there;
  std::vector<std::pair<VarId, VarId>> shared;
};

/// In the order of the program. Their expressions are those of the rulesets with switches settled.
std::vector<ChoiceGoal> choice_goals(const Pair& pair);

/// Everything that these items rest on, themselves too.
ItemRefs all_beneath(const Alignment& alignment, const ItemRefs& items);
uint64_t cost_of(const ItemRefs& beneath);

/// Of everything that these items rest on, themselves too, what is not the same text on both sides.
ItemRefs changed_beneath(const Alignment& alignment, const ItemRefs& items);

}  // namespace casebook::compare
