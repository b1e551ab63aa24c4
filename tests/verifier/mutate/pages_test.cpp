// SPDX-License-Identifier: Apache-2.0
// The pages of docs/mutants: they add up, name the command that makes them, and every line speaks of words
// that still stand in the rules. That the command says the same now is asked of a few mutants and of all of
// them in the slow tests. A page is made again by its own command; it is due when one of these says so, not
// with every edit of the rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace casebook::mutate {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Page {
  std::string edition, text;
};

std::vector<Page> pages() {
  std::vector<Page> all;
  for (const auto& entry : fs::directory_iterator(std::string(CASEBOOK_SOURCE_DIR) + "/docs/mutants"))
    if (entry.path().extension() == ".md" && entry.path().filename() != "README.md")
      all.push_back({entry.path().stem().string(), text_of(entry.path())});
  return all;
}

int row(const std::string& page, const std::string& name) {
  std::smatch found;
  const std::regex line("\\| " + name + " \\| ([0-9]+) \\|\n");
  return std::regex_search(page, found, line) ? std::stoi(found[1]) : -1;
}

std::string section(const std::string& page, const std::string& heading) {
  const size_t at = page.find("\n## " + heading + "\n");
  if (at == std::string::npos) return {};
  const size_t end = page.find("\n## ", at + 4);
  return page.substr(at, end == std::string::npos ? end : end - at);
}

/// Rows of a table below a heading, without its head.
int rows_below(const std::string& page, const std::string& heading) {
  std::istringstream lines(section(page, heading));
  int rows = -2;
  for (std::string line; std::getline(lines, line);) rows += line.starts_with("|") ? 1 : 0;
  return std::max(rows, 0);
}

/// The command of the page, as its first line has it.
std::string command_of(const std::string& page) {
  std::smatch found;
  return std::regex_search(page, found, std::regex("Made by `casebook ([^`]*)`")) ? found[1].str() : "";
}

std::string run(const std::string& words) {
  const std::string line =
      std::string(CASEBOOK_BINARY) + " --rulesets " + CASEBOOK_SOURCE_DIR + "/rulesets " + words;
  FILE* pipe = ::popen(line.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string said;
  char piece[4096];
  for (size_t size = 0; (size = std::fread(piece, 1, sizeof piece, pipe)) > 0;) said.append(piece, size);
  ::pclose(pipe);
  return said;
}

std::string in_a_cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

/// The row of a mutant up to its text; lines of the rules move, what is altered does not.
std::string row_of(const json& mutant) {
  std::string cases;
  for (const auto& one : mutant["cases"]) cases += (cases.empty() ? "" : ", ") + one.get<std::string>();
  const std::string text = mutant["text"];
  return "| " + cases + " | `" + in_a_cell(mutant["name"]) + "` | " + in_a_cell(mutant["what"]) + " | " +
         (text.empty() ? "" : "`" + in_a_cell(text) + "`") + " | ";
}

/// Whether the page says what `verify --prove` notices, without golden games.
bool by_verify(const std::string& name) {
  return name.starts_with("verify-");
}

TEST(MutantPages, AddUpAndNameTheirCommand) {
  for (const auto& [edition, page] : pages()) {
    SCOPED_TRACE(edition);
    EXPECT_THAT(command_of(page),
                testing::StartsWith(by_verify(edition) ? "mutate examples/" + edition.substr(7) + " --verify"
                                                       : "mutate across-suez/" + edition));
    EXPECT_THAT(command_of(page), HasSubstr("--page docs/mutants/" + edition + ".md"));
    const int noticed = row(page, "noticed"), equivalent = row(page, "equivalent"),
              survived = row(page, "survived");
    ASSERT_GT(noticed, 0);
    EXPECT_EQ(row(page, "tried, of [0-9]+"), noticed + equivalent + survived);
    EXPECT_EQ(rows_below(page, "Survived"), survived);
    EXPECT_EQ(rows_below(page, "Equivalent"), equivalent);
    std::smatch score;
    ASSERT_TRUE(std::regex_search(page, score, std::regex("\\*\\*([0-9.]+) %\\*\\* of the mutants")));
    const double said = std::stod(score[1]), is = 100.0 * noticed / (noticed + survived);
    EXPECT_LE(said, is + 1e-9);
    EXPECT_GT(said, is - 0.11);
  }
}

/// The page of SPI 1980.
std::string first_page() {
  for (const auto& [edition, text] : pages())
    if (edition == "spi-1980") return text;
  ADD_FAILURE() << "there is no page of SPI 1980";
  return {};
}

TEST(MutantPages, TheAimIsReachedForTheFirstEdition) {
  const std::string page = first_page();
  const int noticed = row(page, "noticed"), survived = row(page, "survived");
  EXPECT_GE(noticed + survived, 150);
  EXPECT_GE(noticed, 0.95 * (noticed + survived));
}

// At most one in twenty escapes `verify --prove`.
TEST(MutantPages, TheAimIsReachedByVerifyForTheExamples) {
  int games = 0;
  for (const auto& [name, page] : pages()) {
    if (!by_verify(name)) continue;
    ++games;
    const int noticed = row(page, "noticed"), survived = row(page, "survived");
    EXPECT_GT(noticed, 40) << name;
    EXPECT_GE(noticed, 0.95 * (noticed + survived)) << name;
  }
  EXPECT_EQ(games, 4);
}

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\n' && c != '\r' && c != '\\') out += c;
  return out;
}

