// SPDX-License-Identifier: Apache-2.0
#pragma once

// For the witnesses of findings that were made up: games that lead there.

#include <vector>

#include "verifier/checks/shared/context.h"

namespace casebook::checks {

/// Looks for a game from the start to a position like that of each made-up witness, in which the same shows.
/// Where one is found, the record begins at the start, and the grade is `reachable`. Elsewhere the witness
/// stays, and the scope of the finding says how much was tried. In proportion to Settings::positions.
void lead_there(std::vector<Finding>& found, Context& context);

}  // namespace casebook::checks
