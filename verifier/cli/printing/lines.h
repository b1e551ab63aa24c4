// SPDX-License-Identifier: Apache-2.0
#pragma once

// Output that is kept in lines until its length is known.

#include <cstddef>
#include <string>
#include <vector>

namespace casebook::cli {

/// Of what `compare` and `verify` print without being asked for more: what is longer is printed in short.
inline constexpr size_t most_lines = 200;

/// Adds a text line by line.
void add_lines(std::vector<std::string>& lines, const std::string& text);

/// Folded at 80 columns; every line of it begins with four blanks.
void add_indented(std::vector<std::string>& lines, const std::string& text);

/// Up to the first full stop that another sentence follows.
std::string first_sentence(const std::string& text);

/// Without `(requirement "room")`: the case that has the requirement stands before it.
std::string without_requirements(std::string text);

}  // namespace casebook::cli
