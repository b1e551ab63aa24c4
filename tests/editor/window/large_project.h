// SPDX-License-Identifier: Apache-2.0
#pragma once

// A project as large as the window's figures speak of, for tests and for the bench: 200 by 200 hexes of every
// ground that the rules know, with features of hexsides, roads, labels, and 2,000 units. It names nothing of
// the rules that it is made for.

#include <string>

#include "editor/document/ruleset.h"

namespace casebook::window {

struct LargeProject {
  std::string folder, edition;  // the edition as scenarios name it
  int side = 200, units = 2000;
};
/// Writes the files; what is amiss in plain words, else empty. `ground`, `links` and `hexsides` are
/// attributes of the edition's style.
std::string make_large_project(const LargeProject& wanted, const editor::Vocabulary& words,
                               const std::string& ground, const std::string& link,
                               const std::string& hexside);

}  // namespace casebook::window
