// SPDX-License-Identifier: Apache-2.0
#pragma once

// Changes of texts at random: bytes, words and lines of any file, and keys, values and structure of JSON. The same seed
// makes the same changes on every machine.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/random.h"

namespace casebook::cli_tests {

/// What texts are changed into, besides what stands in them: lines and words of other rules.
struct Stock {
  std::vector<std::string> lines, words;
};

class TextChanger {
 public:
  TextChanger(uint64_t seed, const Stock& stock) : random_(seed, 23), stock_(stock) {}

  /// One change. A file that ends in `.json` is most often changed as JSON.
  std::string changed(const std::string& file, const std::string& text);

  /// Uniform over 0 .. n-1.
  uint32_t pick(size_t n) { return random_.below(static_cast<uint32_t>(n)); }
  bool chance(uint32_t percent) { return pick(100) < percent; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all.at(pick(all.size()));
  }

 private:
  std::string changed_text(std::string text);
  std::string changed_json(const std::string& text);
  std::string with_lines(const std::string& text);
  std::string with_word(const std::string& text);
  std::string with_symbol(const std::string& text);

  Random random_;
  const Stock& stock_;
};

/// The words and the lines of a text, for a stock.
std::vector<std::string> words_of(const std::string& text);
std::vector<std::string> lines_in(const std::string& text);

}  // namespace casebook::cli_tests
