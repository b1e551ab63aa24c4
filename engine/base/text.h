// SPDX-License-Identifier: Apache-2.0
#pragma once

// UTF-8 text: code points, lines and columns, and safe display of text from outside.
//
// A TextPosition is 1-based. Its column counts code points, as editors do. A byte that is not part of valid
// UTF-8 counts as one code point. Lines end at LF; a CR before it belongs to the line end.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace casebook {

/// A place in a text. {0, 0} is "no place in particular".
struct TextPosition {
  int line = 0;    // from 1
  int column = 0;  // from 1, in code points
  auto operator<=>(const TextPosition&) const = default;
};

/// The code point that begins at `text[offset]`, and its length in bytes (1 to 4). `valid` is false for a
/// stray byte.
struct CodePoint {
  uint32_t value = 0;
  int length = 1;
  bool valid = false;
};
CodePoint code_point_at(std::string_view text, size_t offset);

/// Number of code points.
size_t code_points(std::string_view text);
/// The offset of the first byte that is not valid UTF-8, or npos.
size_t first_invalid_utf8(std::string_view text);
/// The bytes of one code point.
std::string utf8(uint32_t code_point);

/// Turns byte offsets of a text into positions. Keeps a view: the text must outlive it.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  /// `offset` may be the size of the text. Past it counts as the end.
  TextPosition position(size_t offset) const;
  /// The text of a line without its end; empty if there is no such line.
  std::string_view line(int number) const;
  int lines() const { return static_cast<int>(starts_.size()); }

 private:
  std::string_view text_;
  std::vector<size_t> starts_;
};

/// Safe to send to a terminal: control characters, characters that turn the direction of writing, and bytes
/// that are not UTF-8 appear as \n, \t, \xNN or \u{NNNN}. Everything else is unchanged.
std::string printable(std::string_view text);
/// `printable` in double quotes, with \" and \\. (Where <iomanip> is about, write casebook::quoted.)
std::string quoted(std::string_view text);

/// "a", "a or b", "a, b or c".
std::string listed(const std::vector<std::string>& words, std::string_view last_link = "or");

/// ASCII only; other bytes unchanged.
std::string lower_ascii(std::string_view text);
/// `elevated sand`, of `elevated_sand`: a name of the rules within a sentence.
std::string with_blanks(std::string_view name);
/// Without blanks, tabs, CR and LF at both ends.
std::string_view trimmed(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
/// The runs of non-blank bytes.
std::vector<std::string_view> words(std::string_view text);

}  // namespace casebook
