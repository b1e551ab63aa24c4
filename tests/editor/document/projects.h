// SPDX-License-Identifier: Apache-2.0
#pragma once

// Copies of shipped games to work on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "editor/document/document.h"
#include "tests/support/temporary_folder.h"

namespace casebook::editor {

inline DataValue text_of(const std::string& text) {
  DataValue out;
  out.kind = board::DataKind::text;
  out.text = text;
  return out;
}
inline DataValue text_list(const std::vector<std::string>& texts) {
  DataValue out;
  out.kind = board::DataKind::list;
  for (const std::string& one : texts) out.items.push_back(text_of(one));
  return out;
}

/// A game of rulesets/, copied, and opened (`within`: what is opened of it).
class Project {
 public:
  explicit Project(const std::string& game, const std::string& within = {}) {
    const std::filesystem::path from = std::filesystem::path(CASEBOOK_SOURCE_DIR) / "rulesets" / game;
    rulesets_ = folder_.path() / "rulesets";
    game_ = rulesets_ / game;
    std::filesystem::create_directories(game_.parent_path());
    std::filesystem::copy(from, game_, std::filesystem::copy_options::recursive);
    open(within);
  }
  void open(const std::string& within = {}) {
    OpenOptions options;
    options.ruleset_folders = {rulesets_.string()};
    Document::Opened opened = Document::open((game_ / within).string(), options);
    ASSERT_NE(opened.document, nullptr) << opened.problem;
    document = std::move(opened.document);
  }
  std::string folder() const { return game_.string(); }
  std::string read(const std::string& name) const {
    std::ifstream in(game_ / name, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((game_ / name).parent_path());
    std::ofstream(game_ / name, std::ios::binary) << text;
  }
  std::unique_ptr<Document> document;

 private:
  testing_support::TemporaryFolder folder_;
  std::filesystem::path rulesets_, game_;
};

}  // namespace casebook::editor
