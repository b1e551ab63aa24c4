// SPDX-License-Identifier: Apache-2.0
// A scenario in a folder of its own, with the rules of a game that lies elsewhere: what the editor makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryFolder;

class OwnFolder : public testing::Test {
 protected:
  void SetUp() override {
    project_ = (folder_.path() / "far" / "mine").string();
    fs::create_directories(project_);
    write(project_ + "/map.json", R"({"format": "casebook/map", "version": 1, "title": "Mine",
  "grid": {"hexes": "flat", "shape": "rectangle", "shifted": "odd columns", "columns": 4, "rows": 3},
  "numberings": {"printed": {"order": "column row", "column": {"width": 2}, "row": {"width": 2}}},
  "numbering": "printed", "defaults": {"hex": {"terrain": ["clear"]}},
  "places": {"matzmed": {"hex": "0101"}, "israeli_rear": {"hex": "0401"}, "lakekan": {"hex": "0103"}}})");
    write(project_ + "/units.json", R"({"format": "casebook/order-of-battle", "version": 1, "title": "Mine",
  "entities": [{"kind": "unit", "id": "A", "place": "0401", "side": "israel", "arm": "armor",
                "printed_strength": 4, "printed_allowance": 10}]})");
    scenario("across-suez/spi-1980");
  }
  void scenario(const std::string& edition) {
    write(project_ + "/scenario.json", R"({"format": "casebook/scenario", "version": 1, "title": "Mine",
  "edition": ")" + edition + R"(", "map": "map.json", "orderOfBattle": "units.json"})");
  }
  TemporaryFolder folder_;
  std::string project_;
};

/// A copied tree played the rules of the tree in which it was built.
TEST(CopiedTree, has_its_own_rules_and_documents) {
  const TemporaryFolder folder;
  const std::string tree = folder.path().string() + "/copy", program = tree + "/build/bin/casebook";
  fs::create_directories(tree + "/build/bin");
  fs::create_directories(tree + "/engine/base");
  fs::create_directories(tree + "/docs/errors");
  fs::copy(CASEBOOK_BINARY, program);
  write(tree + "/engine/base/build_info.h", "// of the copy\n");
  fs::create_directories(tree + "/rulesets/examples");
  fs::copy(source("rulesets/template/starter"), tree + "/rulesets/examples/only-here",
           fs::copy_options::recursive);
  const std::string rules = tree + "/rulesets/examples/only-here/01-pieces.rules";
  const std::string text = contents(rules);
  write(rules, std::string(text).replace(text.find("edition starter"), 15, "edition only-here"));
  write(tree + "/docs/errors/C0199.md", "# C0199: of the copy\n");
  const std::string quoted = "\"" + program + "\" ";
  EXPECT_EQ(shell(quoted + "check examples/only-here").status, 0);
  EXPECT_THAT(shell(quoted + "--version").out, HasSubstr(tree + "/rulesets"));
  EXPECT_THAT(shell(quoted + "explain C0199").out, HasSubstr("of the copy"));
  // What is in no tree of its own goes on with the tree that it was built from.
  fs::remove(tree + "/engine/base/build_info.h");
  EXPECT_EQ(shell(quoted + "check examples/only-here").status, 2);
  EXPECT_EQ(shell(quoted + "check examples/cup").status, 0);
}

TEST_F(OwnFolder, IsCheckedPlayedAndDrawnWithTheRulesThatItNames) {
  const Ended checked = casebook({"check", project_});
  EXPECT_EQ(checked.status, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("claims not run"));
  EXPECT_EQ(casebook({"check", project_ + "/scenario.json"}).status, 0);
  const Ended played = casebook({"play", project_, "--quiet", "--most", "5"});
  EXPECT_THAT(played.err, Not(HasSubstr("error"))) << played.out;
  const std::string picture = project_ + "/map.svg";
  EXPECT_EQ(casebook({"render", project_, "-o", picture}).status, 0);
  EXPECT_TRUE(fs::exists(picture));
}

TEST_F(OwnFolder, RulesThatHappenToLieAboveItAreNotMeant) {
  write((folder_.path() / "stray.rules").string(), "this is no rule\n");
  const Ended checked = casebook({"check", project_});
  EXPECT_EQ(checked.status, 0) << checked.err;
}

TEST_F(OwnFolder, AnEditionThatIsNotThereIsSaid) {
  scenario("across-suez/spi-2080");
  const Ended checked = casebook({"check", project_});
  EXPECT_EQ(checked.status, 2);
  EXPECT_THAT(checked.err, AllOf(HasSubstr("C0102"), HasSubstr("across-suez/spi-1980")));
}

TEST_F(OwnFolder, AScenarioForAnotherEditionThanThatOfItsFolderIsStillRefused) {
  const std::string inside = (folder_.path() / "game" / "first").string();
  ASSERT_EQ(casebook({"new", inside}).status, 0);
  const std::string text = contents(inside + "/scenario.json");
  const size_t at = text.find("\"map\"");
  ASSERT_NE(at, std::string::npos);
  write(inside + "/scenario.json",
        text.substr(0, at) + "\"edition\": \"elsewhere/second\",\n  " + text.substr(at));
  const Ended checked = casebook({"check", inside});
  EXPECT_NE(checked.status, 0);
  EXPECT_THAT(checked.err, HasSubstr("D0164"));
}

}  // namespace
}  // namespace casebook::cli_tests
