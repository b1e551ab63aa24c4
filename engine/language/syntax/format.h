// SPDX-License-Identifier: Apache-2.0
#pragma once

// The canonical layout of rules (`casebook fmt`).
//
// Blocks are indented by two. A line that continues the one above stands one step deeper; within a bracket,
// one step deeper than the line that opened it. Blanks between tokens are regular, columns of a grid are
// aligned, there are never two blank lines together, and lines end with LF. Line breaks and comments stay
// where the writer put them.
//
// Always: tokens, tree and fingerprints are unchanged, and formatting twice equals formatting once. A tree
// with syntax errors is returned as it was.

#include <string>

#include "engine/language/syntax/syntax.h"

namespace casebook::language {

std::string format(const SyntaxTree& tree);

/// The same of a sound tree, without the check that the layout left the tree as it was: for tests, which must
/// see it fail.
std::string format_unchecked(const SyntaxTree& tree);

}  // namespace casebook::language
