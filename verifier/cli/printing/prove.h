// SPDX-License-Identifier: Apache-2.0
#pragma once

// The results of `casebook verify --prove`, as text and as JSON.

#include <nlohmann/json_fwd.hpp>

#include "verifier/cli/shared/proving.h"

namespace casebook::cli {

/// Prints a line for each property, what is not proved, and how many queries were made.
void say_proofs(const Verified& verified, const Proved& proved, const ProveOptions& options,
                Context& context);
/// `13 of 15 properties proved (1 of them supposing what is not), 1 refuted, 1 open`
std::string proofs_summary(const language::Program& program, const Proved& proved);
/// The members of the document that are about proofs.
void add_proofs(const Verified& verified, const Proved& proved, nlohmann::ordered_json& document);

}  // namespace casebook::cli
