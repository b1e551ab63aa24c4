// SPDX-License-Identifier: Apache-2.0
#pragma once

// Results of a run over mutants, as text.

#include <string>

#include "verifier/mutate/mutate.h"

namespace casebook::mutate {

/// `04-movement.rules:41`
std::string place_text(const language::Program& program, const language::Mutant& mutant);

/// A few lines: what was looked at, how many by what, the score.
std::string summary_text(const Result& result);

/// A page of docs/mutants, in Markdown.
std::string page_text(const checks::Subject& subject, const Result& result, const std::string& command);

}  // namespace casebook::mutate
