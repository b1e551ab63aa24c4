// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the rules behind two words of the command line differ, and what they say of the data.

#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/board/difference.h"
#include "engine/language/editions/sameness.h"

namespace casebook::cli {

struct RulesCompared {
  std::vector<language::RuleDifference> items;
  std::string
      listed_by;  // the command that lists what differs; empty where neither edition extends the other
  board::Terms terms;
};

/// What both say of attributes. What one says otherwise where data say nothing is no common term.
board::Terms terms_of(const language::Program& first, const language::Program& second);

/// Two editions or scenarios. Nothing, and the errors, when the rules of one have errors.
std::optional<RulesCompared> compare_rules(const std::string& first, const std::string& second,
                                           const std::string& rulesets_option, Diagnostics& diagnostics);

}  // namespace casebook::cli
