// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files for verbs. A failure becomes a diagnostic (C0105 reading, C0106 writing).

#include <optional>
#include <string>

#include "engine/base/diagnostic.h"

namespace casebook::cli {

/// The text of a file, which diagnostics may then point into.
std::optional<std::string> read_text(const std::string& path, Diagnostics& diagnostics);

/// Replaces or makes a file, as a whole or not at all.
bool write_text(const std::string& path, const std::string& text, Diagnostics& diagnostics);

/// Where `cmake --install` put data, beside this program; it need not exist.
std::string installed_data_folder();

}  // namespace casebook::cli
