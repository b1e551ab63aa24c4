// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a claim is told when it does not come out: in the words of the game, and with what to write instead.

#include <optional>
#include <string>

#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/refusal.h"

namespace casebook::runtime {

/// What the position waits for: `white chooses, at movement:1, turn 6`, or `a die is rolled here (`d` in
/// resolve): write `roll N` first`. Empty when the game is over.
std::string waiting_words(ReferenceRules& rules, const Position& position);

/// Why that roll or draw is not among the outcomes: `expected 1 to 6`. Precondition: a site of chance.
std::string expected_of_chance(ReferenceRules& rules, const Position& position, const ChanceOutcome& wanted);

/// The values that decide a refusal, each on a line of its own.
std::string reasons_of_refusal(const Explanation& explanation);

/// What the scenario has instead of an entity or hex that the expression names and that is missing: `; did
/// you mean "N1"?`. Empty when nothing is missing or nothing is near.
std::string nearest_to_missing(const Scenario& scenario, const language::Expr& expr);

/// Whether a run of the procedure is under way.
bool is_running(const Scenario& scenario, const Position& position, Id procedure);

/// `"left" lives only while "turn_of" runs; begin with `at turn_of(...)``: of the first state that the
/// expression itself names and whose procedure does not run. Definitions that it calls are not looked into.
std::optional<std::string> state_out_of_scope(const Scenario& scenario, const Position& position,
                                              const language::Expr& expr);
/// The same of one state.
std::optional<std::string> state_out_of_scope(const Scenario& scenario, const Position& position, Id state);

}  // namespace casebook::runtime
