// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `play --profile` prints: what games cost, by site, by rule and by case.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/runtime/compiled/profile.h"
#include "engine/runtime/scenario.h"

namespace casebook::cli {

/// Lines of text. `decisions`: how many choices the games had.
std::vector<std::string> profile_lines(const runtime::Scenario& scenario, const runtime::Profile& profile,
                                       uint64_t decisions);
nlohmann::ordered_json profile_json(const runtime::Scenario& scenario, const runtime::Profile& profile);

}  // namespace casebook::cli
