// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `compare` prints of its result, for a reader and as JSON.

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "verifier/cli/shared/verb.h"
#include "verifier/compare/compare.h"
#include "verifier/finding/prose.h"

namespace casebook::cli {

using RulesetNames = std::array<std::string, 2>;

void print_comparison(const compare::Result& result, const RulesetNames& names, const Prose& prose,
                      Context& context);
/// Adds everything but the head and the proofs.
void add_comparison(const compare::Result& result, const RulesetNames& names,
                    nlohmann::ordered_json& document);

}  // namespace casebook::cli
