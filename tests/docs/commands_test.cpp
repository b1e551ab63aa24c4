// SPDX-License-Identifier: Apache-2.0
// Every command and every rules text in README.md, CONTRIBUTING.md and docs/ does what the document says.
// What the fenced blocks promise, and how a document leaves one out, is told in document.h.
//
// The working folder of a document looks like a clone after ./run: copies of rulesets/ and docs/, and the
// programs in build/bin.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>

#include "tests/docs/document.h"
#include "tests/docs/shell.h"

namespace casebook::docs {
namespace {

namespace fs = std::filesystem;

bool promises_something(const Block& block) {
  return block.language == "console" || block.language == "rules" || block.value_of("file") ||
         block.value_of("append");
}

// Paths, relative to the source tree, of the documents that promise something or have a mistake in their
// fences.
std::vector<std::string> documents() {
  const fs::path root = CASEBOOK_SOURCE_DIR;
  std::vector<fs::path> files = {root / "README.md", root / "CONTRIBUTING.md"};
  if (fs::exists(root / "docs")) {
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
      if (entry.path().extension() == ".md") files.push_back(entry.path());
    }
  }
  std::vector<std::string> names;
  for (const fs::path& file : files) {
    const Document document = read_document(contents_of(file));
    if (!document.mistakes.empty() ||
        std::any_of(document.blocks.begin(), document.blocks.end(), promises_something)) {
      names.push_back(file.lexically_relative(root).generic_string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

#ifdef CASEBOOK_EDITOR
constexpr bool with_qt = true;
#else
constexpr bool with_qt = false;
#endif

class EveryDocument : public testing::TestWithParam<std::string> {
 protected:
  std::string place(int line) const { return fmt::format("{}:{}", GetParam(), line); }

  // It is ended after a while: status 124. What it complains of begins with its name.
  void open_window(const Command& command) {
    const Ran result = clone_.run("timeout 5 " + command.text);
    EXPECT_EQ(result.status, 124) << place(command.line) << ": $ " << command.text << "\nsaid:\n"
                                  << result.output;
    EXPECT_EQ(result.output.find("casebook-editor: "), std::string::npos)
        << place(command.line) << ": $ " << command.text << "\nsaid:\n"
        << result.output;
  }

  void run_console(const Block& block) {
    std::vector<std::string> mistakes;
    for (const Command& command : commands_of(block, mistakes)) {
      if (block.has("opens-window")) {
        open_window(command);
        continue;
      }
      const Ran result = clone_.run(command.text);
      EXPECT_EQ(result.status, command.status) << place(command.line) << ": $ " << command.text << "\nsaid:\n"
                                               << result.output;
      if (const auto found = difference(command.expected, result.output)) {
        ADD_FAILURE() << place(command.line) << ": $ " << command.text << "\n"
                      << *found << "\nit said:\n"
                      << result.output;
      }
    }
    for (const std::string& mistake : mistakes) ADD_FAILURE() << GetParam() << ": " << mistake;
  }

  void check_rules(const Block& block) {
    const bool fragment = block.has("fragment");
    // The folder of an edition is called as the edition is.
    static const std::regex head("(^|\n)edition +([A-Za-z0-9_-]+)");
    std::smatch named;
    const std::string text = block.text();
    const std::string edition = std::regex_search(text, named, head) ? named[2].str() : "fragment";
    const fs::path snippet = fs::path("snippets") / fmt::format("line-{}", block.line) / edition;
    fs::create_directories(folder_ / snippet);
    std::ofstream(folder_ / snippet / "snippet.rules", std::ios::binary) << text;
    const std::string command = fragment ? "casebook check --fragment " + (snippet / "snippet.rules").string()
                                         : "casebook check " + snippet.string();
    const Ran result = clone_.run(command);
    EXPECT_EQ(result.status, 0) << place(block.line) << ": `" << command << "` does not take these rules:\n"
                                << result.output;
  }

  // `FROM:TO`
  void copy(const Block& block, const std::string& pair) {
    const size_t colon = pair.find(':');
    ASSERT_NE(colon, std::string::npos) << place(block.line) << ": copy=FROM:TO";
    fs::copy(fs::path(CASEBOOK_SOURCE_DIR) / pair.substr(0, colon), folder_ / pair.substr(colon + 1),
             fs::copy_options::recursive);
  }

  void write(const Block& block, const std::string& relative, std::ios::openmode mode) {
    const fs::path path = fs::path(relative).lexically_normal();
    ASSERT_TRUE(path.is_relative() && *path.begin() != "..")
        << place(block.line) << ": leads out of the folder";
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream stream(folder_ / path, std::ios::binary | mode);
    stream << block.text();
    ASSERT_TRUE(stream.good()) << place(block.line) << ": cannot be written";
  }

  CloneOfTheTree clone_;
  const fs::path folder_ = clone_.folder();
};

TEST_P(EveryDocument, does_what_it_says) {
  const Document document = read_document(contents_of(fs::path(CASEBOOK_SOURCE_DIR) / GetParam()));
  for (const std::string& mistake : document.mistakes) ADD_FAILURE() << GetParam() << ": " << mistake;

  int kept = 0;
  int left_out = 0;
  for (const Block& block : document.blocks) {
    if (!promises_something(block)) continue;
    if (const auto path = block.value_of("file")) write(block, *path, std::ios::trunc);
    if (const auto path = block.value_of("append")) write(block, *path, std::ios::app);
    if (const auto pair = block.value_of("copy")) copy(block, *pair);
    if (!with_qt && (block.has("with-qt") || block.has("opens-window"))) {
      ++left_out;
      std::cout << place(block.line) << " is left out: it needs Qt\n";
    } else if (block.has("no-run") || block.has("no-check")) {
      ++left_out;
      std::cout << place(block.line) << " is left out: " << block.reason.value_or("") << "\n";
    } else if (block.language == "console") {
      run_console(block);
      ++kept;
    } else if (block.language == "rules" && !block.value_of("file") && !block.value_of("append")) {
      check_rules(block);
      ++kept;
    }
  }
  std::cout << GetParam() << ": " << kept << " blocks tried, " << left_out << " left out\n";
}

INSTANTIATE_TEST_SUITE_P(Documents, EveryDocument, testing::ValuesIn(documents()), [](const auto& document) {
  std::string name = document.param;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
});

}  // namespace
}  // namespace casebook::docs
