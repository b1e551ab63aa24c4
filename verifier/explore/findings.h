// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an exploration shows about any game: which sides can win, whether somebody is ever stuck or a fault
// occurs, whether an end can always be reached, and whether each invariant holds. Invariants of positions
// are checked at every site, those of a step or of the end of a procedure at every step. Mined invariants that
// the scenario carries are checked where they are proved: a position that violates one is a TOOL ERROR.

#include <optional>
#include <vector>

#include "verifier/explore/explore.h"
#include "verifier/finding/finding.h"

namespace casebook::explore {

/// A finding with what only an exploration knows. Its text is one sentence without a full stop, or empty.
struct Shown {
  Finding finding;
  uint64_t positions = 0;          // that bear the claim out (a *can* claim) or break it
  std::optional<int32_t> choices;  // of the shortest witness
  std::optional<uint64_t> ways;    // how many witnesses are as short
};

/// Each witness is confirmed (verifier/finding/finding.h). One that does not show what it should is a tool
/// error.
/// `invariants`: ask them as well; those of a step and of the end of a procedure take each step once more.
std::vector<Shown> findings(const Graph& graph, const runtime::Position& start, bool invariants = true);

}  // namespace casebook::explore
