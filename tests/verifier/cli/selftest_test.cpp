// SPDX-License-Identifier: Apache-2.0
// casebook selftest: what it says of rules of which there is nothing to compare.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryFolder;

// Nobody chooses, and there is no definition: that the three agree would be said of nothing.
TEST(SelftestVerb, SaysThatNothingWasCompared) {
  const TemporaryFolder folder;
  const std::string rules = R"(edition over_at_once "Over at once"
case 1.0 "Everything"
  summary "The game is over before anybody chooses."
  kind side = white, black
  procedure game
    end game drawn
)";
  const std::string edition = folder.path().string() + "/over_at_once";
  std::filesystem::create_directory(edition);
  write(edition + "/a.rules", rules);
  const Ended nothing = casebook({"selftest", edition});
  EXPECT_EQ(nothing.status, 30) << nothing.err;
  EXPECT_THAT(nothing.out, HasSubstr("\nplay          0 positions, 0 choices, 0 steps\n"));
  EXPECT_THAT(last_line(nothing.out), HasSubstr("evaluators    nothing was compared"));
  EXPECT_THAT(nothing.out, Not(HasSubstr("agree")));
}

}  // namespace
}  // namespace casebook::cli_tests
