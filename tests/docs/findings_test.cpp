// SPDX-License-Identifier: Apache-2.0
// The commands that stand in the text of docs/findings: a reader types them to see a finding in play. Those that are
// quick run as they stand. Those that verify run with next to no budget, so that their edition, their switches and their
// checks are known; a slow test runs them as they stand, and replays what they write. Those that compare, report or prove
// take minutes whatever the budget: their editions are shown, and their options are looked up in the help of the verb.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/docs/shell.h"

namespace casebook::docs {
namespace {

namespace fs = std::filesystem;

/// By command, one of the places where it stands.
std::map<std::string, std::string> commands_in_findings() {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::directory_iterator(fs::path(CASEBOOK_SOURCE_DIR) / "docs/findings")) {
    if (entry.path().extension() != ".md") continue;
    const std::string text = contents_of(entry.path());
    static const std::regex inline_command("`(casebook [^`\n]*)`");
    for (auto one = std::sregex_iterator(text.begin(), text.end(), inline_command);
         one != std::sregex_iterator(); ++one)
      all.try_emplace((*one)[1].str(), entry.path().filename().string());
  }
  return all;
}

std::string verb_of(const std::string& command) {
  std::istringstream words(command);
  std::string program, verb;
  words >> program >> verb;
  return verb;
}

/// What a reader fills in.
std::string filled_in(std::string command) {
  for (const auto& [word, value] :
       {std::pair("EDITION", "across-suez/spi-1980"), std::pair("CHECK", "unused"),
        std::pair("FOLDER", "written"), std::pair("FILE.md", "written.md")})
    command = std::regex_replace(command, std::regex(fmt::format("\\b{}\\b", word)), value);
  return command;
}

/// `casebook verify` and the like, as the name of a command: it lacks what it is about.
bool is_a_name(const std::string& command) {
  std::istringstream words(command);
  std::string program, verb, rest;
  words >> program >> verb;
  return !(words >> rest);
}

/// Works for minutes, however small its budget.
bool is_long(const std::string& command) {
  const std::string verb = verb_of(command);
  return verb == "compare" || verb == "report" ||
         (verb == "verify" && (command.find(" --prove") != std::string::npos ||
                               command.find("--only proofs") != std::string::npos));
}

/// Its editions, and its options.
std::pair<std::vector<std::string>, std::vector<std::string>> words_of(const std::string& command) {
  std::vector<std::string> editions, options;
  std::istringstream words(command);
  std::string word;
  words >> word >> word;
  bool is_value = false;  // of the option before
  while (words >> word) {
    if (word.starts_with("--")) {
      options.push_back(word);
    } else if (!is_value && word.find('/') != std::string::npos) {
      editions.push_back(word);
    }
    is_value = word.starts_with("--");
  }
  return {editions, options};
}

/// With next to no budget. What is written about there is not looked for, and pages are not written anew.
std::string made_short(const std::string& command) {
  std::string made =
      std::regex_replace(command, std::regex(" --(games|positions|resources|tries|seed) [0-9]+"), "");
  made = std::regex_replace(made, std::regex(" --page [^ ]+"), "");
  return made + " --games 0 --positions 0";
}

class CommandsOfFindings : public testing::TestWithParam<std::string> {
 protected:
  CloneOfTheTree clone;
};

std::vector<std::string> commands() {
  std::vector<std::string> all;
  for (const auto& [command, file] : commands_in_findings())
    if (!is_a_name(command)) all.push_back(command);
  return all;
}

std::string name_of(const std::string& command, size_t index) {
  std::string name = fmt::format("{}_{}", index, command.substr(9));
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name.substr(0, 90);
}

/// Nothing of a command was unknown: it came to an answer.
void expect_answered(const Ran& ran, const std::string& command) {
  static const std::set<int> answers{0, 30, 40};
  EXPECT_EQ(answers.count(ran.status), 1U) << "$ " << command << "\n" << ran.output;
  EXPECT_EQ(ran.output.find("C01"), std::string::npos) << "$ " << command << "\n" << ran.output;
}

TEST_P(CommandsOfFindings, AreUnderstood) {
  const std::string command = filled_in(GetParam());
  if (is_long(command)) {
    const auto [editions, options] = words_of(command);
    EXPECT_FALSE(editions.empty()) << command;
    for (const std::string& edition : editions)
      EXPECT_EQ(clone.run("casebook show " + edition).status, 0) << edition << " in " << command;
    const std::string help = clone.run("casebook " + verb_of(command) + " --help").output;
    for (const std::string& option : options)
      EXPECT_NE(help.find(option), std::string::npos) << option << " in " << command;
    return;
  }
  if (verb_of(command) == "verify") {
    const std::string made = made_short(command);
    expect_answered(clone.run(made), made);
    return;
  }
  // One after the other, as a reader types them. A game may show what the finding is about: a fault, or an invariant that fails.
  std::istringstream parts(command);
  for (std::string part; std::getline(parts, part, ';');) {
    const Ran ran = clone.run(part);
    const bool may_show_it = verb_of(part) == "play" || verb_of(part) == "replay";
    EXPECT_TRUE(ran.status == 0 || (may_show_it && ran.status == 40)) << "$ " << part << "\n" << ran.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Findings, CommandsOfFindings, testing::ValuesIn(commands()),
                         [](const auto& one) { return name_of(one.param, one.index); });

TEST(CommandsOfFindingsAll, AreFound) {
  std::map<std::string, int> verbs;
  for (const std::string& command : commands()) ++verbs[verb_of(command)];
  for (const char* verb : {"play", "show", "verify", "report", "compare"}) EXPECT_GT(verbs[verb], 0) << verb;
  EXPECT_GT(commands().size(), 40U);
}

/// The commands that write the game of a finding down.
std::vector<std::string> that_write_witnesses() {
  std::vector<std::string> all;
  for (const std::string& command : commands())
    if (command.find("--witnesses FOLDER") != std::string::npos) all.push_back(command);
  return all;
}

class SlowCommandsOfFindings : public CommandsOfFindings {};
INSTANTIATE_TEST_SUITE_P(Findings, SlowCommandsOfFindings, testing::ValuesIn(that_write_witnesses()),
                         [](const auto& one) { return name_of(one.param, one.index); });

TEST_P(SlowCommandsOfFindings, WriteGamesThatReplay) {
  constexpr int an_hour = 3600;
  const std::string command = filled_in(GetParam());
  expect_answered(clone.run(command, an_hour), command);
  ASSERT_TRUE(fs::exists(clone.folder() / "written")) << command;
  size_t records = 0;
  for (const auto& entry : fs::recursive_directory_iterator(clone.folder() / "written")) {
    if (entry.path().extension() == ".json") continue;
    const std::string text = contents_of(entry.path());
    if (!text.starts_with("casebook record")) continue;
    ++records;
    const std::string replay = fmt::format("casebook replay '{}'", entry.path().string());
    const Ran ran = clone.run(replay);
    // A game may show a fault, which is what the finding is about.
    EXPECT_TRUE(ran.status == 0 || ran.status == 40) << "$ " << replay << "\n" << ran.output;
    EXPECT_NE(ran.output.find(" steps replayed under "), std::string::npos) << ran.output;
  }
  EXPECT_GT(records, 0U) << command;
}

}  // namespace
}  // namespace casebook::docs
