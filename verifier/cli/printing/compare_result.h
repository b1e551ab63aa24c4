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

/// What is printed: everything in full where it fits in `most_lines` lines, else one entry a change.
struct ComparisonView {
  bool all = false;   // everything in full
  size_t change = 0;  // if not 0: the evidence of this change alone, counted from 1
};

/// Whether there is such a change; otherwise nothing is printed.
bool print_comparison(const compare::Result& result, const RulesetNames& names, const Prose& prose,
                      const ComparisonView& view, Context& context);
/// Adds everything but the head and the proofs.
void add_comparison(const compare::Result& result, const RulesetNames& names,
                    nlohmann::ordered_json& document);

}  // namespace casebook::cli
