// SPDX-License-Identifier: Apache-2.0
#pragma once

// What uses this? Everything in the project and in the rules in force that names a hex, an entity, a place,
// a numbering, a provenance or a file. The editor looks it up before the thing is removed or renamed.

#include <string>
#include <vector>

#include "editor/document/document.h"

namespace casebook::editor {

struct Reference {
  std::string file;        // of the project; or a rules file
  int line = 0;            // of a rules file; else 0
  std::string text;        // `where unit Guard 1 begins`
  std::string case_label;  // of the rules
  bool operator==(const Reference&) const = default;
};

/// `thing`: `unit Guard 1`, `hex 0512` (in the map's own numbering), `place ford`, `numbering printed`,
/// `provenance book` and `file map.json`. `file` narrows provenances and is empty otherwise.
std::vector<Reference> references(const Document& document, const std::string& thing,
                                  const std::string& file = {});

}  // namespace casebook::editor
