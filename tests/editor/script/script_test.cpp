// SPDX-License-Identifier: Apache-2.0
// Scripts: the first hour with the editor, and what is said of lines that cannot be done.
#include "editor/script/script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace casebook::editor {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path first_hour = fs::path(CASEBOOK_SOURCE_DIR) / "tests/editor/script/first-hour";

std::string contents(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

class Runner {
 public:
  Runner() : run(folder_.path().string(), options(), [this](std::string_view line) { printed += line; }) {}
  ScriptResult operator()(const std::string& text) { return run_script(text, run); }
  const fs::path& folder() const { return folder_.path(); }
  std::string printed;

 private:
  static OpenOptions options() {
    OpenOptions out;
    out.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
    return out;
  }
  testing_support::TemporaryFolder folder_;

 public:
  ScriptRun run;
};

/// Equal to the kept file; with CASEBOOK_WRITE_GOLDEN set the kept file is written anew.
void expect_golden(const std::string& name, const std::string& text) {
  const fs::path kept = first_hour / "expected" / name;
  if (std::getenv("CASEBOOK_WRITE_GOLDEN") != nullptr) std::ofstream(kept, std::ios::binary) << text;
  EXPECT_EQ(text, contents(kept)) << kept;
}

TEST(Script, TheFirstHour) {
  Runner runner;
  fs::copy_file(first_hour / "units.csv", runner.folder() / "units.csv");
  const ScriptResult result = runner(contents(first_hour / "first-hour.script"));
  ASSERT_TRUE(result.done) << result.line << ": " << result.problem << "\n" << runner.printed;
  expect_golden("printed.txt", runner.printed);
  for (const char* name : {"map.json", "units.json", "scenario.json", "units.csv"})
    expect_golden(name, contents(runner.folder() / "out" / name));
  // What was saved is what was printed, and opens again without a difference.
  for (const char* name : {"map.json", "units.json", "scenario.json"})
    EXPECT_EQ(contents(runner.folder() / "project" / name), contents(runner.folder() / "out" / name));
  Runner again;
  ASSERT_TRUE(
      again("open " + (runner.folder() / "project").string() + "\nproblems least=error expect=0\n").done);
}

TEST(Script, SaysWhichLineAndWhy) {
  const std::string open = "open " + std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/hex\n";
  const auto said = [&](const std::string& text) {
    Runner runner;
    const ScriptResult result = runner(text);
    EXPECT_FALSE(result.done) << text;
    return std::to_string(result.line) + ": " + result.problem;
  };
  EXPECT_EQ(said("undo"), "1: no project is open; `open PATH` first");
  EXPECT_EQ(said("set-title file=map.json title=x"), "1: no project is open; `open PATH` first");
  EXPECT_EQ(said("# a remark\n\nopne x"), "3: there is no command and no action \"opne\"; is it open?");
  EXPECT_THAT(said("open nowhere"), HasSubstr("nowhere does not exist"));
  EXPECT_EQ(said(open + "undo 3"), "2: there are 0 to undo");
  EXPECT_EQ(said(open + "undo many"), "2: how many steps is a number, or all");
  EXPECT_EQ(said(open + "set-title file=map.json title=\"x"), "2: a text is not closed by \"");
  EXPECT_EQ(said(open + "set-title file=map.json name=x"),
            "2: set-title has no field \"name\"; it has file and title");
  EXPECT_EQ(said(open + "set-title map.json"), "2: \"map.json\" stands alone, where NAME=VALUE is expected");
  EXPECT_EQ(said(open + "set-hexes file=map.json hexes=zz attribute=a value=1"), "2: there is no hex \"zz\"");
  EXPECT_EQ(said(open + "problems most=3"),
            "2: problems knows no most=; it is written: problems [least=SEVERITY] [expect=NUMBER]");
  EXPECT_EQ(said(open + "print"), "2: it is written: print FILE [to=PATH]");
  EXPECT_EQ(said(open + "problems expect=77"), "2: 0 problems where 77 are expected");
  EXPECT_EQ(said(open + "calibrate 0"), "2: there are 0 scans, counted from 0");
  EXPECT_EQ(said("\xff"), "1: the line is not text in UTF-8");
}

TEST(Script, MoreActionsGoFirst) {
  Runner runner;
  Actions more;
  more["render"] = {"render PATH",
                    "draws",
                    [](ScriptRun& run, const ActionWords& words, std::string&) {
                      run.print("drawn " + words.at(0) + "\n");
                      return true;
                    },
                    1,
                    1,
                    {},
                    false};
  const ScriptResult result = run_script("render a.png\n", runner.run, more);
  EXPECT_TRUE(result.done) << result.problem;
  EXPECT_EQ(runner.printed, "drawn a.png\n");
  EXPECT_EQ(result.steps, 1U);
}

}  // namespace
}  // namespace casebook::editor
