// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is proved of an edition as a page of Markdown, for docs/findings.

#include <string>

#include "verifier/symbolic/reach_break.h"

namespace casebook::symbolic {

/// `command` makes it again.
std::string proof_page(const runtime::Scenario& scenario, const Induction& induction,
                       const ReachCount& played, const std::string& command);

}  // namespace casebook::symbolic
