// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <unordered_map>

#include "engine/base/json.h"
#include "engine/base/nearest.h"

namespace casebook::board {

namespace {

constexpr size_t number_bytes = 40;  // no quantity of a game comes near; keeps reading a number cheap

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '+' ||
         c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// Recursive descent; each function reads one thing and says whether it could. After a failure nothing more
/// is read.
class Parser {
 public:
  Parser(std::string_view text, const std::string& file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  std::optional<JsonValue> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) offset_ = 3;  // a byte order mark takes no column
    skip_blanks();
    if (at_end()) {
      fail("D0102", "the file is empty", "a JSON object");
      return std::nullopt;
    }
    JsonValue value;
    if (!read_value(value, 1)) return std::nullopt;
    skip_blanks();
    if (!at_end()) {
      fail("D0102", "something follows after the end of the JSON text", "the end of the file");
      return std::nullopt;
    }
    return value;
  }

 private:
  /// Of a text in quotes: stands for itself.
  static bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
  }
  bool at_end() const { return offset_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[offset_]; }

  /// Moves on over bytes of one line.
  void skip(size_t bytes) {
    offset_ += bytes;
    here_.column += static_cast<int>(code_points(text_.substr(offset_ - bytes, bytes)));
  }

  void skip_blanks() {
    while (!at_end()) {
      const char c = text_[offset_];
      if (c == '\n') {
        ++offset_;
        ++here_.line;
        here_.column = 1;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        ++offset_;
        ++here_.column;
      } else {
        return;
      }
    }
  }

  Diagnostic& fail_at(const Span& span, const char* code, std::string message, std::string expected = {},
                      std::string suggestion = {}) {
    Diagnostic& made = diagnostics_.error(code, range_of(file_, span), std::move(message));
    made.expected = std::move(expected);
    made.suggestion = std::move(suggestion);
    return made;
  }
  bool fail(const char* code, std::string message, std::string expected = {}, std::string suggestion = {}) {
    TextPosition end = here_;
    if (!at_end()) ++end.column;
    fail_at({here_, end}, code, std::move(message), std::move(expected), std::move(suggestion));
    return false;
  }

  /// The run of word characters here, for messages; not consumed.
  std::string_view word() const {
    size_t end = offset_;
    while (end < text_.size() && is_word(text_[end]) && end - offset_ < 60) ++end;
    return text_.substr(offset_, end - offset_);
  }
  bool fail_word(std::string message, std::string expected, std::string suggestion,
                 const char* code = "D0102") {
    TextPosition end = here_;
    end.column += static_cast<int>(code_points(word()));
    fail_at({here_, end}, code, std::move(message), std::move(expected), std::move(suggestion));
    return false;
  }

  bool ends_early(const char* what, const Span& opened) {
    Diagnostic& made =
        fail_at({here_, here_}, "D0102", fmt::format("the file ends in the middle of {}", what));
    made.notes.push_back({range_of(file_, opened), "it begins here"});
    return false;
  }

  bool read_value(JsonValue& out, int depth) {
    if (++values_ > limits::json_values) {
      return fail("D0103",
                  fmt::format("the file holds more than {} values, which is the limit", limits::json_values));
    }
    if (depth > limits::nesting) {
      return fail("D0103",
                  fmt::format("lists and objects stand more than {} deep in one another, which is the limit",
                              limits::nesting));
    }
    out.place.begin = here_;
    bool good = false;
    const char c = peek();
    if (c == '{') {
      good = read_object(out, depth);
    } else if (c == '[') {
      good = read_array(out, depth);
    } else if (c == '"') {
      out.kind = JsonKind::string;
      good = read_string(out.text);
    } else if (c == '-' || is_digit(c)) {
      good = read_number(out);
    } else {
      good = read_word(out);
    }
    out.place.end = here_;
    return good;
  }

  bool read_word(JsonValue& out) {
    const std::string_view found = word();
    if (found == "true" || found == "false") {
      out.kind = JsonKind::boolean;
      out.boolean = found == "true";
    } else if (found != "null") {
      if (at_end()) return fail("D0102", "the file ends where a value should stand", "a value");
      if (peek() == '/') return fail("D0102", "there is a comment; JSON has none", "a value");
      if (peek() == '\'') return fail("D0102", "texts stand in double quotes", "a value", "\"");
      if (found.empty()) return fail("D0102", fmt::format("there is no value before {}", shown()), "a value");
      const std::string near =
          nearest_name(lower_ascii(found), std::vector<std::string>{"true", "false", "null"});
      const std::string lower = lower_ascii(found);
      const bool is_literal = lower == "true" || lower == "false" || lower == "null";
      const char* message = found.front() == '+' || found.front() == '.'
                                ? "a number begins with a digit or a minus sign"
                                : "a text stands in double quotes";
      return fail_word(message, "a value",
                       is_literal      ? lower
                       : !near.empty() ? near
                                       : fmt::format("\"{}\"", found));
    }
    skip(found.size());
    return true;
  }

