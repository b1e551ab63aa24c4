// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which text of the rules a node, and an instruction, comes from: what a profile is told by (profile.h). A value that
// two rules share is of the one that was translated first. A small definition whose text replaces its call is of the
// rule that calls it.

#include <compare>
#include <cstdint>
#include <string>

#include "engine/program/id.h"

namespace casebook::runtime::compiled {

struct Origin {
  enum class Sort : uint8_t {
    choices,      // going through an action's parameters, and writing its choices out
    parameter,    // what a parameter may be
    requirement,  // `require`, of an action or of a line of `choose`
    ensure,       // with the trial of the effect that it asks about
    best,
    effect,         // `do` of an action
    whether_legal,  // an action that is asked, and not listed
    definition,
    field,
    procedure,  // between choices: its lines, and who chooses
  };
  Sort sort = Sort::procedure;
  std::string item;  // of the action, definition, field or procedure
  std::string part;  // of the parameter, requirement or preference; empty: the item as a whole
  language::CaseId label = language::none;
  auto operator<=>(const Origin&) const = default;
};

/// `requirement`, `whether it is legal`
const char* sort_name(Origin::Sort sort);

}  // namespace casebook::runtime::compiled
