// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rewrites a data file in the newest version of its format. The original is kept beside it as NAME.vN.json,
// where N is its version.

#include <string>
#include <string_view>

#include "engine/board/format.h"

namespace casebook::board {

struct Migration {
  std::string format;
  int from = 0, to = 0;
  std::string kept;  // the path of the original; empty when the file was of the newest version already and
                     // stays untouched
};

/// The format and version a text says it has, whatever they are; nullopt if it does not say (D0105, D0108) or
/// is no JSON.
struct SaidFormat {
  std::string format;
  int version = 0;
};
std::optional<SaidFormat> said_format(const std::string& text, const DataFile& file);

/// Reads any of the formats and writes it canonically. nullopt when there are errors.
std::optional<std::string> rewritten(const std::string& text, const std::string& file,
                                     Diagnostics& diagnostics);

/// Nothing is changed when anything goes wrong (D0126 for what the file system refuses).
std::optional<Migration> migrate_file(const std::string& path, Diagnostics& diagnostics);

}  // namespace casebook::board
