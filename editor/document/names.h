// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which texts of a file name a hex, a box or a member of a kind. The rules decide, by the types of their
// givens and states. Without rules only the lines themselves are known.

#include <functional>
#include <string>

#include "editor/document/parts.h"
#include "editor/document/ruleset.h"

namespace casebook::editor {

struct NameUse {
  std::string kind;       // `unit`, `hex`; empty: some kind that is on the map
  bool location = false;  // a hex or a box
  bool line = false;      // the id of a line about the entity
  std::string* text = nullptr;
  std::string where;  // `entry of unit 23/1`
};

void visit_names(PartData& data, const Vocabulary& words, const std::function<void(const NameUse&)>& visit);

}  // namespace casebook::editor
