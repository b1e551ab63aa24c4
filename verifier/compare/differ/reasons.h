// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which parts make two conditions of one name differ. Both are followed side by side, into the definitions
// that they call, as far as they have the same shape. Each place where they part is a reason. A requirement
// that rests on three changes has three reasons, and each is a goal by itself. A search for the requirement
// alone would find the easiest change again and again.

#include <array>
#include <set>
#include <string>
#include <vector>

#include "verifier/compare/align/alignment.h"

namespace casebook::compare {

struct Reason {
  /// From the condition down to the part, of each side; shorter where the other has a part more.
  std::array<std::vector<const language::Expr*>, 2> path;
  /// The items that the part uses and whose text differs.
  ItemRefs items;
};

/// Of two expressions of the programs with switches settled; in the order of the text, at most a few.
std::vector<Reason> reasons(const Alignment& alignment, const language::Expr& a, const language::Expr& b);

}  // namespace casebook::compare
