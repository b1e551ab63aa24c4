// SPDX-License-Identifier: Apache-2.0
// What people made with 0.1 (tests/samples/0.1) opens in this version and means the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

/// A copy of the samples, for some verbs write.
class SamplesOf01 : public testing::Test {
 protected:
  SamplesOf01() {
    std::filesystem::copy(source("tests/samples/0.1"), at(), std::filesystem::copy_options::recursive);
  }
  std::string at(const std::string& file = {}) const {
    return folder_.path().string() + "/0.1" + (file.empty() ? "" : "/" + file);
  }
  /// A verb with its words, and where the rulesets are.
  Ended with(std::vector<std::string> words) const {
    words.insert(words.begin() + 1, {"--rulesets", at("rulesets")});
    return casebook(words);
  }

 private:
  testing_support::TemporaryFolder folder_;
};

TEST_F(SamplesOf01, RulesAndDataAreCleanToCheck) {
  for (const char* edition : {"fields/first", "fields/later"}) {
    const Ended run = with({"check", edition, "--json"});
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    EXPECT_EQ(json::parse(run.out).at("diagnostics"), json::array()) << edition;
  }
  const Ended cases = with({"show", "fields/first", "--coverage", "--json"});
  EXPECT_EQ(cases.status, 0) << cases.err;
  const json coverage = json::parse(cases.out).at("coverage");
  EXPECT_FALSE(coverage.empty());
  for (const json& one : coverage) EXPECT_TRUE(one.at("printed")) << one;
}

TEST_F(SamplesOf01, TheMapIsDrawnInItsStyle) {
  const Ended run = with({"render", "fields/first", "-o", at("map.svg")});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(contents(at("map.svg")), HasSubstr("#9fbf8a")) << "the woods of style.json";
}

TEST_F(SamplesOf01, ARecordIsReplayedToItsEnd) {
  const Ended run = with({"replay", at("two-fields.record"), "--json"});
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  const json document = json::parse(run.out);
  EXPECT_EQ(document.at("steps"), 36);
  EXPECT_EQ(document.at("of"), 36);
  EXPECT_EQ(document.at("outcome"), "won by south");
  EXPECT_EQ(document.at("diagnostics"), json::array());
}

TEST_F(SamplesOf01, APositionIsOpened) {
  const Ended run = with({"legal", at("position.json"), "--json"});
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  const json document = json::parse(run.out);
  EXPECT_EQ(document.at("player"), "south");
  EXPECT_EQ(document.at("choices"),
            json({"step(S1, 0203)", "step(S1, 0403)", "step(S2, 0403)", "step(S2, 0504)", "end_turn()"}));
}

TEST_F(SamplesOf01, AnAcknowledgedFindingIsKnown) {
  const Ended run = with({"verify", "fields/first", "--only", "silent-cases", "--json"});
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  const json document = json::parse(run.out);
  ASSERT_EQ(document.at("findings").size(), 1U);
  EXPECT_EQ(document.at("findings").at(0).at("fingerprint"), "a236335a31243f84");
  EXPECT_EQ(document.at("gone"), json::array());
}

TEST_F(SamplesOf01, AJournalOfMutantsGoesOn) {
  const std::string before = contents(at("mutants.journal"));
  const Ended run = with({"mutate", "fields/first", "--case", "1.3", "--games", "2", "--inputs", "1000",
                          "--journal", at("mutants.journal")});
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_EQ(contents(at("mutants.journal")), before) << "each was known";
}

TEST_F(SamplesOf01, ProofsAreReadIntoAReport) {
  const Ended run = with({"report", "fields/first", "-o", at("report.html"), "--games", "1", "--positions",
                          "5", "--proofs", at("proofs.json")});
  EXPECT_EQ(run.status, 40) << run.out << run.err;
  EXPECT_THAT(contents(at("report.html")), AllOf(HasSubstr("PROVED"), HasSubstr("alone")));
}

TEST_F(SamplesOf01, NothingHasToBeMigratedYet) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(at())) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".json" || entry.path().filename() == "proofs.json") continue;
    const std::string before = contents(path);
    const Ended run = casebook({"migrate", path});
    EXPECT_EQ(run.status, 0) << path << run.err;
    EXPECT_EQ(contents(path), before) << path;
  }
}

TEST(Version, IsTheOneThatTheChangelogBeginsWith) {
  const std::string changelog = contents(source("CHANGELOG.md"));
  const size_t at = changelog.find("\n## ");
  ASSERT_NE(at, std::string::npos);
  const std::string top = changelog.substr(at + 4, changelog.find('\n', at + 4) - at - 4);
  const Ended run = casebook({"--version"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(lines_of(run.out).at(0), "casebook " + top);
}

}  // namespace
}  // namespace casebook::cli_tests