  bool read_number(JsonValue& out) {
    out.kind = JsonKind::number;
    const std::string_view found = word();
    size_t i = 0;
    const auto digits = [&] {
      const size_t begin = i;
      while (i < found.size() && is_digit(found[i])) ++i;
      return i > begin;
    };
    if (found[i] == '-') ++i;
    const size_t first = i;
    bool good = digits();
    bool large_exponent = false;
    const bool leading_zero = good && found[first] == '0' && i > first + 1;
    if (good && i < found.size() && found[i] == '.') ++i, good = digits();
    if (good && i < found.size() && (found[i] == 'e' || found[i] == 'E')) {
      ++i;
      if (i < found.size() && (found[i] == '+' || found[i] == '-')) ++i;
      const size_t exponent = i;
      good = digits();
      large_exponent = i > exponent + 2;
    }
    if (leading_zero) {
      return fail_word("a number does not begin with 0; numbers of hexes are texts", "a number or a text",
                       fmt::format("\"{}\"", found));
    }
    if (!good || i != found.size()) {
      return fail_word("this is neither a number nor a text in double quotes", "a number",
                       fmt::format("\"{}\"", found));
    }
    if (large_exponent)
      return fail_word("a number has an exponent of more than two digits, which is the limit", "", "",
                       "D0103");
    if (found.size() > number_bytes) {
      return fail_word(fmt::format("a number is longer than {} characters, which is the limit", number_bytes),
                       "", "", "D0103");
    }
    out.text = found;
    skip(found.size());
    return true;
  }

