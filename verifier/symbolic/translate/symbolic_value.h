// SPDX-License-Identifier: Apache-2.0
#pragma once

// A value of the reference evaluator (engine/runtime/value.h) in a formula.
//
//   Booleans                `number` is a Boolean node
//   numbers                 `number` counts as there, and `never` holds when it is `never`
//   members, maybes         `number` is the code (codes.h); -1 for none
//   locations               the code of a hex, or that of a box
//   sets                    `items` has a Boolean for each member of the kind
//   paths                   `number` steps; `items` are the codes of the first hex and those entered; items
//                           beyond the length mean nothing

#include <vector>

#include "verifier/symbolic/formula/formula.h"

namespace casebook::symbolic {

struct SymbolicValue {
  Ref number = no;
  Ref never = no;
  std::vector<Ref> items;
  bool operator==(const SymbolicValue&) const = default;
};

}  // namespace casebook::symbolic
