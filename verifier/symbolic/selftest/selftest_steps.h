// SPDX-License-Identifier: Apache-2.0
#pragma once

// The part of the selftest about guards, effects and flow: on positions that are known throughout, where
// every formula folds to a constant, so that no solver is needed. Positions are those that seeded games came
// to, spread over the sites and the steps that lead there, and made-up ones.
//
// At each position: who chooses, and what may be chosen, by reference evaluator and compiled form; whether
// some of these choices, and some values of the same types that are none of them, may be chosen by the
// translation; and what a choice, a throw or a draw leads to, by all three.
//
// A condition of a guard, an effect or of flow is covered both ways when the translation evaluated it both
// ways; an alternative, when it was taken.

#include "verifier/symbolic/selftest/selftest.h"

namespace casebook::symbolic {

void test_steps(const std::shared_ptr<const runtime::Scenario>& scenario, const SelftestSettings& settings,
                Selftest& result);

}  // namespace casebook::symbolic
