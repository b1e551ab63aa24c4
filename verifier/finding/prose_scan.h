// SPDX-License-Identifier: Apache-2.0
#pragma once

// How texts with calls in them are cut into words, for prose.cpp and prose_sentence.cpp.

#include <string_view>
#include <vector>

namespace casebook {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
/// Of a number or of a name with numbers in it (`14/21/1`).
inline bool is_of_token(char c) {
  return is_word(c) || c == '/' || c == '-' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Where the bracket that opens at `at` is closed; npos: nowhere. `commas`: those between.
inline size_t closing(std::string_view text, size_t at, std::vector<size_t>& commas) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '{') ++depth;
    if (c == ',' && depth == 1) commas.push_back(i);
    if ((c == ')' || c == '}') && --depth == 0) return i;
  }
  return std::string_view::npos;
}

inline size_t token_end(std::string_view text, size_t at) {
  while (at < text.size() && is_of_token(text[at])) ++at;
  return at;
}

}  // namespace casebook
