// SPDX-License-Identifier: Apache-2.0
#pragma once

// A comparison in at most `most_lines` lines (lines.h): one entry a change of the rules.

#include <cstddef>
#include <string>
#include <vector>

#include "verifier/compare/compare.h"
#include "verifier/finding/prose.h"

namespace casebook::cli {

/// The changes by what they do to play, then those that are not counted: headings and entries, without line ends. An
/// entry has its title and cases, what differs, the position, how often games show it, and how many differences it
/// has. From `room` lines on an entry is one line.
std::vector<std::string> changes_in_short(const compare::Result& result, const Prose& prose, size_t room);

/// How often play differs in the games of each ruleset: a sentence each.
std::vector<std::string> shares_in_short(const compare::Result& result);

}  // namespace casebook::cli
