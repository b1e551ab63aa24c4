// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "engine/base/text.h"
#include "verifier/picture/picture.h"

namespace casebook::picture {

namespace {

/// Hundredths of the em, by class of letter.
int advance(uint32_t letter) {
  if (letter >= 0x2E80) return 100;  // as wide as high
  if (letter >= 128) return 66;
  const char c = static_cast<char>(letter);
  const std::string_view classes[] = {"ijl'|", "fIrt.,:; /()[]-!`\"", "Jcksvxyz", "mwMW@%", "+=<>~#"};
  const int widths[] = {29, 39, 57, 98, 84};
  for (size_t i = 0; i < 5; ++i)
    if (classes[i].find(c) != std::string_view::npos) return widths[i];
  if (c >= 'A' && c <= 'Z') return 71;
  return 64;
}

}  // namespace

double text_width(std::string_view text, double size, bool bold, double spacing) {
  double width = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    width += advance(point.value) * size / 100 + spacing;
    at += static_cast<size_t>(point.length);
  }
  return width * (bold ? 1.11 : 1);
}

std::string fitted(std::string_view text, double room, double size, bool bold) {
  if (text_width(text, size, bold) <= room) return std::string(text);
  const double rest = room - text_width("\u2026", size, bold);
  size_t end = 0;
  for (size_t at = 0; at < text.size();) {
    at += static_cast<size_t>(code_point_at(text, at).length);
    if (text_width(text.substr(0, at), size, bold) > rest) break;
    end = at;
  }
  return std::string(text.substr(0, end)) + "\u2026";
}

std::vector<std::string> wrapped(std::string_view text, double room, double size, bool bold) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string_view word : words(text)) {
    const std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
    if (!line.empty() && text_width(longer, size, bold) > room) {
      lines.push_back(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace casebook::picture
