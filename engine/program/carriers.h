// SPDX-License-Identifier: Apache-2.0
#pragma once

// The items of a program that cite a case: every item, entry, requirement, exception and labelled line.
// Reports, coverage and `show EDITION CASE` use it.

#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

struct Carrier {
  CaseId label = none;  // index into Program::cases
  std::string sort;     // "definition", "entry", "requirement", ...
  std::string name;     // `shift`, `shift.farm`, `step.enemy`
  Place place;
};

/// Every carrier, in the order of the text; what the compiler made is left out.
std::vector<Carrier> carriers(const Program& program);

/// Those of one case.
std::vector<Carrier> carriers_of(const Program& program, CaseId label);

/// The edition whose text stands there: the program's own or one it extends. An edition is called as its
/// folder (E0225); text without a folder is the program's own.
std::string edition_of(const Program& program, const Place& place);

/// Whether the edition that opened the case last says `silent`, and only editions that it extends carry the
/// number: what is played there is then borrowed from them.
bool is_silent_and_borrowed(const Program& program, const Case& one, const std::vector<Carrier>& carried);

/// The case with that label, or none.
CaseId find_case(const Program& program, std::string_view label);

}  // namespace casebook::language
