// SPDX-License-Identifier: Apache-2.0
// The program itself, without a screen: the script of the first hour traces, paints, places, checks, undoes
// all, does all again, saves and prints, and what comes of it is what is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace casebook::window {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const fs::path first_hour = fs::path(CASEBOOK_SOURCE_DIR) / "tests/editor/script/first-hour";

std::string contents(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

/// What the program printed, and how it ended.
struct Ended {
  std::string out, err;
  int status = -1;
};
Ended editor_in(const fs::path& folder, const std::string& words) {
  const std::string command = "cd \"" + folder.string() +
                              "\" && QT_QPA_PLATFORM=offscreen \"" CASEBOOK_EDITOR
                              "\" --rulesets \"" CASEBOOK_SOURCE_DIR "/rulesets\" " +
                              words + " >stdout.txt 2>stderr.txt";
  const int status = std::system(command.c_str());
  return {contents(folder / "stdout.txt"), contents(folder / "stderr.txt"),
          WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

TEST(CommandLine, WhatCannotBeOpenedIsNamedWithTheReason) {
  const testing_support::TemporaryFolder folder;
  const Ended ended = editor_in(folder.path(), "--fresh --screenshot shots nowhere");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("casebook-editor: nowhere cannot be opened:\n"));
  EXPECT_THAT(ended.err, HasSubstr(folder.path().string() + "/nowhere does not exist"));
  EXPECT_FALSE(fs::exists(folder.path() / "shots"));
}

TEST(CommandLine, HelpThatDoesNotArriveIsAnError) {
  const testing_support::TemporaryFolder folder;
  for (const std::string words : {"--help", "--version"}) {
    const std::string command = "QT_QPA_PLATFORM=offscreen \"" CASEBOOK_EDITOR "\" " + words +
                                " >/dev/full 2>\"" + (folder.path() / "stderr.txt").string() + "\"";
    const int status = std::system(command.c_str());
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 2) << words;
    EXPECT_THAT(contents(folder.path() / "stderr.txt"), HasSubstr("the output could not be written"))
        << words;
  }
}

TEST(FirstHour, TheProgramMakesTheFilesThatAreKept) {
  const testing_support::TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  fs::copy_file(first_hour / "units.csv", folder / "units.csv");
  const Ended ended = editor_in(folder, "--script \"" + (first_hour / "first-hour.script").string() + "\"");
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, contents(first_hour / "expected/printed.txt"));
  for (const char* name : {"map.json", "units.json", "scenario.json", "units.csv"})
    EXPECT_EQ(contents(folder / "out" / name), contents(first_hour / "expected" / name)) << name;
  for (const char* name : {"map.json", "units.json", "scenario.json"})
    EXPECT_EQ(contents(folder / "project" / name), contents(first_hour / "expected" / name)) << name;

  // And puts it on paper: the same lines, the same pages.
  std::ofstream(folder / "paper.script") << "open project\n"
                                            "paper out/map.svg\n"
                                            "paper out/map.pdf page=A5\n"
                                            "paper out/counters.pdf what=counters\n"
                                            "paper out/charts.pdf what=charts\n";
  const Ended printed = editor_in(folder, "--script paper.script");
  ASSERT_EQ(printed.status, 0) << printed.err;
  EXPECT_THAT(printed.out, HasSubstr("out/map.pdf: "));
  // Version and fingerprint of the rules are no part of the picture.
  const std::string svg =
      std::regex_replace(contents(folder / "out/map.svg"), std::regex("casebook [^;<]*;"), "casebook;");
  const fs::path kept = first_hour / "expected/map.svg";
  if (std::getenv("CASEBOOK_WRITE_GOLDEN") != nullptr) std::ofstream(kept, std::ios::binary) << svg;
  EXPECT_EQ(svg, contents(kept)) << "CASEBOOK_WRITE_GOLDEN=1 writes it anew: look at it then";
  for (const char* name : {"map.pdf", "counters.pdf", "charts.pdf"})
    EXPECT_EQ(contents(folder / "out" / name).substr(0, 5), "%PDF-") << name;
}

TEST(FirstHour, WhatCannotBeDoneEndsTheScriptWithItsLine) {
  const testing_support::TemporaryFolder temporary;
  std::ofstream(temporary.path() / "a.script")
      << "open \"" CASEBOOK_SOURCE_DIR "/rulesets/examples/hex-skirmish\"\npaper out.svg what=tokens\n";
  const Ended ended = editor_in(temporary.path(), "--script a.script");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("a.script:2: what= is map, counters or charts"));
}

}  // namespace
}  // namespace casebook::window
