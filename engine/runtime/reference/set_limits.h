// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sets that are always too many to list (engine/base/choice_limits.h), as far as rules and data show it without play.

#include <memory>

#include "engine/base/diagnostic.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// W0311 for each set parameter of an action that somebody chooses, if its members are the same in every position, more
/// than limits::free_members of them, and no condition of one member leaves any out. Where the domain depends on the
/// position nothing is said: how many there will be only play shows.
void check_set_limits(const std::shared_ptr<const Scenario>& scenario, Diagnostics& diagnostics);

}  // namespace casebook::runtime
