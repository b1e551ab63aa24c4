// SPDX-License-Identifier: Apache-2.0
#pragma once

// `compare --prove`: what Z3 says of guards, effects and definitions, as text and JSON.

#include <memory>
#include <nlohmann/json.hpp>

#include "verifier/cli/shared/exit_status.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/symbolic/editions/editions.h"

namespace casebook::cli {

nlohmann::ordered_json editions_json(const symbolic::EditionsResult& result);
void print(const symbolic::EditionsResult& result, Context& context);
/// fine: all proved the same; else open, refuted or a tool error.
ExitStatus status_of(const symbolic::EditionsResult& result);

}  // namespace casebook::cli
