// SPDX-License-Identifier: Apache-2.0
// casebook report --progress: which stage it is at, in lines on standard error that depend on counts alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::StartsWith;

Ended report(const std::string& file, const std::vector<std::string>& more) {
  std::vector<std::string> words{"report",
                                 "examples/hex",
                                 "-o",
                                 file,
                                 "--games",
                                 "2",
                                 "--positions",
                                 "10",
                                 "--compare-games",
                                 "4",
                                 "--compare-positions",
                                 "40",
                                 "--compare",
                                 "examples/hex+swapping"};
  words.insert(words.end(), more.begin(), more.end());
  return casebook(words);
}

TEST(ReportProgress, NamesEveryStageAndEachQuarterOfAPart) {
  const testing_support::TemporaryFolder folder;
  const Ended run = report(folder.path().string() + "/hex.html", {"--progress"});
  EXPECT_EQ(run.status, 40) << run.err;
  const std::vector<std::string> lines = lines_of(run.err);
  EXPECT_THAT(lines, Contains("stage 1 of 4: checks"));
  EXPECT_THAT(lines, Contains(StartsWith("stage 1 of 4: checks: facts-stated-twice, 1 of ")));
  EXPECT_THAT(lines, Contains("stage 2 of 4: count how often games reach each case"));
  EXPECT_THAT(lines, Contains("stage 3 of 4: compare with examples/hex+swapping"));
  EXPECT_EQ(lines.back(), "stage 4 of 4: write the files");
  std::vector<std::string> games;
  for (const std::string& line : lines)
    if (line.find(": games, ") != std::string::npos) games.push_back(line.substr(line.rfind(": ") + 2));
  EXPECT_THAT(games, ElementsAre("games, 0 of 12", "games, 3 of 12", "games, 6 of 12", "games, 9 of 12"));
  EXPECT_EQ(report(folder.path().string() + "/again.html", {"--progress"}).err, run.err);
}

TEST(ReportProgress, IsSilentUnlessItIsAskedFor) {
  const testing_support::TemporaryFolder folder;
  EXPECT_EQ(report(folder.path().string() + "/hex.html", {}).err, "");
}

}  // namespace
}  // namespace casebook::cli_tests
