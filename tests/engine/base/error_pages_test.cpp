// SPDX-License-Identifier: Apache-2.0
// Each code that a source emits has its page in docs/errors, and each page a source that emits its code.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace casebook {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

// A code in a source is a string of its own: "E0301".
std::map<std::string, std::string> emitted_codes() {
  const std::regex code("\"([EWDPC][0-9]{4})\"");
  std::map<std::string, std::string> found;
  for (const char* folder : {"engine", "verifier", "editor"}) {
    const fs::path top = fs::path(CASEBOOK_SOURCE_DIR) / folder;
    if (!fs::exists(top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(top)) {
      const auto ending = entry.path().extension();
      if (ending != ".cpp" && ending != ".h") continue;
      const std::string text = std::regex_replace(contents(entry.path()), std::regex("//[^\n]*"), "");
      for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it) {
        found.emplace((*it)[1].str(), entry.path().filename().string());
      }
    }
  }
  return found;
}

std::set<std::string> pages() {
  std::set<std::string> found;
  for (const auto& entry : fs::directory_iterator(fs::path(CASEBOOK_SOURCE_DIR) / "docs/errors")) {
    if (entry.path().extension() == ".md" && entry.path().stem() != "README")
      found.insert(entry.path().stem().string());
  }
  return found;
}

TEST(ErrorPages, every_emitted_code_has_a_page) {
  const auto emitted = emitted_codes();
  const auto have = pages();
  for (const auto& [code, file] : emitted) {
    EXPECT_TRUE(have.contains(code)) << code << " (" << file << ") has no docs/errors/" << code << ".md";
  }
}

TEST(ErrorPages, every_page_belongs_to_an_emitted_code) {
  const auto emitted = emitted_codes();
  for (const std::string& page : pages())
    EXPECT_TRUE(emitted.contains(page)) << page << " is emitted by no source";
}

TEST(ErrorPages, pages_say_what_it_means_show_an_example_and_how_to_mend_it) {
  for (const std::string& page : pages()) {
    const std::string text = contents(fs::path(CASEBOOK_SOURCE_DIR) / "docs/errors" / (page + ".md"));
    EXPECT_TRUE(std::regex_search(text, std::regex("^# " + page + ": [^\n]+\n\n[^#\n]")))
        << page << ": title and meaning";
    EXPECT_NE(text.find("\n## Example\n"), std::string::npos) << page;
    EXPECT_NE(text.find("\n```"), std::string::npos) << page;
    EXPECT_NE(text.find("\n## How to mend it\n"), std::string::npos) << page;
  }
}

}  // namespace
}  // namespace casebook
