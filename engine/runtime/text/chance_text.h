// SPDX-License-Identifier: Apache-2.0
#pragma once

// What chance brought, as text: the dice in order, `3, 5`, or the member drawn. Records and prompts use the
// same form.

#include <optional>
#include <string>
#include <string_view>

#include "engine/runtime/rules.h"

namespace casebook::runtime {

std::string chance_text(const Scenario& scenario, const language::Site& site, const ChanceOutcome& outcome);

/// The mistake, and its bytes in the text.
struct ChanceProblem {
  size_t begin = 0, end = 0;
  std::string message, expected, nearest;
};

/// Dice may stand apart by commas, blanks or both. Whether this outcome can happen here is not asked.
std::optional<ChanceOutcome> parse_chance(const Scenario& scenario, const language::Site& site,
                                          std::string_view text, ChanceProblem& problem);

}  // namespace casebook::runtime
