// SPDX-License-Identifier: Apache-2.0
#pragma once

// The positions that come with an edition, as files below its folder: those of positions/, and those that
// the games of playthroughs/ reach. Their authors chose them because something is worth checking there, so
// checks use them too.

#include <string>
#include <vector>

#include "verifier/checks/shared/context.h"

namespace casebook::checks {

/// Of all files below these folders, in the order of folders and names; what cannot be read or typed under
/// the scenario is left out (`check` tells what is wrong with it). Of a game a few dozen positions, from its
/// beginning to its end.
std::vector<Shipped> shipped_positions(const ScenarioPtr& scenario, const std::vector<std::string>& folders);

}  // namespace casebook::checks
