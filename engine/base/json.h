// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON (RFC 8259) for data files that people write by hand. Every value and every key knows its place in
// the file.
//
// Parsing stops at the first mistake. It reports what is wrong (D0102) or which limit was reached (D0103).
// A key that occurs twice in one object is refused (D0104). Keys keep their order, and numbers keep their
// text, so nothing is lost. A byte order mark and CRLF are accepted. Everything else is accepted exactly
// when nlohmann-json accepts it; tests compare the two.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"

namespace casebook::board {

/// A place in a data file, end not included. All places are equal: where a thing stands never makes two
/// things differ.
struct Span {
  TextPosition begin, end;
  bool operator==(const Span&) const { return true; }
};

inline SourceRange range_of(const std::string& file, const Span& span) {
  return {file, span.begin, span.end};
}

enum class JsonKind : unsigned char { null, boolean, number, string, array, object };

struct JsonMember;

struct JsonValue {
  JsonKind kind = JsonKind::null;
  bool boolean = false;
  std::string text;  // of a string, decoded; of a number, as written
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;
  Span place;

  static JsonValue of(bool value);
  static JsonValue of(int64_t value);
  static JsonValue of(std::string value);
  static JsonValue of(const char* value);
  static JsonValue array();
  static JsonValue array(std::vector<JsonValue> items);
  static JsonValue object();
  static JsonValue object(std::vector<JsonMember> members);

  bool is(JsonKind wanted) const { return kind == wanted; }
  /// The member of that name, or nullptr.
  const JsonValue* find(std::string_view key) const;
  JsonValue* find(std::string_view key);
  /// Appends a member. The key must be new.
  void add(std::string key, JsonValue value);
  bool operator==(const JsonValue&) const;
};

struct JsonMember {
  std::string key;
  JsonValue value;
  Span key_place;
  bool operator==(const JsonMember&) const = default;
};

// Here, because a vector of members needs to know what a member is (clang insists).
inline JsonValue JsonValue::of(const char* value) {
  return of(std::string(value));
}
inline JsonValue JsonValue::array() {
  return array({});
}
inline JsonValue JsonValue::object() {
  return object({});
}

/// "a number", "an object" ...: for messages.
std::string_view json_kind_name(JsonKind kind);

/// The whole of `text`. The text is added to the sources of `diagnostics` under the name `file`.
std::optional<JsonValue> parse_json(const std::string& text, const std::string& file,
                                    Diagnostics& diagnostics);

/// How many levels of containers below each top-level key are broken into one line a value. A key that is not
/// named keeps to one line; so does everything deeper.
using JsonLayout = std::vector<std::pair<std::string, int>>;

/// Canonical text: members in the order given, two blanks a level, the layout above, a line end at the end.
std::string write_json(const JsonValue& value, const JsonLayout& layout = {});
/// On one line.
std::string write_json_line(const JsonValue& value);

}  // namespace casebook::board
