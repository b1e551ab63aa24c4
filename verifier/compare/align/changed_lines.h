// SPDX-License-Identifier: Apache-2.0
#pragma once

// The changed lines of an item that differs, with their places and the cases that they cite. Differences
// with the same lines are one decision.

#include <array>
#include <set>
#include <string>
#include <vector>

#include "verifier/compare/align/alignment.h"

namespace casebook::compare {

struct ChangedLines {
  std::array<std::vector<language::Place>, 2> places;  // at most a few on each side
  std::array<std::set<std::string>, 2> labels;
  void add(const ChangedLines& other);
  /// `14.2 | -`
  std::string text() const;
};

/// Of that item, or line of an action. Without lines of its own, or where none of them says it, the item
/// itself.
ChangedLines changed_lines(const Alignment& alignment, const ItemRef& ref);

/// The lines of these items to be read against each other: those that changed_lines has, and on a side that
/// has the item in one line and none of them, that line. None that both sides have word for word.
std::array<std::vector<language::Place>, 2> lines_against(const Alignment& alignment, const ItemRefs& items);

}  // namespace casebook::compare
