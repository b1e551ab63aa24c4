// SPDX-License-Identifier: Apache-2.0
#pragma once

// The cases that an edition's rulebook prints: `cases.json` beside its rules.

#include <optional>
#include <string>

#include "engine/base/diagnostic.h"
#include "engine/board/cases.h"

namespace casebook::cli {

/// Nothing where there is no list, and nothing with errors where it cannot be used: D0127 of a case that is
/// said to be another edition's, and there is no such edition, or that edition's own list does not have it.
std::optional<board::CaseList> printed_cases(const std::string& edition_folder, const std::string& rulesets,
                                             Diagnostics& diagnostics);

}  // namespace casebook::cli
