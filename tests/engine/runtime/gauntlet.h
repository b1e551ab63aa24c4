// SPDX-License-Identifier: Apache-2.0
#pragma once

// The game with one of everything (gauntlet/), as it stands or with its rules changed.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::tests {

inline const std::string gauntlet_folder =
    std::string(CASEBOOK_SOURCE_DIR) + "/tests/engine/runtime/gauntlet";

std::shared_ptr<const runtime::Scenario> gauntlet();

/// With the first occurrence of each text replaced by another. A text that is not there is a failure.
std::shared_ptr<const runtime::Scenario> changed_gauntlet(
    const std::vector<std::pair<std::string, std::string>>& changes);

}  // namespace casebook::tests
