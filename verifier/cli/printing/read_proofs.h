// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads what `verify --prove --json` wrote, for a report; also within the same run.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "engine/base/diagnostic.h"
#include "verifier/report/report.h"

namespace casebook::cli {

/// Nothing, with C0105 or C0133, when it cannot be read, is something else, or is of other rules or data than
/// these fingerprints say.
std::optional<report::Proofs> read_proofs(const std::string& path, const std::string& rules,
                                          const std::string& data, Diagnostics& diagnostics);

/// The same of a page that `verify --prove --page` has written: which properties are proved and which cases
/// that needed, without the list of steps. `options` is the line that a page of these switches has
/// (symbolic::options_line).
std::optional<report::Proofs> read_proof_page(const std::string& path, const std::string& rules,
                                              const std::string& options, Diagnostics& diagnostics);

/// The members of such a document that are about proofs; throws what nlohmann::json throws.
report::Proofs proofs_of(const nlohmann::json& document);

}  // namespace casebook::cli
