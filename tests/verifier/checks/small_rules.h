// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two tiny rulesets for every check and for each thing that it reports: one without the defect, and one
// with it, with the reason that the check must give.

#include <ostream>
#include <string>
#include <vector>

#include "tests/support/rules_text.h"

namespace casebook::checks {

struct SmallRules {
  std::string check;
  std::string sound, flawed;              // rules
  testing_support::DataText data;         // of both
  testing_support::DataText flawed_data;  // of the flawed one, when it has other data
  bool other_data = false;
  std::string subject;           // of the finding that the flawed one must have
  std::string words;             // that its text must hold
  std::string part;              // which of the things that the check says; empty: the first
  std::string playthrough = {};  // a record, called `game`; empty: none comes with the edition
  /// `tables-caps`, by which docs/verifier knows it.
  std::string name() const { return part.empty() ? check : check + "-" + part; }
};
/// So that the name that ctest lists is the same with every build.
inline void PrintTo(const SmallRules& rules, std::ostream* out) {
  *out << rules.name();
}

std::vector<SmallRules> small_rules();
/// A part of them.
void add_pairs_of_values_and_pieces(std::vector<SmallRules>& all);

}  // namespace casebook::checks
