// SPDX-License-Identifier: Apache-2.0
#pragma once

// The findings that want an answer, a few lines each.

#include <string>
#include <vector>

#include "verifier/finding/finding.h"
#include "verifier/finding/prose.h"

namespace casebook::cli {

/// What the words in capitals before these findings say, in one paragraph: `UNASKED: the same, ...`. Only those that
/// are printed.
std::string meanings_of_kinds(const std::vector<Finding>& findings);

/// By their effect on play, the most serious first: headings and entries, without line ends. An entry is one thing to
/// decide (report/items.h): what it is, its effect, how often games show it, and its fingerprint. From `room` lines on
/// an entry has what it is and its fingerprint only.
std::vector<std::string> findings_in_short(const std::vector<Finding>& findings, const Prose& prose,
                                           size_t room);

}  // namespace casebook::cli
