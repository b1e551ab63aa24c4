// SPDX-License-Identifier: Apache-2.0
#pragma once

// Helper properties of a proof by induction, beside the invariants of the rules, which are proved or
// dropped like them. They say how locals and states of procedures fit the rest: a player turn called for a
// side is the turn of that side; a counted repeat agrees with the turn record; a unit named for a combat is
// not in a box. No rulebook states them. Most candidates are false and are dropped at once.

#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/control.h"
#include "verifier/symbolic/translate/symbolic_position.h"

namespace casebook::symbolic {

struct Supposition {
  enum class What : uint8_t {
    not_in_box,  // no member that it holds is in that box
    not_empty,   // a set of pieces that has a member
    few,         // a set of pieces with no more members than `number`
    constant,    // it is `number`, as where the game begins
    equal,       // it is `other`
    differ,      // it is not
    ahead,       // it is `other` plus `number`
  };
  What what = What::constant;
  SlotOf of = SlotOf::state, other_of = SlotOf::state;
  Id id = language::none, other = language::none;
  int64_t number = 0;
  std::string text;
};

/// `first`: the position at the first site of the game.
std::vector<Supposition> suppositions_of(const runtime::Scenario& scenario, const runtime::Position& first);
/// Whether what it speaks of is alive in every one of those ways to stand somewhere.
bool lives_in(const runtime::Scenario& scenario, const Supposition& supposition,
              const std::vector<runtime::Control>& ways);
Ref holds(PositionFormulas& positions, const Supposition& supposition, const SymbolicPosition& position);
bool holds_in(const std::shared_ptr<const runtime::Scenario>& scenario, const Supposition& supposition,
              const runtime::Position& position);

}  // namespace casebook::symbolic
