// SPDX-License-Identifier: Apache-2.0
// casebook regions: a suite of tests made by one edition and held against another; and what is no suite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::HasSubstr;

class RegionsVerb : public testing::Test {
 protected:
  testing_support::TemporaryFolder folder_;
  std::string at_ = folder_.path().string();
};

// By night the first edition takes two points, and the later one halves: seven units have another allowance then.
TEST_F(RegionsVerb, ASuiteHoldsUnderItsRulesAndShowsWhatOthersChange) {
  const Ended made = casebook({"regions", "across-suez/spi-1980", "allowance", "--suite", at_});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("2 tests written to " + at_ + "/allowance.suite.json"));
  const Ended again =
      casebook({"regions", "across-suez/spi-1980", "--against", at_ + "/allowance.suite.json"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("2 tests as before, 0 changed"));
  const Ended other =
      casebook({"regions", "across-suez/decision-games-2", "--against", at_ + "/allowance.suite.json"});
  EXPECT_EQ(other.status, 40) << other.err;
  EXPECT_THAT(other.out, HasSubstr("allowance(\"Reshev 1\") = 4, and was 6  (allowance-2.json)"));
  EXPECT_THAT(other.out, HasSubstr("1 test as before, 1 changed"));
}

TEST_F(RegionsVerb, WhatIsNoSuiteIsSaidToBeNone) {
  for (const std::string text : {"", "[]", "{\"format\": \"casebook/map\"}", "{\"tests\": 3}"}) {
    write(at_ + "/a.json", text);
    const Ended run = casebook({"regions", "examples/hex", "--against", at_ + "/a.json"});
    EXPECT_EQ(run.status, 2) << text;
    EXPECT_THAT(run.err, testing::ContainsRegex("this file is no suite of[ \n]+`casebook regions`")) << text;
  }
  write(
      at_ + "/a.json",
      R"({"format": "casebook/regions-suite", "version": 1, "tests": [{"position": 3, "expression": "1"}]})");
  const Ended run = casebook({"regions", "examples/hex", "--against", at_ + "/a.json"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, testing::ContainsRegex("a test of this suite has no[ \n]+position or no expression"));
  EXPECT_THAT(casebook({"regions", "examples/hex", "--against", at_ + "/b.json"}).err, HasSubstr("C0105"));
}

TEST_F(RegionsVerb, AnUnknownNameBringsTheNearest) {
  const Ended run = casebook({"regions", "across-suez/spi-1980", "nigt"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("there is no definition \"nigt\""));
  EXPECT_THAT(run.err, HasSubstr("did you mean \"night\"?"));
}

}  // namespace
}  // namespace casebook::cli_tests
