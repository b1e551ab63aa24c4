// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace casebook {

namespace {

uint32_t byte_at(std::string_view text, size_t offset) {
  return static_cast<unsigned char>(text[offset]);
}

bool turns_direction(uint32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

bool is_control(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x2028 || c == 0x2029;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

CodePoint code_point_at(std::string_view text, size_t offset) {
  if (offset >= text.size()) return {};
  const uint32_t first = byte_at(text, offset);
  if (first < 0x80) return {first, 1, true};
  int length = 0;
  uint32_t value = 0, least = 0;
  if (first >= 0xC2 && first <= 0xDF) {
    length = 2, value = first & 0x1FU, least = 0x80;
  } else if (first >= 0xE0 && first <= 0xEF) {
    length = 3, value = first & 0x0FU, least = 0x800;
  } else if (first >= 0xF0 && first <= 0xF4) {
    length = 4, value = first & 0x07U, least = 0x10000;
  } else {
    return {first, 1, false};
  }
  if (offset + static_cast<size_t>(length) > text.size()) return {first, 1, false};
  for (size_t i = 1; i < static_cast<size_t>(length); ++i) {
    const uint32_t next = byte_at(text, offset + i);
    if ((next & 0xC0U) != 0x80U) return {first, 1, false};
    value = (value << 6) | (next & 0x3FU);
  }
  if (value < least || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {first, 1, false};
  return {value, length, true};
}

size_t code_points(std::string_view text) {
  // Nearly every text of rules and data is ASCII.
  if (std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
    return text.size();
  size_t count = 0;
  for (size_t i = 0; i < text.size(); i += static_cast<size_t>(code_point_at(text, i).length)) ++count;
  return count;
}

size_t first_invalid_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const CodePoint c = code_point_at(text, i);
    if (!c.valid) return i;
    i += static_cast<size_t>(c.length);
  }
  return std::string_view::npos;
}

std::string utf8(uint32_t c) {
  std::string out;
  const auto put = [&out](uint32_t byte) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
  };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | (c >> 6)), put(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    put(0xE0U | (c >> 12)), put(0x80U | ((c >> 6) & 0x3FU)), put(0x80U | (c & 0x3FU));
  } else {
    put(0xF0U | (c >> 18)), put(0x80U | ((c >> 12) & 0x3FU)), put(0x80U | ((c >> 6) & 0x3FU)),
        put(0x80U | (c & 0x3FU));
  }
  return out;
}

LineIndex::LineIndex(std::string_view text) : text_(text), starts_{0} {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts_.push_back(i + 1);
  }
}

TextPosition LineIndex::position(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto index = static_cast<size_t>(after - starts_.begin()) - 1;
  int column = 1;
  for (size_t i = starts_[index]; i < offset; ++column) {
    i += static_cast<size_t>(code_point_at(text_, i).length);
    if (i > offset) break;  // inside a code point: where that begins
  }
  return {static_cast<int>(index) + 1, column};
}

std::string_view LineIndex::line(int number) const {
  if (number < 1 || number > lines()) return {};
  const size_t begin = starts_[static_cast<size_t>(number) - 1];
  size_t end = number < lines() ? starts_[static_cast<size_t>(number)] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return text_.substr(begin, end - begin);
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const CodePoint c = code_point_at(text, i);
    const auto length = static_cast<size_t>(c.length);
    if (!c.valid) {
      out += fmt::format("\\x{:02x}", c.value);
    } else if (c.value == '\n') {
      out += "\\n";
    } else if (c.value == '\t') {
      out += "\\t";
    } else if (is_control(c.value) || turns_direction(c.value)) {
      out += fmt::format("\\u{{{:04x}}}", c.value);
    } else {
      out += text.substr(i, length);
    }
    i += length;
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return printable(out) + "\"";
}

std::string listed(const std::vector<std::string>& items, std::string_view last_link) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += i + 1 == items.size() ? fmt::format(" {} ", last_link) : std::string(", ");
    out += items[i];
  }
  return out;
}

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string with_blanks(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == separator) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return parts;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  size_t i = 0;
  while (i < text.size()) {
    while (i < text.size() && is_blank(text[i])) ++i;
    const size_t begin = i;
    while (i < text.size() && !is_blank(text[i])) ++i;
    if (i > begin) found.push_back(text.substr(begin, i - begin));
  }
  return found;
}

}  // namespace casebook
