// SPDX-License-Identifier: Apache-2.0
// casebook mutate: what it prints, its page, its statuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::HasSubstr;
using testing_support::TemporaryFolder;

const std::string game = "examples/hex-skirmish";

TEST(MutateVerb, SaysScoreAndSurvivorsAndTheSameTwice) {
  const std::vector<std::string> words{"mutate", game, "--games", "2"};
  const Ended run = casebook(words);
  EXPECT_EQ(run.status, 30) << run.err;
  EXPECT_THAT(run.out, HasSubstr("survived"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\nnoticed [0-9]+: .*game [0-9]+"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\nscore [0-9.]+ % \\(of [0-9]+ that are not equivalent\\)\n"));
  EXPECT_EQ(casebook(words).out, run.out);
}

TEST(MutateVerb, EndsWithZeroWhenNothingSurvives) {
  const Ended run = casebook({"mutate", game, "--case", "2.3", "--games", "12", "--all", "--json"});
  const auto document = nlohmann::json::parse(run.out);
  EXPECT_EQ(run.status, document["survived"] == 0 ? 0 : 30) << run.out;
  EXPECT_GT(document["noticed"], 0);
  for (const auto& one : document["mutants"]) EXPECT_EQ(one["cases"], nlohmann::json({"2.3"}));
}

TEST(MutateVerb, WritesAPage) {
  const TemporaryFolder folder;
  const std::string page = folder.path().string() + "/page.md";
  const Ended run = casebook({"mutate", game, "--mutants", "5", "--games", "1", "--page", page});
  EXPECT_THAT(contents(page), HasSubstr("# Mutants of examples/hex-skirmish\n"));
  EXPECT_THAT(contents(page),
              HasSubstr("casebook mutate examples/hex-skirmish --mutants 5 --games 1 --page"));
  const Ended refused =
      casebook({"mutate", game, "--mutants", "5", "--page", folder.path().string() + "/no/page.md"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("C0106"));
}

TEST(MutateVerb, SaysWhatIsWrong) {
  const Ended no_case = casebook({"mutate", game, "--case", "2.33"});
  EXPECT_EQ(no_case.status, 1);
  EXPECT_THAT(no_case.err, HasSubstr("C0112"));
  EXPECT_THAT(no_case.err, HasSubstr("did you mean \"2.3\""));
  EXPECT_EQ(casebook({"mutate"}).status, 1);
  const TemporaryFolder folder;
  const std::string alone = folder.path().string() + "/alone";
  std::filesystem::create_directories(alone);
  write(alone + "/1.rules",
        "edition alone \"Alone\"\nsection 1 \"A\"\ncase 1.1 \"B\"\n  summary \"C.\"\n  kind side = white, "
        "black\n  box eliminated\n  kind unit on map\n  define f() -> bool = "
        "yes\n");
  const Ended no_scenario = casebook({"mutate", alone});
  EXPECT_EQ(no_scenario.status, 2) << no_scenario.out;
  EXPECT_THAT(no_scenario.err, HasSubstr("C0132"));
  // Rules that need no map are asked without one; nothing that could be noticed is no score.
  write(alone + "/1.rules",
        "edition alone \"Alone\"\nsection 1 \"A\"\ncase 1.1 \"B\"\n  summary \"C.\"\n  kind side = white, "
        "black\n  define f() -> bool = yes\n");
  const Ended no_map = casebook({"mutate", alone});
  EXPECT_EQ(no_map.status, 0) << no_map.err;
  EXPECT_THAT(no_map.out, HasSubstr("no score: every mutant is equivalent"));
}

TEST(MutateVerb, KeepsWhatItHasWhenStopped) {
  const Ended run = shell(
      "\"$CASEBOOK\" mutate across-suez/spi-1980 --games 1 & pid=$!; sleep 1; kill -TERM $pid; wait $pid");
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.out, HasSubstr("stopped by the user"));
}

}  // namespace
}  // namespace casebook::cli_tests
