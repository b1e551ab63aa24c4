// SPDX-License-Identifier: Apache-2.0
#pragma once

// The caps of a program: every `min` or `max` with a constant, every end of a `clamp`, and every constant
// bound of `within`, wherever play evaluates it. A cap is passed where the number that it holds down would
// be beyond it.
//
// Whether that happens is asked of the rules with the cap turned into a fault: they play as before
// until the cap is passed. So a cap counts wherever it stands, also in an exception, an adjustment, a
// requirement, a statement or below a quantifier.

#include <memory>
#include <string>
#include <vector>

#include "engine/program/item_ref.h"
#include "engine/program/program.h"

namespace casebook::checks {

struct Cap {
  size_t number = 0;  // its place in the list
  language::ItemId item;
  std::string name;  // of the item
  size_t nth = 1;    // among the like of that item
  language::CaseId label = language::none;
  language::Place place;
  bool upper = true;        // it holds down; else it holds up
  bool of_list = false;     // a bound of `within`
  language::ExprPtr value;  // what it holds down, as written
  language::ExprPtr bound;  // a constant
  bool by_range = false;    // the ranges of the numbers alone decide that it is never passed

  /// `cap in cost`, `lower bound of cost`: the subject of a finding.
  std::string subject() const;
  /// `The upper cap in cost`
  std::string headline() const;
};

/// Those of everything that play evaluates, in the order of the program.
std::vector<Cap> caps_of(const language::Program& program);

/// The program in which passing that cap is a fault.
std::shared_ptr<const language::Program> faulting(const language::Program& program, const Cap& cap);

}  // namespace casebook::checks
