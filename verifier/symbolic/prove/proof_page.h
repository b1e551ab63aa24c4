// SPDX-License-Identifier: Apache-2.0
#pragma once

// The proofs of an edition as a page of Markdown, for docs/findings.

#include <string>

#include "verifier/symbolic/prove/reach_break.h"

namespace casebook::symbolic {

/// `command` makes it again.
std::string proof_page(const runtime::Scenario& scenario, const Induction& induction,
                       const ReachCount& played, const std::string& command);

/// `Options that are on: ...`, or that none is, as it stands there; nothing where the rules have none.
std::string options_line(const runtime::Scenario& scenario);

}  // namespace casebook::symbolic
