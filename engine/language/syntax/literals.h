// SPDX-License-Identifier: Apache-2.0
#pragma once

// Numbers known from the text alone: literals and arithmetic of literals (`-3`, `1/2`, `2 * 3/4`).

#include <optional>

#include "engine/base/rational.h"
#include "engine/language/syntax/syntax.h"

namespace casebook::language {

/// nullopt when it is anything else, or does not fit 64 bits.
std::optional<Rational> constant_number(const SyntaxTree& tree, const Node& node);
/// Whether it is made of number literals only, whether it fits or not.
bool is_number_text(const SyntaxTree& tree, const Node& node);
/// The expression inside any number of brackets.
const Node& without_brackets(const SyntaxTree& tree, const Node& node);
/// The operator of a binary or unary node.
std::string_view operator_of(const SyntaxTree& tree, const Node& node);

}  // namespace casebook::language
