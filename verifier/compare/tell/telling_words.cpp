// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/telling_words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace casebook::compare {

namespace {

constexpr size_t shortest_word = 4;   // shorter ones say nothing of what a sentence is about
constexpr size_t same_beginning = 4;  // `cost` and `costs`, `controls` and `controlled`

/// Words of four letters and more that stand in any sentence.
constexpr std::array<std::string_view, 12> idle_words{"from", "have", "into", "only", "such", "than",
                                                      "that", "then", "they", "this", "when", "with"};

bool is_of_one_stem(const std::string& a, const std::string& b) {
  if (has_digit(a) || has_digit(b)) return a == b;
  const size_t shorter = std::min(a.size(), b.size()), longer = std::max(a.size(), b.size());
  size_t same = 0;
  while (same < shorter && a[same] == b[same]) ++same;
  return same >= same_beginning && 5 * same >= 3 * longer;
}

bool is_among(const std::string& word, const std::vector<std::string>& of) {
  return std::any_of(of.begin(), of.end(),
                     [&](const std::string& other) { return is_of_one_stem(word, other); });
}

}  // namespace

bool has_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::vector<std::string> telling_words(std::string_view text) {
  std::vector<std::string> all;
  std::string word;
  for (size_t i = 0; i <= text.size(); ++i) {
    const auto c = i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(' ');
    if (std::isalnum(c) != 0 || (c == '/' && has_digit(word))) {
      word += static_cast<char>(std::tolower(c));
      continue;
    }
    const bool tells = word.size() >= shortest_word &&
                       std::find(idle_words.begin(), idle_words.end(), word) == idle_words.end();
    if (tells && std::find(all.begin(), all.end(), word) == all.end()) all.push_back(word);
    word.clear();
  }
  return all;
}

size_t shared(const std::vector<std::string>& words, const std::vector<std::string>& of) {
  return static_cast<size_t>(
      std::count_if(words.begin(), words.end(), [&](const std::string& one) { return is_among(one, of); }));
}

bool names_it(const std::string& text, const std::string& name) {
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '-';
  };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end]))) return true;
  }
  return false;
}

}  // namespace casebook::compare
