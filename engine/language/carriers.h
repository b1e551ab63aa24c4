// SPDX-License-Identifier: Apache-2.0
#pragma once

// What carries a case: every item, entry, requirement, exception and labelled line of a program that cites
// it. Reports, coverage and `show EDITION CASE` read this.

#include <string>
#include <vector>

#include "engine/language/program.h"

namespace casebook::language {

struct Carrier {
  Id label = none;   // index into Program::cases
  std::string sort;  // "definition", "entry", "requirement", ...
  std::string name;  // `shift`, `shift.farm`, `step.enemy`
  Place place;
};

/// Every carrier, in the order of the text; what the compiler made is left out.
std::vector<Carrier> carriers(const Program& program);

/// Those of one case.
std::vector<Carrier> carriers_of(const Program& program, Id label);

/// The case with that label, or none.
Id find_case(const Program& program, std::string_view label);

}  // namespace casebook::language
