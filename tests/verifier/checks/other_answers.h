// SPDX-License-Identifier: Apache-2.0
#pragma once

// What tests of several checks share: the other answer to a question, and games that go as they are told.

#include <string>
#include <vector>

#include "tests/verifier/checks/verified.h"

namespace casebook::checks {

using Ruleset = std::shared_ptr<const runtime::Scenario>;

/// The finding with this subject; null: there is none.
const Finding* about(const Verification& result, const std::string& subject);

/// The rules with the other answer to a question; the test fails if they are not well made.
Ruleset otherwise(const Ruleset& scenario, const std::string& question);

/// How a game stands.
struct Reached {
  std::string outcome;               // `open`, `won by black`
  std::vector<std::string> choices;  // while it is open
};
/// After these choices; the test fails where one of them is not lawful.
Reached after(const Ruleset& scenario, const std::vector<std::string>& steps);

/// A text with one piece of it, which must be there, in other words.
std::string replaced(std::string text, const std::string& what, const std::string& by);

}  // namespace casebook::checks
