// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an exploration says about the game without being asked: which sides can win, whether somebody is ever
// stuck or a fault is met, and whether an end can always be reached.

#include <optional>
#include <string>
#include <vector>

#include "verifier/explore/explore.h"
#include "verifier/verdict.h"

namespace casebook::explore {

struct Finding {
  std::string claim;  // `first can win`, `nobody is ever stuck`
  Verdict verdict = Verdict::unknown;
  std::string detail;                      // one sentence without a full stop, or empty
  uint64_t positions = 0;                  // that bear the claim out (a *can* claim) or break it
  std::optional<int32_t> choices;          // of the shortest witness
  std::optional<uint64_t> ways;            // how many witnesses are as short
  std::optional<runtime::Record> witness;  // replayed by the reference evaluator
};

/// Each witness is replayed by the reference evaluator; one that does not replay is a tool error, with both
/// sides in `detail`.
std::vector<Finding> findings(const Graph& graph, const runtime::Position& start);

}  // namespace casebook::explore