TEST(MutantPages, SpeakOfTheRulesAsTheyAre) {
  int rows = 0;
  for (const auto& [edition, page] : pages()) {
    for (const char* heading : {"Survived", "Equivalent"}) {
      std::istringstream lines(section(page, heading));
      for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        if (!std::regex_search(line, found, std::regex("\\| `(.*)` \\| (rulesets/[^:]*):[0-9]+ \\|")))
          continue;
        ++rows;
        std::string text = found[1];
        text = text.substr(text.rfind("| `") == std::string::npos ? 0 : text.rfind("| `") + 3);
        if (text.ends_with(" ...")) text.resize(text.size() - 4);
        const std::string rules = text_of(std::string(CASEBOOK_SOURCE_DIR) + "/" + found[2].str());
        EXPECT_NE(without_blanks(rules).find(without_blanks(text)), std::string::npos) << line;
      }
      EXPECT_EQ(section(page, heading).empty(), false) << heading;
    }
    EXPECT_EQ(rows, row(page, "equivalent") + row(page, "survived"));
    rows = 0;
  }
}

// A few, drawn, by everything but games: what is noticed then is not what the page calls unnoticed.
TEST(MutantPagesSlow, AFewMutantsComeOutAsThePageSays) {
  const std::string page = first_page();
  const json document = json::parse(
      run("mutate across-suez/spi-1980 --games 0 --mutants 8 --seed 31 --all --json 2>/dev/null"));
  ASSERT_EQ(document["mutants"].size(), 8U);
  int noticed = 0;
  for (const json& mutant : document["mutants"]) {
    if (mutant["fate"] != "noticed") continue;
    ++noticed;
    const std::string own = row_of(mutant);
    SCOPED_TRACE(own);
    EXPECT_EQ(section(page, "Survived").find(own), std::string::npos);
    EXPECT_EQ(section(page, "Equivalent").find(own), std::string::npos);
  }
  EXPECT_GT(noticed, 3);
}

TEST(MutantPagesSlow, AreWhatTheirCommandsWrite) {
  for (const auto& [edition, page] : pages()) {
    SCOPED_TRACE(edition);
    if (page.find("It was stopped before its end.") != std::string::npos) continue;  // it says so itself
    const testing_support::TemporaryFolder folder;
    const std::string made = (folder.path() / "page.md").string(), own = "docs/mutants/" + edition + ".md";
    std::string command = command_of(page);
    ASSERT_NE(command.find(own), std::string::npos);
    command.replace(command.find(own), own.size(), made);
    run(command + " >/dev/null 2>&1");
    // Whatever comes after the line that names the command.
    const auto rest = [](const std::string& text) {
      const size_t at = text.find("\n\n", text.find("Made by"));
      return at == std::string::npos ? "" : text.substr(at);
    };
    EXPECT_EQ(rest(text_of(made)), rest(page));
  }
}

}  // namespace
}  // namespace casebook::mutate
