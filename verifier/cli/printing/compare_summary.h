// SPDX-License-Identifier: Apache-2.0
#pragma once

// A comparison in at most `most_lines` lines (lines.h): one entry a change of the rules.

#include <cstddef>
#include <string>
#include <vector>

#include "verifier/compare/compare.h"
#include "verifier/finding/prose.h"

namespace casebook::cli {

/// The changes by what they do to play, then those that are not counted, then the items that are only worded otherwise:
/// headings and entries, without line ends. An entry has its title and cases, the effect on play, what the rulebooks
/// say, and as evidence the differences, how often games show them and the position. If they need more than `room` lines,
/// the last entries are shortened.
std::vector<std::string> changes_in_short(const compare::Result& result, const Prose& prose, size_t room);

/// How often play differs in the games of each ruleset: a sentence each.
std::vector<std::string> shares_in_short(const compare::Result& result);

}  // namespace casebook::cli
