// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words of the rules language.
//
// Reserved words can never be names. Other words of the grammar (`from`, `step`, `place`, `path` ...) are
// words only where the grammar asks for them, so rules may use them as names.

#include <span>
#include <string_view>

namespace casebook::language {

/// Sorted; `casebook explain E0107` lists them.
std::span<const std::string_view> reserved_words();
bool is_reserved(std::string_view word);

/// The words that may begin a line, for messages: at column 1, in a case, in a block of statements, an
/// action, a claim.
std::span<const std::string_view> file_words();
std::span<const std::string_view> member_words();
std::span<const std::string_view> statement_words();
std::span<const std::string_view> clause_words();
std::span<const std::string_view> claim_words();
/// The words that may follow an expression.
std::span<const std::string_view> joining_words();

}  // namespace casebook::language
