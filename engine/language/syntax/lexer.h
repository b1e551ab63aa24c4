// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text to tokens.
//
// Every byte belongs to exactly one token, or to the blanks and comments (trivia) before one. So tokens
// print back to the text. Lexing never fails: text that is no token becomes a token of kind `unknown`, and
// the parser reports it. The lexer itself reports only what the parser cannot see: bytes that are not
// UTF-8, tabs in indentation, strings without an end, unknown escapes.
//
// The kind of a token does not depend on other lines, so a section can be lexed alone. Within a line there
// is one dependency: after `edition` and `extends` a name may contain `-`.

#include <string>
#include <string_view>
#include <vector>

#include "engine/language/syntax/syntax.h"

namespace casebook::language {

struct LexicalError {
  const char* code = "";
  uint32_t begin = 0;  // bytes
  uint32_t end = 0;
  uint32_t line = 1;
  uint32_t column = 1;  // code points
  std::string message;
};

struct Lexed {
  std::vector<Token> tokens;         // the last one is end_of_file
  std::vector<LexicalError> errors;  // in the order of the text
};

Lexed lex(std::string_view text);

}  // namespace casebook::language
