// SPDX-License-Identifier: Apache-2.0
// The evaluator and its translation are read side by side, so each op has its function in both, in files of
// one name and in one order: what stands in evaluate_numbers.cpp stands in translate_numbers.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::symbolic {
namespace {

namespace fs = std::filesystem;

/// By the part of the file that says what it is about (``, `_numbers`): the ops defined there, in order.
std::map<std::string, std::vector<std::string>> ops_in(const std::string& folder, const std::string& file,
                                                       const std::string& of) {
  std::map<std::string, std::vector<std::string>> found;
  const std::regex definition("(^|\n)[A-Za-z]+ " + of + "::op_([a-z_]+)\\(");
  for (const auto& entry : fs::directory_iterator(fs::path(CASEBOOK_SOURCE_DIR) / folder)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".cpp" || !name.starts_with(file)) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const std::string whole = text.str();
    for (auto one = std::sregex_iterator(whole.begin(), whole.end(), definition);
         one != std::sregex_iterator(); ++one)
      found[name.substr(file.size())].push_back((*one)[2].str());
  }
  return found;
}

std::vector<std::string> sorted(const std::map<std::string, std::vector<std::string>>& files) {
  std::vector<std::string> all;
  for (const auto& [file, ops] : files) all.insert(all.end(), ops.begin(), ops.end());
  std::sort(all.begin(), all.end());
  return all;
}

TEST(SideBySide, EvaluatorAndTranslationHaveTheSameOpsInTheSameOrder) {
  const auto evaluator = ops_in("engine/runtime/reference", "evaluate", "Evaluator"),
             translation = ops_in("verifier/symbolic/translate", "translate", "Translator");
  EXPECT_EQ(evaluator, translation);
  std::vector<std::string> all = {
#define CASEBOOK_NAME(name) #name,
      CASEBOOK_OPS(CASEBOOK_NAME)
#undef CASEBOOK_NAME
  };
  std::sort(all.begin(), all.end());
  EXPECT_EQ(sorted(evaluator), all);
  EXPECT_EQ(sorted(translation), all);
}

}  // namespace
}  // namespace casebook::symbolic
