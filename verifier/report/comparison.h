// SPDX-License-Identifier: Apache-2.0
#pragma once

// A comparison as a report has it: the result as `compare` gave it, and the figures in sentences.

#include <string>

#include "verifier/compare/compare.h"
#include "verifier/report/report.h"

namespace casebook::report {

/// `budget`: what the comparison was made with; a report says where that is less than usual.
Comparison comparison_of(const runtime::Scenario& here, const runtime::Scenario& other,
                         compare::Result result, const compare::Budget& budget);

/// Where a game first separates the two, if that can be shown; else null.
const Finding* shown_first(const compare::Result& result);

/// Differences of play that can occur; those with the same changed lines are one way in which play differs.
struct Differences {
  size_t ways = 0, places = 0;
};
Differences differences_of(const Comparison& comparison);

}  // namespace casebook::report