  bool read_hex4(uint32_t& value) {
    value = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = peek();
      uint32_t digit = 0;
      if (is_digit(c)) {
        digit = static_cast<uint32_t>(c - '0');
      } else if (c >= 'a' && c <= 'f') {
        digit = static_cast<uint32_t>(c - 'a') + 10;
      } else if (c >= 'A' && c <= 'F') {
        digit = static_cast<uint32_t>(c - 'A') + 10;
      } else {
        return fail("D0102", "\\u needs four hexadecimal digits", "a hexadecimal digit");
      }
      value = value * 16 + digit;
      skip(1);
    }
    return true;
  }

  bool read_escape(std::string& out, TextPosition begin) {
    skip(1);
    const char c = peek();
    switch (c) {
      case '"':
      case '\\':
      case '/':
        out.push_back(c);
        break;
      case 'b':
        out.push_back('\b');
        break;
      case 'f':
        out.push_back('\f');
        break;
      case 'n':
        out.push_back('\n');
        break;
      case 'r':
        out.push_back('\r');
        break;
      case 't':
        out.push_back('\t');
        break;
      case 'u': {
        skip(1);
        uint32_t value = 0, low = 0;
        if (!read_hex4(value)) return false;
        if (value >= 0xD800 && value <= 0xDBFF && text_.substr(offset_, 2) == "\\u") {
          skip(2);
          if (!read_hex4(low)) return false;
          if (low >= 0xDC00 && low <= 0xDFFF) value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
        }
        if (value >= 0xD800 && value <= 0xDFFF) {
          fail_at({begin, here_}, "D0102", "\\u names half of a character; the other half does not follow");
          return false;
        }
        out += utf8(value);
        return true;
      }
      default:
        return fail("D0102", "a backslash stands before a character that it cannot stand before",
                    "one of \" \\ / b f n r t u", "\\\\");
    }
    skip(1);
    return true;
  }

  bool read_string(std::string& out) {
    const Span opened{here_, {here_.line, here_.column + 1}};
    skip(1);
    while (true) {
      if (at_end()) return ends_early("a text", opened);
      const char c = text_[offset_];
      if (c == '"') break;
      if (out.size() > limits::json_string_bytes) {
        fail_at(opened, "D0103",
                fmt::format("a text is longer than {} bytes, which is the limit", limits::json_string_bytes));
        return false;
      }
      if (c == '\\') {
        if (!read_escape(out, here_)) return false;
        continue;
      }
      if (c == '\n' || c == '\r') {
        fail_at(opened, "D0102", "a text is not closed on its line", "a double quote, or \\n for a line end");
        return false;
      }
      if (static_cast<unsigned char>(c) < 0x20) {
        return fail("D0102", "a control character stands in a text", "",
                    fmt::format("\\u{:04x}", static_cast<unsigned>(c)));
      }
      // As much of plain ASCII as there is, at once.
      size_t plain = offset_;
      while (plain < text_.size() && is_plain(text_[plain]) &&
             out.size() + (plain - offset_) <= limits::json_string_bytes)
        ++plain;
      if (plain > offset_) {
        out.append(text_, offset_, plain - offset_);
        here_.column += static_cast<int>(plain - offset_);
        offset_ = plain;
        continue;
      }
      const CodePoint point = code_point_at(text_, offset_);
      if (!point.valid)
        return fail("D0122", fmt::format("the byte {:02x} is not UTF-8", point.value), "text in UTF-8");
      out += text_.substr(offset_, static_cast<size_t>(point.length));
      offset_ += static_cast<size_t>(point.length);
      ++here_.column;
    }
    skip(1);
    return true;
  }

  /// After a member or item: moves to the next and sets `more`, or to the closing bracket. `last` ends the
  /// value before.
  bool read_link(char close, const char* what, const Span& opened, TextPosition last, bool& more) {
    skip_blanks();
    if (at_end()) return ends_early(what, opened);
    more = peek() == ',';
    if (more) {
      const Span comma{here_, {here_.line, here_.column + 1}};
      skip(1);
      skip_blanks();
      if (peek() != close) return true;
      fail_at(comma, "D0102", fmt::format("there is a comma before the closing {}", close), "no comma");
      return false;
    }
    if (peek() == close) return true;
    if (peek() == (close == '}' ? ']' : '}')) {
      fail("D0102", fmt::format("{} is closed by {}", what, peek()), fmt::format("{}", close));
      return false;
    }
    fail_at({last, last}, "D0102", "a comma is missing here", fmt::format(", or {}", close), ",");
    return false;
  }

  bool read_array(JsonValue& out, int depth) {
    out.kind = JsonKind::array;
    const Span opened{here_, {here_.line, here_.column + 1}};
    skip(1);
    skip_blanks();
    if (at_end()) return ends_early("a list", opened);
    bool more = peek() != ']';
    while (more) {
      if (!read_value(out.items.emplace_back(), depth + 1)) return false;
      if (!read_link(']', "a list", opened, here_, more)) return false;
    }
    skip(1);
    return true;
  }

  bool read_object(JsonValue& out, int depth) {
    out.kind = JsonKind::object;
    const Span opened{here_, {here_.line, here_.column + 1}};
    skip(1);
    skip_blanks();
    if (at_end()) return ends_early("an object", opened);
    std::unordered_map<std::string, Span>
        seen;  // only asked, never walked through: its order does not matter
    bool more = peek() != '}';
    while (more) {
      if (!read_member(out, depth, seen)) return false;
      if (!read_link('}', "an object", opened, here_, more)) return false;
    }
    skip(1);
    return true;
  }

  bool read_member(JsonValue& out, int depth, std::unordered_map<std::string, Span>& seen) {
    if (++values_ > limits::json_values) {
      return fail("D0103",
                  fmt::format("the file holds more than {} values, which is the limit", limits::json_values));
    }
    if (peek() != '"') {
      const std::string_view found = word();
      if (!found.empty())
        return fail_word("a key stands in double quotes", "a key", fmt::format("\"{}\"", found));
      if (peek() == '/') return fail("D0102", "there is a comment; JSON has none", "a key");
      if (peek() == '\'') return fail("D0102", "keys stand in double quotes", "a key", "\"");
      return fail("D0102", fmt::format("there is no key before {}", shown()), "a key in double quotes");
    }
    JsonMember member;
    member.key_place.begin = here_;
    if (!read_string(member.key)) return false;
    member.key_place.end = here_;
    const auto [before, is_new] = seen.emplace(member.key, member.key_place);
    if (!is_new) {
      Diagnostic& made = fail_at(member.key_place, "D0104",
                                 fmt::format("the key {} comes twice in one object", quoted(member.key)));
      made.notes.push_back({range_of(file_, before->second), "it comes first here"});
      return false;
    }
    const TextPosition after_key = here_;
    skip_blanks();
    if (peek() != ':') {
      if (at_end()) return fail("D0102", "the file ends after a key", "a colon and a value");
      fail_at({after_key, after_key}, "D0102",
              fmt::format("there is no colon after the key {}", quoted(member.key)), "a colon", ":");
      return false;
    }
    skip(1);
    skip_blanks();
    if (!read_value(member.value, depth + 1)) return false;
    out.members.push_back(std::move(member));
    return true;
  }

  std::string shown() const {
    return quoted(text_.substr(offset_, static_cast<size_t>(code_point_at(text_, offset_).length)));
  }

  std::string_view text_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  size_t offset_ = 0;
  size_t values_ = 0;
  TextPosition here_{1, 1};
};

}  // namespace

std::optional<JsonValue> parse_json(const std::string& text, const std::string& file,
                                    Diagnostics& diagnostics) {
  diagnostics.sources().add(file, text);
  if (text.size() > limits::source_bytes) {
    diagnostics.error(
        "D0103", {file, {}, {}},
        fmt::format("the file is larger than {} bytes, which is the limit", limits::source_bytes));
    return std::nullopt;
  }
  return Parser(text, file, diagnostics).run();
}

}  // namespace casebook::board
