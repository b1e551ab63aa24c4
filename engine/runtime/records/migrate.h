// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rewrites any file of Casebook in the newest version of its format: data files (engine/board/migrate.h)
// and records.
//
// Records have had one version so far. To raise it: let parse_record read both, write the new one, add a
// sample of the old one to tests/engine/runtime/samples, and let this function write the file anew and keep
// the original, as board::migrate_file does.

#include <optional>
#include <string>

#include "engine/board/migrate.h"

namespace casebook::runtime {

inline constexpr std::string_view record_format = "casebook/record";

std::optional<board::Migration> migrate_file(const std::string& path, Diagnostics& diagnostics);

}  // namespace casebook::runtime
