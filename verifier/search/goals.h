// SPDX-License-Identifier: Apache-2.0
#pragma once

// Goals of a guided search, for the items of a program: a position and arguments in which a definition has
// a value, an exception applies, an action is permitted, or a requirement is the one that refuses.
//
// The caller confirms a goal that was reached (witness.h). Other things may also rule the choice out: a
// preference, an `ensure`, what the alternative of a site requires. They are not part of the goal.

#include <optional>

#include "engine/runtime/distance/distance.h"
#include "verifier/search/generated_positions.h"

namespace casebook::games {

/// The body of a Boolean definition, without its exceptions, is so, of some arguments.
Goal definition_is(const language::Program& program, DefinitionId definition, bool value);
/// An exception of a definition applies, of some arguments.
Goal exception_applies(const language::Program& program, DefinitionId definition, size_t exception);
/// Every requirement holds, waived or not, of some parameters in their domains. Nothing where a parameter is
/// a set or a path.
std::optional<Goal> permitted(const language::Program& program, ActionId action);
/// The same of parameters of any sort.
Goal all_hold(const language::Program& program, ActionId action);
/// All the others hold, and this one is not: of `Action::requires_`. Nothing where a parameter is a set or a
/// path, or the requirement can be waived.
std::optional<Goal> refused_by(const language::Program& program, ActionId action, size_t requirement);

/// Where to look: chooses that offer the action (none: any) in procedures whose state and locals the
/// conditions read. Empty, which means any choose, when there are none.
SiteChoice sites_for(const language::Program& program, const Goal& goal, ActionId action = language::none);

}  // namespace casebook::games
