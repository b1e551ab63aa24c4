// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace casebook::platform {

/// Whether another window or program holds the file, as an AppendFile does. Nobody holds a file that does
/// not exist. Nothing is created or changed.
bool is_held(const std::string& path);

}  // namespace casebook::platform
