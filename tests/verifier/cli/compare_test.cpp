// SPDX-License-Identifier: Apache-2.0
// casebook compare with what it cannot use, and stopped by a signal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CompareVerb, SaysThatTheBoardIsEmptyWithoutAScenario) {
  const testing_support::TemporaryFolder folder;
  const std::string game = folder.path().string() + "/starter";
  std::filesystem::copy(source("rulesets/template/starter"), game);
  std::filesystem::remove(game + "/scenario.json");
  const Ended run = casebook({"compare", game, "examples/hex"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, HasSubstr("there is no scenario: the board is empty"));
  EXPECT_THAT(casebook({"compare", "examples/hex", "examples/cup"}).out,
              Not(HasSubstr("the board is empty")));
  EXPECT_EQ(casebook({"compare", "examples/hex"}).status, 1);
}

TEST(CompareVerb, SaysOfGamesWithNothingInCommonThatTheyAreDifferentGames) {
  const Ended run = casebook({"compare", "examples/cup", "examples/hex-skirmish"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, HasSubstr("They have nothing in common"));
}

TEST(CompareVerb, StoppedItKeepsWhatWasFound) {
  const Ended run = stopped("compare examples/hex examples/hex+swapping --games 1000000", 5);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.out, HasSubstr("stopped by the user: what was found until then"));
  EXPECT_THAT(run.out, HasSubstr("REFUTED"));
}

}  // namespace
}  // namespace casebook::cli_tests
