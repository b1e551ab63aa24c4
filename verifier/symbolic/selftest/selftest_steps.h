// SPDX-License-Identifier: Apache-2.0
#pragma once

// The part of the selftest about guards, effects and flow. Its positions are fully known, so every formula
// folds to a constant and no solver is needed. They come from seeded games, spread over the sites and the
// steps that lead there, and from generation.
//
// At each position it compares:
//
//   who may choose, and what        reference evaluator and compiled form
//   whether a choice is permitted   also the translation; for some of these choices, and for other values
//   results of a choice, a roll     all three
//     or a draw
//
// A condition is covered both ways when the translation evaluated it both ways; an alternative, when it was
// taken.

#include "verifier/symbolic/selftest/selftest.h"

namespace casebook::symbolic {

void test_steps(const std::shared_ptr<const runtime::Scenario>& scenario, const SelftestSettings& settings,
                Selftest& result);

}  // namespace casebook::symbolic
