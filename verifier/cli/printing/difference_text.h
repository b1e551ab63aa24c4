// SPDX-License-Identifier: Apache-2.0
#pragma once

// One difference of two rulesets, as `compare` prints it.

#include <array>
#include <string>
#include <vector>

#include "verifier/finding/finding.h"

namespace casebook::cli {

/// Whether it is printed so. A finding that its witness does not show is printed as `verify` prints its own.
bool is_about_both(const Finding& finding);

/// Several lines: the headline, what it does to play, the cause, the cases and lines, the example, how often.
/// `editions`: what the two are called, in order.
std::string difference_text(const Finding& finding, const std::array<std::string, 2>& editions,
                            const Prose& prose);

/// `at 12 of 720 positions sampled from ...` of each ruleset, in one line where neither shows it.
std::vector<std::string> how_often(const std::vector<MetIn>& met_in);

}  // namespace casebook::cli
