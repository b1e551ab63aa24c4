// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mistakes planted on purpose, one for each construct: a test of the self-test. The evaluators play the rules
// as they are. The translator is given rules in which the construct means something else: a value beside the
// right one, a statement left out, a choice refused.
//
// Constructs have the names of tests/support/constructs.h. Four more mistakes are in no construct but in how
// the translator says what is too large to be written out (`many: ...`).

#include <memory>
#include <string>

#include "engine/runtime/scenario.h"
#include "verifier/symbolic/selftest/selftest.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

/// The scenario with a mistake in that construct; the same positions, choices and sites.
std::shared_ptr<const runtime::Scenario> mistaken(const runtime::Scenario& scenario,
                                                  const std::string& construct);

/// An expression with a mistake in that construct; an empty one: a copy.
language::ExprPtr mistaken(const runtime::Scenario& scenario, const std::string& construct,
                           const language::Expr& expr);

/// A translator that makes a mistake of its own: `many: any set`, `many: order`, `many: field`, `many: faults
/// of a field`.
std::unique_ptr<Translator> mistaken_translator(const std::string& mistake, PositionFormulas& positions,
                                                Freedom freedom = Freedom::forbidden,
                                                const TranslatorLimits& limits = {});

/// These settings with the mistake planted; an empty one plants nothing.
SelftestSettings with_mistake(SelftestSettings settings, const runtime::Scenario& scenario,
                              const std::string& mistake);

}  // namespace casebook::symbolic
