// SPDX-License-Identifier: Apache-2.0
#pragma once

// The positions that come with an edition, as files below its folder: those of positions/, and those that
// the games of playthroughs/ reach. Their authors chose them because something is worth checking there, so
// checks use them too.

#include <string>
#include <vector>

#include "verifier/checks/shared/context.h"

namespace casebook::checks {

/// Reads all files below these folders, in the order of folders and names. The first folder is the edition's own; a
/// file of another one is named with that edition: `positions/raid of first-edition`. Leaves out what does not go with
/// the scenario, and what cannot be read; of the first folder D0172 warns of the latter. Of a game it takes a few dozen
/// positions, from beginning to end.
std::vector<Shipped> shipped_positions(const ScenarioPtr& scenario, const std::vector<std::string>& folders,
                                       Diagnostics& diagnostics);

/// The records below playthroughs/ of that folder, in the order of their names; also those that cannot be read, with why.
std::vector<Playthrough> shipped_playthroughs(const std::string& folder);

}  // namespace casebook::checks
