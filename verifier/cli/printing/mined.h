// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mined invariants as lines and as JSON.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verifier/symbolic/mine/mine.h"

namespace casebook::cli {

/// Each kept one as a sentence, then the limits that were reached.
std::vector<std::string> mined_lines(const symbolic::Mining& mining);
nlohmann::ordered_json mining_json(const symbolic::Mining& mining);

}  // namespace casebook::cli
