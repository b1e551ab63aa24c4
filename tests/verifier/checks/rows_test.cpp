// SPDX-License-Identifier: Apache-2.0
// docs/verifier names what answers each clause and what tests it: those are there, and no check is left out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "tests/verifier/checks/small_rules.h"
#include "verifier/checks/check.h"

namespace casebook::checks {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the tests are called, and the codes that something below tests/ speaks of.
struct There {
  std::set<std::string> tests, codes;
};

There below(const std::filesystem::path& folder) {
  There there;
  const std::regex test(R"((?:TEST|TEST_F|TEST_P)\(\s*(\w+),\s*(\w+))"), code(R"(\b[EWD]0\d{3}\b)");
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string kind = file.path().extension().string();
    if (kind != ".cpp" && kind != ".rules") continue;
    const std::string text = text_of(file.path());
    for (std::sregex_iterator at(text.begin(), text.end(), test), end; at != end; ++at)
      there.tests.insert((*at)[1].str() + "." + (*at)[2].str());
    for (std::sregex_iterator at(text.begin(), text.end(), code), end; at != end; ++at)
      there.codes.insert(at->str());
  }
  return there;
}

std::vector<std::string> quoted_in(const std::string& cell) {
  static const std::regex word("`([^`]+)`");
  std::vector<std::string> out;
  for (std::sregex_iterator at(cell.begin(), cell.end(), word), end; at != end; ++at)
    out.push_back((*at)[1].str());
  return out;
}

TEST(Rows, OfTheVerifierNameWhatIsThereOrSayThatTheyAreOpen) {
  const std::filesystem::path root = CASEBOOK_SOURCE_DIR;
  const There there = below(root / "tests");
  ASSERT_TRUE(there.tests.contains("Rows.OfTheVerifierNameWhatIsThereOrSayThatTheyAreOpen"));
  std::set<std::string> pairs, named, checks, answering;
  for (const SmallRules& one : small_rules()) EXPECT_TRUE(pairs.insert(one.name()).second) << one.name();
  for (const Check& one : all_checks()) checks.insert(one.id);
  std::string pages;
  for (const auto& page : std::filesystem::directory_iterator(root / "docs/verifier"))
    if (page.path().extension() == ".md") pages += text_of(page.path()) + "\n";
  std::istringstream lines(pages);
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.starts_with("| clause")) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(1));
    for (std::string cell; std::getline(parts, cell, '|');) {
      const size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    ASSERT_EQ(cells.size(), 3U) << line;
    ++rows;
    for (const std::string& cell : cells) EXPECT_NE(cell, "") << line;
    for (const std::string& word : quoted_in(cells[1])) answering.insert(word);
    if (cells[2].starts_with("open: ") && cells[2].size() > 12) continue;
    const std::vector<std::string> words = quoted_in(cells[2]);
    EXPECT_FALSE(words.empty()) << line;
    for (const std::string& word : words) {
      if (pairs.contains(word))
        named.insert(word);
      else
        EXPECT_TRUE(there.tests.contains(word) || there.codes.contains(word)) << "no such test: " << word;
    }
  }
  EXPECT_GE(rows, 200);
  EXPECT_EQ(named, pairs) << "a pair without a row";
  for (const std::string& check : checks) EXPECT_TRUE(answering.contains(check)) << "no row: " << check;
}

}  // namespace
}  // namespace casebook::checks
