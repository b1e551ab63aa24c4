// SPDX-License-Identifier: Apache-2.0
#pragma once

// Proofs as text and as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/symbolic/prove/induction.h"

namespace casebook::symbolic {

/// `movement:1 step`, `combat:2 roll`, `the start`
std::string action_text(const language::Program& program, const ProofCell& cell);
/// The matrix: a line an invariant with its verdict, and a line for each cell that is not proved. With `all`
/// every cell.
std::string induction_text(const runtime::Scenario& scenario, const Induction& induction, bool all);
/// `a and b contradict one another: no position at game:1 satisfies both`
std::string contradiction_text(const language::Program& program, const Contradiction& one);
/// `nobody comes to raid:1: what is proved of it holds nowhere (calm)`
std::string nobody_comes_text(const language::Program& program, const NobodyComes& one);
/// `VACUOUS: its premise never holds, by calm`; empty without a mark.
std::string mark_line(const PropertyMark& mark);
/// What a PROVED property assumes of every game that is not PROVED itself: `that somebody can choose
/// (can_choose is UNKNOWN)`. How a game ends is proved for ends that the rules reach, what somebody can
/// choose where testing does not fault, and nothing for steps that fault.
std::vector<std::string> supposing(const language::Program& program, const Induction& induction,
                                   size_t property);
/// `an invariant's case`, or the games that a property is about: `every game`, `every game that ends`.
std::string asked_of(const language::Program& program, size_t property);
/// How the verdict of a property was found, in a few words.
std::string_view method_of(Verdict verdict);
/// The mined invariants that the proofs of a property lean on, each once.
std::vector<std::string> mined_under(const Induction& induction, size_t property);
/// Those that any proof leans on, also that of a helper property.
std::vector<std::string> mined_needed(const Induction& induction);
/// Cases of requirements that no proof needed, of all that was proved; sorted.
std::vector<std::string> unused_cases(const language::Program& program, const Induction& induction);
/// An object an invariant, with its cells.
nlohmann::ordered_json induction_json(const runtime::Scenario& scenario, const Induction& induction);

}  // namespace casebook::symbolic
