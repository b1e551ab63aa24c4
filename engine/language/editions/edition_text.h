// SPDX-License-Identifier: Apache-2.0
#pragma once

// The text of an edition and of its parents, as read from their folders.

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"

namespace casebook::language {

/// One edition's text in memory. `parent` is null for an edition that extends none.
struct EditionText {
  std::string name;                                        // as in its folder
  std::string folder;                                      // empty for a text that was not read from one
  std::vector<std::pair<std::string, std::string>> files;  // name shown, text
  std::shared_ptr<EditionText> parent;
};

/// Reads a folder and the folders of the editions it extends: beside it or, where the name has a `/`, below
/// the first of `ruleset_folders` that has it. Errors: E02xx, P/D for unreadable files.
std::shared_ptr<EditionText> read_edition(const std::string& folder, Diagnostics& diagnostics,
                                          std::span<const std::string> ruleset_folders = {});

}  // namespace casebook::language
