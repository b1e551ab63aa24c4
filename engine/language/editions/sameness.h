// SPDX-License-Identifier: Apache-2.0
#pragma once

// Finds what an edition says twice: items that replace a parent's item of the same meaning, and items of
// one edition with the same meaning under two names. Also says how the rules of two editions differ.
//
// Meaning is that of the typed program. Cases cited, names of variables, comments, layout and order do not
// count.

#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/language/compile.h"
#include "engine/program/program.h"

namespace casebook::language {

/// W0308 for the first sort, W0309 for the second, in the order of the text. `program` is what `edition`
/// compiles to; its parent is compiled here.
void check_sameness(const EditionText& edition, const Program& program, Diagnostics& diagnostics);

/// An item that one of two editions has alone, or that means something else in the other.
struct RuleDifference {
  Program::Change::How how = Program::Change::How::replaced;
  std::string sort, name;     // `definition`, `cost`
  std::string first, second;  // the case it stands in, in each; empty where that edition has it not
};

/// By sort, then by name. Cases are no difference, and what differs only through what it uses is none of its
/// own: a definition is, and not the action that asks it.
std::vector<RuleDifference> rule_differences(const Program& first, const Program& second);

}  // namespace casebook::language
