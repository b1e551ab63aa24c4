// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an edition says twice: items with which it replaces one of its parent that means the same already, and
// items of one edition that mean the same under two names. Meaning is that of the typed program, without the
// cases cited and the names of variables: comments, layout and order of declarations do not count.

#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/language/compile.h"
#include "engine/language/program.h"

namespace casebook::language {

/// W0308 for the first sort, W0309 for the second. Interrupts are not looked at. `program` is what `edition`
/// compiles to; its parent is compiled here.
void check_sameness(const EditionText& edition, const Program& program, Diagnostics& diagnostics);

/// Names of items that one of the two has alone or that mean something else in the other, cases and interrupts
/// aside, sorted. What differs only through what it uses is not among them.
std::vector<std::string> different_items(const Program& a, const Program& b);

}  // namespace casebook::language
