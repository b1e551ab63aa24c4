// SPDX-License-Identifier: Apache-2.0
#pragma once

// What two rulebooks say otherwise, as texts: whether or not they play alike. Statements are those that the lists of
// printed cases give, in own words.

#include <array>
#include <string>
#include <vector>

#include "engine/program/program.h"
#include "verifier/finding/coverage.h"

namespace casebook::report {

struct TextsApart {
  struct Case {
    std::string label, title;
    std::vector<std::string> here, there;  // statements that only one of the two has
  };
  std::vector<Case> reworded;               // of the same number in both
  std::vector<Case> only_here, only_there;  // to which no case of the other corresponds
  std::vector<Case> borrowed;  // cases whose text the other has not: it borrows what is played from here
  bool empty() const {
    return reworded.empty() && only_here.empty() && only_there.empty() && borrowed.empty();
  }
};

/// Cases correspond where one edition says so (`same`, `restates`, `replaces`), else by their number. Statements are
/// compared in cases that keep their number and correspond to no other. Empty lists where neither rulebook has a list
/// of printed cases.
TextsApart texts_apart(const language::Program& here, const std::vector<Covered>& cases_here,
                       const language::Program& there, const std::vector<Covered>& cases_there);

}  // namespace casebook::report
