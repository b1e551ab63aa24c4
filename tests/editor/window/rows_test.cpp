// SPDX-License-Identifier: Apache-2.0
// docs/editor names the test of each clause: those tests are there, and every row says something.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDockWidget>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "editor/window/screenshots.h"
#include "tests/editor/window/application.h"

namespace casebook::window {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

std::set<std::string> tests_below(const std::filesystem::path& folder) {
  std::set<std::string> found;
  const std::regex test(R"((?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+))");
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (file.path().extension() != ".cpp") continue;
    const std::string text = text_of(file.path());
    for (std::sregex_iterator at(text.begin(), text.end(), test), end; at != end; ++at)
      found.insert((*at)[1].str() + "." + (*at)[2].str());
  }
  return found;
}

TEST(Rows, EachNamesATestThatIsThereAndAPictureThatIsMade) {
  const std::filesystem::path root = CASEBOOK_SOURCE_DIR;
  const std::set<std::string> tests = tests_below(root / "tests");
  ASSERT_THAT(tests, ::testing::Contains("Rows.EachNamesATestThatIsThereAndAPictureThatIsMade"));
  std::istringstream lines(text_of(root / "docs/editor/README.md"));
  application();
  WindowOptions options;
  options.keep_settings = false;
  const MainWindow window(options);
  std::set<std::string> pictures{"-", "map", "window", "window-sums"};
  for (const char* dialog : picture_dialogs) pictures.insert(std::string("dialog-") + dialog);
  for (const QDockWidget* dock : window.docks())
    for (const char* kind : {"window-", "panel-"}) pictures.insert(kind + dock->objectName().toStdString());
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.starts_with("| point")) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(1));
    for (std::string cell; std::getline(parts, cell, '|');) {
      const size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    ASSERT_EQ(cells.size(), 5u) << line;
    ++rows;
    for (const std::string& cell : cells) EXPECT_NE(cell, "") << line;
    ASSERT_TRUE(cells[2].size() > 2 && cells[2].front() == '`' && cells[2].back() == '`') << line;
    EXPECT_TRUE(pictures.contains(cells[3])) << "no such picture: " << line;
    EXPECT_TRUE(tests.contains(cells[2].substr(1, cells[2].size() - 2))) << "no such test: " << line;
  }
  EXPECT_GE(rows, 105);
}

}  // namespace
}  // namespace casebook::window
