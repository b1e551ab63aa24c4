// SPDX-License-Identifier: Apache-2.0
// What a new user meets first: help, mistakes in the command, names that are not quite right, pipes and full
// disks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "engine/base/text.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing_support::TemporaryFolder;

// `verb_NAME.cpp` defines the verb NAME.
TEST(Help, lists_every_verb_that_has_a_file) {
  std::set<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(source("verifier/cli"))) {
    const std::string name = file.path().stem().string();
    if (name.starts_with("verb_")) files.insert(name.substr(5));
  }
  const std::vector<std::string> listed = verbs_of_help();
  EXPECT_EQ(std::set<std::string>(listed.begin(), listed.end()), files);
}

TEST(Help, of_every_verb_says_what_it_does_in_lines_that_fit) {
  std::set<std::string> seen;
  std::vector<std::string> verbs = verbs_of_help();
  ASSERT_FALSE(verbs.empty());
  verbs.insert(verbs.begin(), "");  // the help of the program itself
  for (const std::string& verb : verbs) {
    const Ended run = verb.empty() ? casebook({"--help"}) : casebook({verb, "--help"});
    EXPECT_EQ(run.status, 0) << verb;
    EXPECT_THAT(run.err, IsEmpty()) << verb;
    EXPECT_THAT(run.out, HasSubstr("Usage: casebook " + verb)) << verb;
    EXPECT_GT(lines_of(run.out).size(), 5U) << verb;
    if (!verb.empty()) {
      EXPECT_THAT(run.out, HasSubstr("--json")) << verb;
    }
    EXPECT_TRUE(seen.insert(run.out).second) << verb;
    for (const std::string& line : lines_of(run.out)) EXPECT_LE(line.size(), 80U) << verb << ": " << line;
  }
}

// A heading names one verb, or several: `## legal, ask`.
TEST(Help, each_verb_has_a_section_in_the_manual_and_no_other_has) {
  std::set<std::string> sections;
  for (const std::string& line : lines_of(contents(source("docs/manual/command-line.md")))) {
    if (!line.starts_with("## ")) continue;
    for (const std::string_view verb : split(std::string_view(line).substr(3), ','))
      EXPECT_TRUE(sections.emplace(trimmed(verb)).second) << line;
  }
  const std::vector<std::string> listed = verbs_of_help();
  const std::set<std::string> verbs(listed.begin(), listed.end());
  for (const std::string& verb : verbs) EXPECT_TRUE(sections.contains(verb)) << "no section ## " << verb;
  for (const std::string& section : sections) EXPECT_TRUE(verbs.contains(section)) << "no verb " << section;
}

