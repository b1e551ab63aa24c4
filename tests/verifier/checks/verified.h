// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks run on the tiny rulesets, and what they say.

#include <string>
#include <vector>

#include "engine/board/acknowledged.h"
#include "tests/verifier/checks/small_rules.h"
#include "verifier/checks/verify.h"

namespace casebook::checks {

/// Few games and positions: a tiny ruleset is soon seen through.
Settings small_budget();

/// `only`: ids of checks; empty: all.
Verification verification_of(const std::string& rules, const testing_support::DataText& data,
                             const std::vector<std::string>& only = {},
                             const Settings& settings = small_budget(),
                             const board::Acknowledgements& acknowledged = {});

/// Its check, of the sound rules or of the flawed ones.
Verification verification_of(const SmallRules& rules, bool flawed);

/// What somebody would have to look at: nothing that only says that nothing was found.
std::vector<Finding> serious(const Verification& result);

/// All of them as text.
std::string shown(const std::vector<Finding>& findings);

/// The first pair of a check.
const SmallRules& rules_of(const std::string& check);

}  // namespace casebook::checks
