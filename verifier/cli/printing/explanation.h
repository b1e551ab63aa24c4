// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why a choice is lawful or refused, as text and JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"

namespace casebook::cli {

/// What refuses, with the values that decided; then, in one line, what holds.
std::string explanation_text(const runtime::Scenario& scenario, const std::string& choice,
                             const runtime::Explanation& explanation);
nlohmann::ordered_json explanation_json(const runtime::Scenario& scenario,
                                        const runtime::Explanation& explanation);

}  // namespace casebook::cli
