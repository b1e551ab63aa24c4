// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the cells of an induction come to: a verdict for each property, with its reason.

#include <string>

#include "verifier/symbolic/prove/induction.h"

namespace casebook::symbolic {

/// Fills in `verdicts` and `reasons` from `cells`, for so many properties. `too_large`: which site was not
/// translated, and why; empty: none.
void sum_up(Induction& result, const language::Program& program, size_t properties, bool all_steps,
            const std::string& too_large);

/// Why a question stays open that came after InductionSettings::all_resources.
inline constexpr const char* run_used_all = "the run used all its resources";
/// Those questions, by property: `alone: 3 steps`.
std::vector<std::string> steps_not_asked(const Induction& induction, const language::Program& program);

}  // namespace casebook::symbolic
