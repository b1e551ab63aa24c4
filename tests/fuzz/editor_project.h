// SPDX-License-Identifier: Apache-2.0
#pragma once

// One small project, open, for all inputs of a fuzzer. Nothing is saved.

#include <cstdio>
#include <cstdlib>
#include <string>

#include "editor/document/document.h"

namespace casebook::fuzz {

inline editor::Document& project() {
  static const std::unique_ptr<editor::Document> document = [] {
    editor::OpenOptions options;
    options.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
    return editor::Document::open(std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/hex-skirmish",
                                  options)
        .document;
  }();
  if (document == nullptr) std::abort();
  return *document;
}

inline std::string all_texts() {
  std::string out;
  for (size_t i = 0; i < project().parts().size(); ++i) {
    if (project().part(static_cast<int>(i)).there) out += project().text(static_cast<int>(i));
  }
  return out;
}

inline void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

/// Takes everything back, and looks that it is the first document again.
inline void take_back() {
  static const std::string first = [] {
    project().go_to(0);
    return all_texts();
  }();
  for (size_t i = 0; i < project().parts().size(); ++i) {
    const editor::Part& part = project().part(static_cast<int>(i));
    if (!part.there || part.as<editor::Unreadable>() != nullptr) continue;
    const editor::Part again = editor::read_part(part.path, part.path, editor::write_part(part));
    require(again.as<editor::Unreadable>() == nullptr, "what was done can be read again");
  }
  project().go_to(0);
  require(all_texts() == first, "all undone gives the first document");
}

}  // namespace casebook::fuzz
