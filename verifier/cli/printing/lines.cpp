// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/lines.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "engine/base/diagnostic_text.h"

namespace casebook::cli {

void add_lines(std::vector<std::string>& lines, const std::string& text) {
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
}

void add_indented(std::vector<std::string>& lines, const std::string& text) {
  constexpr int margin = 4, width = 80;
  add_lines(lines, std::string(margin, ' ') + folded(text, width, margin, margin));
}

std::string first_sentence(const std::string& text) {
  for (size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1)) {
    const auto next = static_cast<unsigned char>(text[at + 2]);
    if (std::isupper(next) != 0 || next >= 0x80) return text.substr(0, at + 1);
  }
  return text;
}

std::string without_requirements(std::string text) {
  constexpr std::string_view begin = " (requirement \"", end = "\")";
  for (size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const size_t to = text.find(end, at);
    if (to == std::string::npos) break;
    text.erase(at, to + end.size() - at);
  }
  return text;
}

}  // namespace casebook::cli
