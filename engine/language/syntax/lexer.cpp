// SPDX-License-Identifier: Apache-2.0
#include "engine/language/syntax/lexer.h"

#include <algorithm>

#include "engine/base/text.h"
#include "engine/language/syntax/words.h"

namespace casebook::language {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_alphanumeric(char c) {
  return is_digit(c) || is_letter(c);
}
bool begins_name(char c) {
  return is_letter(c) || c == '_';
}
bool continues_name(char c) {
  return is_alphanumeric(c) || c == '_';
}
bool is_high(char c) {
  return (static_cast<unsigned char>(c) & 0x80) != 0;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Lexed run() {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
    counted_to_ = at_;
    while (blanks(), at_ < text_.size()) token();
    begin_token();
    end_token(TokenKind::end_of_file);
    find_broken_utf8();
    return std::move(lexed_);
  }

 private:
  char look(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool more() const { return at_ < text_.size(); }

  uint32_t column_of(size_t offset) {
    // Columns are asked for in rising order within a line, so each byte is looked at once.
    while (counted_to_ < offset) {
      counted_to_ +=
          is_high(text_[counted_to_]) ? static_cast<size_t>(code_point_at(text_, counted_to_).length) : 1;
      ++column_;
    }
    return column_;
  }

  void new_line() {
    ++line_;
    counted_to_ = at_;
    column_ = 1;
    fresh_line_ = true;
  }

  void error(const char* code, size_t begin, size_t end, std::string message) {
    lexed_.errors.push_back({code, static_cast<uint32_t>(begin), static_cast<uint32_t>(end), line_,
                             column_of(begin), std::move(message)});
  }

  void blanks() {
    while (more()) {
      const char c = look();
      if (c == '\n') {
        ++at_;
        new_line();
      } else if (c == '\t' && fresh_line_) {
        if (!tab_seen_) {
          error("E0104", at_, at_ + 1, "a tab stands in the indentation; use blanks");
        }
        tab_seen_ = true;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (c == '-' && look(1) == '-') {
        while (more() && look() != '\n') ++at_;
      } else {
        break;
      }
    }
  }

  void begin_token() {
    Token token;
    token.trivia_begin = lexed_.tokens.empty() ? 0 : lexed_.tokens.back().end;
    token.begin = static_cast<uint32_t>(at_);
    token.line = line_;
    token.column = column_of(at_);
    token.first_on_line = fresh_line_;
    fresh_line_ = false;
    lexed_.tokens.push_back(token);
  }

  void end_token(TokenKind kind) {
    lexed_.tokens.back().kind = kind;
    lexed_.tokens.back().end = static_cast<uint32_t>(at_);
  }

  std::string_view last_text(size_t back) const {
    const auto& tokens = lexed_.tokens;
    if (tokens.size() < back) return {};
    const Token& token = tokens[tokens.size() - back];
    return text_.substr(token.begin, token.end - token.begin);
  }

  void token() {
    begin_token();
    const char c = look();
    if (begins_name(c)) return name();
    if (is_digit(c)) return number_or_label();
    if (c == '"') return string();
    symbol();
  }

  void name() {
    const size_t begin = at_;
    const std::string_view before = last_text(2);
    const bool hyphens = before == "edition" || before == "extends", slashes = before == "extends";
    const auto joins = [&](char c) { return (hyphens && c == '-') || (slashes && c == '/'); };
    while (more() && (continues_name(look()) || (joins(look()) && continues_name(look(1))))) ++at_;
    end_token(is_reserved(text_.substr(begin, at_ - begin)) ? TokenKind::keyword : TokenKind::name);
  }

  void number_or_label() {
    while (is_digit(look())) ++at_;
    if (look() == '.' && is_alphanumeric(look(1))) {
      while (look() == '.' && is_alphanumeric(look(1))) {
        ++at_;
        while (is_alphanumeric(look())) ++at_;
      }
      while (bracketed_part()) {
      }
      return end_token(TokenKind::label);
    }
    if (!continues_name(look())) return end_token(TokenKind::number);
    while (continues_name(look())) ++at_;
    end_token(TokenKind::unknown);
  }

  bool bracketed_part() {
    if (look() != '(') return false;
    size_t ahead = 1;
    while (is_alphanumeric(look(ahead))) ++ahead;
    if (ahead == 1 || look(ahead) != ')') return false;
    at_ += ahead + 1;
    return true;
  }

  void string() {
    const size_t begin = at_++;
    while (true) {
      if (!more() || look() == '\n') {
        while (at_ > begin + 1 && text_[at_ - 1] == '\r') --at_;
        // `One"`: a mark right after a word, and nothing behind it, closes a string that was never opened.
        const std::string_view rest = text_.substr(begin + 1, at_ - begin - 1);
        const bool closes = begin > 0 && text_[begin - 1] != ' ' && text_[begin - 1] != '\n' &&
                            rest.find_first_not_of(' ') == std::string_view::npos;
        error("E0103", begin, at_,
              closes ? "this string has no opening quotation mark on its line"
                     : "this string has no closing quotation mark on its line");
        break;
      }
      const char c = look();
      if (c == '\\') {
        if (look(1) == '"' || look(1) == '\\') {
          at_ += 2;
          continue;
        }
        error("E0106", at_, at_ + 1,
              "a backslash in a string may only stand before a quotation mark or another backslash");
      }
      ++at_;
      if (c == '"') break;
    }
    end_token(TokenKind::string);
  }

  void symbol() {
    static constexpr std::string_view pairs[] = {"!=", "<=", ">=", "..", ":=", "+=", "-=", "->"};
    const std::string_view two = text_.substr(at_, 2);
    if (std::find(std::begin(pairs), std::end(pairs), two) != std::end(pairs)) {
      at_ += 2;
      return end_token(TokenKind::symbol);
    }
    const char c = look();
    if (c != '\0' && std::string_view("()[]{},:;=<>+-*/&.|").find(c) != std::string_view::npos) {
      ++at_;
      return end_token(TokenKind::symbol);
    }
    ++at_;
    if (is_high(c)) {
      while (more() && is_high(look())) ++at_;
    }
    end_token(TokenKind::unknown);
  }

  // The first place is enough: a file in another encoding would fill pages.
  void find_broken_utf8() {
    const size_t found = first_invalid_utf8(text_);
    if (found == std::string_view::npos) return;
    const TextPosition place = LineIndex(text_).position(found);
    const auto later = std::find_if(lexed_.errors.begin(), lexed_.errors.end(),
                                    [&](const LexicalError& other) { return other.begin > found; });
    lexed_.errors.insert(later, {"E0102", static_cast<uint32_t>(found), static_cast<uint32_t>(found + 1),
                                 static_cast<uint32_t>(place.line), static_cast<uint32_t>(place.column),
                                 "this byte is not UTF-8 text"});
  }

  std::string_view text_;
  Lexed lexed_;
  size_t at_ = 0;
  size_t counted_to_ = 0;
  uint32_t line_ = 1;
  uint32_t column_ = 1;
  bool fresh_line_ = true;
  bool tab_seen_ = false;
};

}  // namespace

Lexed lex(std::string_view text) {
  return Lexer(text).run();
}

}  // namespace casebook::language
