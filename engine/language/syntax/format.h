// SPDX-License-Identifier: Apache-2.0
#pragma once

// The canonical layout of rules (`casebook fmt`).
//
// Blocks are indented by two; a line that continues the one above stands one step deeper, or, within a
// bracket, one step deeper than the line that opened it. Blanks between tokens are regular, the columns of a
// grid are aligned, blank lines never stand in twos, lines end with LF. Line breaks stay where the writer put
// them, and comments stay at their places.
//
// What always holds: the tokens are the same, the tree is the same (so is every fingerprint), and formatting
// twice is formatting once. A tree with syntax errors comes back as it was.

#include <string>

#include "engine/language/syntax/syntax.h"

namespace casebook::language {

std::string format(const SyntaxTree& tree);

/// The same of a sound tree, without the check that the layout left the tree as it was: for tests, which must
/// see it fail.
std::string format_unchecked(const SyntaxTree& tree);

}  // namespace casebook::language
