// SPDX-License-Identifier: Apache-2.0
#pragma once

// One difference of two rulesets, as `compare` prints it.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "verifier/finding/finding.h"

namespace casebook::cli {

/// Whether it is printed so. A finding that its witness does not show is printed as `verify` prints its own.
bool is_about_both(const Finding& finding);

/// The lines of the rules and the summaries of cases that stand under earlier differences of the same change.
struct SaidInGroup {
  size_t number = 0;                   // of the difference that is printed
  std::map<std::string, size_t> said;  // under which number each line stands
};

/// Several lines: the headline, what it does to play, the cause, the cases and lines, the example, how often.
/// `editions`: what the two are called, in order. `group`: what is not repeated; null: it stands alone.
std::string difference_text(const Finding& finding, const std::array<std::string, 2>& editions,
                            const Prose& prose, SaidInGroup* group = nullptr);

/// `at 12 of 720 positions sampled from ...` of each ruleset, in one line where neither shows it.
std::vector<std::string> how_often(const std::vector<MetIn>& met_in);

}  // namespace casebook::cli