TEST(Help, version_tells_where_rulesets_are_looked_for) {
  const Ended run = casebook({"--version"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, StartsWith("casebook "));
  EXPECT_THAT(run.out, HasSubstr(source("rulesets")));
}

struct Mistake {
  std::vector<std::string> words;
  int status;
  std::vector<std::string> said;
};

void expect_mistake(const Mistake& mistake) {
  const Ended run = casebook(mistake.words);
  std::string all;
  for (const std::string& word : mistake.words) all += " " + word;
  EXPECT_EQ(run.status, mistake.status) << all << "\n" << run.err;
  EXPECT_THAT(run.out, IsEmpty()) << all;
  for (const std::string& part : mistake.said) EXPECT_THAT(run.err, HasSubstr(part)) << all;
}

TEST(Usage, wrong_calls_end_with_1_and_say_why) {
  const std::string game = "examples/hex-skirmish";
  for (const Mistake& mistake : std::vector<Mistake>{
           {{}, 1, {"C0101", "say what to do", "new, check"}},
           {{"chek", game}, 1, {"C0101", "no verb \"chek\"", "did you mean \"check\"?"}},
           {{"perft", game}, 1, {"C0101", "--depth is required", "casebook perft --help"}},
           {{"perft", game, "--depth", "many"}, 1, {"C0101", "--depth", "many"}},
           {{"perft", game, "--depth", "65"}, 1, {"C0101", "--depth", "65"}},
           {{"play"}, 1, {"C0101", "game is required"}},
           {{"play", game, "--sede", "3"},
            1,
            {"C0101", "play has no option \"--sede\"", "did you mean \"--seed\"?"}},
           {{"show", game, "2.2", "2.3"}, 1, {"C0101", "\"2.3\" is one argument too many"}},
           {{"--verison"}, 1, {"C0101", "\"--verison\"", "did you mean \"--version\"?"}},
           {{"play", game, "--seed", "abc"},
            1,
            {"C0101", "\"abc\" is nothing that --seed can be", "a whole number"}},
           {{"report", game, "-o", "r.pdf"}, 1, {"C0126", "a file that ends in .html"}},
           {{"play", game, "--seed", "-3"}, 1, {"C0101", "--seed"}},
           {{"play", game, "--games", "0"}, 1, {"C0101", "--games", "0 is no whole number from 1 up"}},
           {{"play", game, "--fired"}, 1, {"C0101", "--games"}},
           {{"play", game, "--profile"}, 1, {"C0101", "--games"}},
           {{"play", game, "--games", "2", "--profile", "--reference"}, 1, {"C0101", "--profile"}},
           {{"play", game, "--games", "2", "--record", "x"}, 1, {"C0101", "--record"}},
           {{"play", game, "--players", "randm,first"},
            1,
            {"C0114", "\"randm\"", "did you mean \"random\"?"}},
           {{"play", game, "--players", "random"}, 1, {"C0115", "1 players", "2 sides"}},
           {{"play", game, "--players", "human,random", "--json"}, 1, {"C0114", "--json"}},
           {{"play", game, "--players", "human,random", "--games", "2"}, 1, {"C0114", "--games"}},
           {{"play", game, "--dice", "loaded"}, 1, {"C0116", "\"loaded\"", "--dice ask"}},
           {{"show", game, "--map", "--changes"}, 1, {"C0101"}},
           {{"explain", "E0999"}, 1, {"C0108", "\"E0999\""}},
           {{"new", "2 games"}, 1, {"C0110", "\"2 games\"", "a letter"}},
       }) {
    expect_mistake(mistake);
  }
}

TEST(Usage, names_that_are_not_there_end_with_2_and_a_suggestion) {
  for (const Mistake& mistake : std::vector<Mistake>{
           {{"ask", "examples/hex-skirmish", "on_bord(first)"},
            2,
            {"expression:1:1", "did you mean", "on_board"}},
           {{"ask", "examples/hex-skirmish", "1 +"}, 2, {"expression:1:", "E0101"}},
           {{"show", "examples/hex-skirmish", "2.6"}, 2, {"C0112", "no case \"2.6\"", "did you mean"}},
           {{"check", "hex-skirmsh"},
            2,
            {"C0102", "\"hex-skirmsh\"", "did you mean \"examples/hex-skirmish\"?"}},
           {{"check", "hex-skirmish"}, 2, {"C0102", "did you mean \"examples/hex-skirmish\"?"}},
           {{"play", "examples/hex-skirmsh"}, 2, {"C0102", "did you mean \"examples/hex-skirmish\"?"}},
           {{"check", source("docs")}, 2, {"C0102", "holds no .rules file"}},
           {{"check", "../rulesets/examples/hex-skirmish"}, 2, {"C0102"}},
           {{"check", "examples/hex-skirmish+comandos"}, 2, {"D0160", "\"comandos\"", "no switches"}},
           {{"legal", "nowhere.json"}, 2, {"C0105", "nowhere.json", "does not exist"}},
           {{"legal", source("README.md")}, 2, {"C0102", "is a file, and neither a scenario"}},
           {{"show", "examples"}, 2, {"C0102", "\"examples\" is no edition", "examples/cup, "}},
           {{"report", "examples/hex", "-o", "/no/such/folder/r.html"}, 2, {"C0106", "its folder does"}},
           {{"verify", "examples/hex", "--witnesses", source("README.md") + "/x"},
            2,
            {"C0106", "README.md/x"}},
           {{"explore", "examples/hex-skirmish", "--witnesses", source("README.md") + "/x"},
            2,
            {"C0106", "README.md/x"}},
           {{"replay", "nowhere.record"}, 2, {"nowhere.record", "C0105"}},
           {{"replay", source("docs")}, 2, {"C0105"}},
           {{"ask", "examples/hex-skirmish", "place(A9)"}, 2, {"P0110", "\"A9\""}},
           {{"migrate", "nowhere.json"}, 2, {"nowhere.json", "D0101"}},
           {{"fmt", "nowhere.rules"}, 2, {"C0105", "nowhere.rules"}},
           {{"play", "examples/hex-skirmish", "--quiet", "--most", "1", "--record",
             "/no/such/folder/game.record"},
            2,
            {}},
       }) {
    if (mistake.said.empty()) {
      const Ended run = casebook(mistake.words);
      EXPECT_EQ(run.status, 2);
      EXPECT_THAT(run.err, HasSubstr("C0106"));
      continue;
    }
    expect_mistake(mistake);
  }
}

TEST(Usage, a_file_that_is_no_json_is_told_before_the_rules_in_a_folder_above_it) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  write(at + "/broken.rules", "edition elsewhere \"Elsewhere\"\n");
  write(at + "/position.json", "{\"a\": 1,\n \"b\": [1, 2}\n");
  const Ended run = casebook({"legal", at + "/position.json"});
  EXPECT_EQ(run.status, 2) << run.err;
  EXPECT_THAT(run.err, HasSubstr("position.json:2:"));
  EXPECT_THAT(run.err, HasSubstr("expected ]"));
  EXPECT_THAT(run.err, Not(HasSubstr("E0225")));
}

