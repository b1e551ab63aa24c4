// SPDX-License-Identifier: Apache-2.0
// casebook compare with what it cannot use, and stopped by a signal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

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
  EXPECT_THAT(run.out, HasSubstr("They are different games"));
}

TEST(CompareVerb, StoppedItKeepsWhatWasFound) {
  const Ended run = stopped("compare examples/hex examples/hex+swapping --games 1000000", 5);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Stopped by the user; this was found so far:"));
  EXPECT_THAT(run.out, HasSubstr("PLAYED DIFFERENTLY"));
}

TEST(CompareVerb, DumpsAStageAndNothingElse) {
  const Ended run = casebook({"compare", "examples/cup", "examples/hex-skirmish", "--dump", "text"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, testing::StartsWith("text: see whether the text alone gives the answer\n"
                                           "  yes: the two have nothing in common\n"));
  EXPECT_THAT(run.out, Not(HasSubstr("made by:")));
  const Ended as_json =
      casebook({"compare", "examples/cup", "examples/hex-skirmish", "--dump", "games", "--json"});
  EXPECT_EQ(as_json.status, 0) << as_json.err;
  const auto document = nlohmann::json::parse(as_json.out);
  EXPECT_EQ(document["stage"]["name"], "games");
  EXPECT_EQ(document["lines"], nlohmann::json::array({"not run: the two have nothing in common"}));
}

TEST(CompareVerb, NamesTheStagesWhereAStageIsUnknown) {
  const Ended run = casebook({"compare", "examples/cup", "examples/hex", "--dump", "wittnesses"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("compare has no stage named \"wittnesses\""));
  EXPECT_THAT(run.err, HasSubstr("align, start, text, whole-game"));
  EXPECT_THAT(run.err, HasSubstr("did you mean \"witnesses\"?"));
}

}  // namespace
}  // namespace casebook::cli_tests
