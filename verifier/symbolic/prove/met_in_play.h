// SPDX-License-Identifier: Apache-2.0
#pragma once

// Properties that a few games already refute. The solver need not try them: most candidates are false, and
// others rely on a false one until it is dropped.

#include <memory>
#include <vector>

#include "verifier/symbolic/prove/site_proof.h"

namespace casebook::symbolic {

/// Removes from `supposed`, by site and property, the suppositions that do not hold at a site that random
/// games reach. The result is the same on every call.
void drop_what_play_breaks(const std::shared_ptr<const runtime::Scenario>& scenario,
                           const Properties& properties, std::vector<std::vector<bool>>& supposed);

}  // namespace casebook::symbolic