TEST(Usage, explain_shows_the_page_of_a_code_in_any_case) {
  const Ended run = casebook({"explain", "c0102"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, contents(source("docs/errors/C0102.md")));
  EXPECT_THAT(casebook({"explain"}).out, HasSubstr("\nE0101  Something else was expected here\n"));
}

TEST(Pipes, a_reader_that_leaves_ends_output_quietly) {
  const Ended run = shell("{ \"$CASEBOOK\" show examples/hex-skirmish; echo \"status $?\" >&2; } | head -1");
  EXPECT_THAT(run.out, HasSubstr("hex-skirmish"));
  EXPECT_THAT(run.err, Not(HasSubstr("error")));
  // More than a pipe holds, so that the reader is certainly gone.
  const Ended long_one = shell(
      "{ \"$CASEBOOK\" play examples/hex-skirmish --players first,first --most 4000; echo \"status $?\" >&2; "
      "} | head -1");
  EXPECT_THAT(long_one.err, StartsWith("status "));
  EXPECT_THAT(long_one.err, Not(HasSubstr("error")));
}

TEST(Pipes, a_full_disk_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const Ended run = shell("\"$CASEBOOK\" show examples/hex-skirmish >/dev/full");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("C0103"));
}

TEST(Pipes, carry_no_escape_codes) {
  for (const char* line :
       {"\"$CASEBOOK\" show examples/hex-skirmish --map", "\"$CASEBOOK\" play examples/hex-skirmish",
        "\"$CASEBOOK\" check hex-skirmsh", "NO_COLOR=1 \"$CASEBOOK\" play examples/hex-skirmish --games 32",
        "\"$CASEBOOK\" ask examples/hex-skirmish '1 +'"}) {
    const Ended run = shell(line);
    EXPECT_EQ(run.out.find('\033'), std::string::npos) << line;
    EXPECT_EQ(run.err.find('\033'), std::string::npos) << line;
    EXPECT_EQ(run.err.find('\r'), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace casebook::cli_tests
