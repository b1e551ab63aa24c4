// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks of control as a whole, one file each, and the passes over flow that follow. Internal; called by
// check_flow.cpp.

#include "engine/language/lower/lowering.h"

namespace casebook::language {

/// Lines that cannot be reached (E0510), a game that can run out (E0511), a draw whose `or else` goes on
/// (E0515), turns of a repeat that pass no site (E0504). Procedures must be free of circles.
void check_ways(Checker& checker);

/// State of a procedure that is used where the procedure need not be running (E0506).
void check_lifetimes(Checker& checker);

/// Cases that claims expect a refusal by (E0603), and where they begin (E0604).
void check_claims(Checker& checker);

/// Takes out settle steps that cannot matter: nothing that a watch reads can have been written since the last
/// settlement.
void leave_out_settlements(Program& program);

/// A procedure that a `whenever` runs and that such a settlement can interrupt: it would run twice at once
/// (E0524). Asked when the settlements that matter are known.
void check_interrupted(Checker& checker);

/// Takes out steps that are never reached, empty clears and jumps to the next step; jumps lead where they end
/// up.
void tidy_flow(Program& program);

/// Takes out the steps marked and renumbers everything that refers to steps. A reference to one taken out
/// goes to the next kept.
void remove_steps(Program& program, const std::vector<bool>& gone);

}  // namespace casebook::language
