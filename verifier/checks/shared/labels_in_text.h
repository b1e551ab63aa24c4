// SPDX-License-Identifier: Apache-2.0
#pragma once

// Case numbers mentioned in a text.

#include <string>
#include <string_view>
#include <vector>

#include "engine/program/program.h"

namespace casebook::checks {

/// What looks like a case number: digits, a point, digits, then perhaps more of them, `(3)` or a letter:
/// `7.4`, `8.6.6a`, `5.2(3)`. Not what follows a `/` or a `-`, nor a number with another unit behind it.
std::vector<std::string> numbers_in_text(std::string_view text);

/// Those of them that are cases of the program.
std::vector<std::string> labels_in_text(const language::Program& program, std::string_view text);

}  // namespace casebook::checks
