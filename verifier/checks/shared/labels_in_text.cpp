// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/labels_in_text.h"

#include <algorithm>

#include "engine/program/carriers.h"

namespace casebook::checks {

namespace {

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::vector<std::string> numbers_in_text(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const bool begins = digit(text[at]) &&
                        (at == 0 || (!digit(text[at - 1]) && !letter(text[at - 1]) && text[at - 1] != '/' &&
                                     text[at - 1] != '-' && text[at - 1] != '.' && text[at - 1] != '_'));
    if (!begins) {
      ++at;
      continue;
    }
    size_t end = at;
    int points = 0;
    while (end < text.size() && digit(text[end])) ++end;
    while (end + 1 < text.size() && text[end] == '.' && digit(text[end + 1])) {
      ++points;
      ++end;
      while (end < text.size() && digit(text[end])) ++end;
    }
    if (points > 0 && end < text.size() && letter(text[end]) &&
        (end + 1 == text.size() || !letter(text[end + 1])))
      ++end;
    while (points > 0 && end + 2 < text.size() && text[end] == '(' && digit(text[end + 1])) {
      const size_t close = text.find(')', end);
      if (close == std::string_view::npos || close - end > 3) break;
      end = close + 1;
    }
    if (points > 0) out.emplace_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return out;
}

std::vector<std::string> labels_in_text(const language::Program& program, std::string_view text) {
  std::vector<std::string> out = numbers_in_text(text);
  std::erase_if(out,
                [&](const std::string& one) { return language::find_case(program, one) == language::none; });
  return out;
}

}  // namespace casebook::checks
