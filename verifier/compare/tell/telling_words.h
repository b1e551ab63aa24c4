// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a sentence is about: its telling words, how many of them two texts share, and the names that stand in it.

#include <string>
#include <string_view>
#include <vector>

namespace casebook::compare {

/// Whether a word has a digit: a number, or a name such as `23/4`.
bool has_digit(std::string_view word);

/// The words of a text that say what it is about, in small letters; numbers and names with numbers among them.
std::vector<std::string> telling_words(std::string_view text);

/// How many of the words have one of the same stem among the others: `cost` and `costs`.
size_t shared(const std::vector<std::string>& words, const std::vector<std::string>& of);

/// Whether a name stands in a text, and not as a part of another: `23/4`, `trail-use`.
bool names_it(const std::string& text, const std::string& name);

}  // namespace casebook::compare
