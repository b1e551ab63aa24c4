// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where long work will write. It is checked before the work begins, so that no result is lost at the end.

#include <string>

#include "engine/base/diagnostic.h"

namespace casebook::cli {

/// Whether a file can be written there, and whether a folder exists or can be made. Reports it if not
/// (C0106).
bool can_write(const std::string& path, Diagnostics& diagnostics);
bool make_folder(const std::string& path, Diagnostics& diagnostics);

}  // namespace casebook::cli
