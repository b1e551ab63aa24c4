// SPDX-License-Identifier: Apache-2.0
#pragma once

// Questions that the text answers already: a statement of the case, which the list of cases calls carried, names a
// claim that only one of the two answers keeps.

#include <functional>

#include "verifier/checks/shared/context.h"

namespace casebook::checks {

/// Whether a statement that the list of cases calls carried names such a claim: of the case `label`, or of any case
/// without one. Disputed claims say nothing of the text. No without a list of cases.
bool has_carried_claim(const Context& context, language::CaseId label,
                       const std::function<bool(const language::Claim&)>& is_such);

/// Whether the case answers: a statement of it that the list of cases calls carried names a claim, and the claim
/// holds under `scenario` and fails at an `expect` under `otherwise`. Claims that name an answer, and disputed ones,
/// say nothing of the text. No without a list of cases, a label or other rules.
bool is_answered(const Context& context, language::CaseId label, const ScenarioPtr& scenario,
                 const ScenarioPtr& otherwise);

}  // namespace casebook::checks
