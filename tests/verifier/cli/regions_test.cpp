// SPDX-License-Identifier: Apache-2.0
// casebook regions: a suite of tests made by one edition and held against another; and what is no suite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/json_schema.h"
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
  EXPECT_THAT(made.out, HasSubstr("8 tests written to " + at_ + "/allowance.suite.json"));
  const Ended again =
      casebook({"regions", "across-suez/spi-1980", "--against", at_ + "/allowance.suite.json"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("8 tests as before, 0 changed"));
  const Ended other =
      casebook({"regions", "across-suez/decision-games-2", "--against", at_ + "/allowance.suite.json"});
  EXPECT_EQ(other.status, 40) << other.err;
  EXPECT_THAT(other.out, HasSubstr("allowance(\"Reshev 1\") = 4, and was 6  (allowance-5.json)"));
  EXPECT_THAT(other.out, HasSubstr("4 tests as before, 4 changed"));
}

TEST_F(RegionsVerb, WhatIsNoSuiteIsSaidToBeNone) {
  for (const std::string text :
       {"", "[]", "{\"format\": \"casebook/map\"}", "{\"tests\": 3}", "{\"format\": 3}",
        "{\"format\": \"casebook/regions-suite\", \"version\": {}}"}) {
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
  // A record that is not there, and one that is none.
  write(
      at_ + "/a.json",
      R"({"format": "casebook/regions-suite", "version": 1, "tests": [{"record": "r.txt", "leads to": "a.json"}]})");
  EXPECT_EQ(casebook({"regions", "examples/hex", "--against", at_ + "/a.json"}).status, 2);
  write(at_ + "/r.txt", "a letter\n");
  EXPECT_EQ(casebook({"regions", "examples/hex", "--against", at_ + "/a.json"}).status, 2);
}

TEST_F(RegionsVerb, AnUnknownNameBringsTheNearest) {
  const Ended run = casebook({"regions", "across-suez/spi-1980", "nigt"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, testing::ContainsRegex("action or[ \n]+effect[ \n]+is[ \n]+called[ \n]+\"nigt\""));
  EXPECT_THAT(run.err, HasSubstr("did you mean \"night\"?"));
}

TEST_F(RegionsVerb, ANameOfAnotherSortIsSaidToBeOne) {
  for (const auto& [name, sort] :
       std::vector<std::pair<std::string, std::string>>{{"losses_chosen_by", "a reading"},
                                                        {"turn", "a state"},
                                                        {"printed_strength", "a given"},
                                                        {"single", "an invariant"}}) {
    const Ended run = casebook({"regions", "across-suez/spi-1980", name});
    EXPECT_EQ(run.status, 1) << name;
    EXPECT_THAT(run.err, HasSubstr("\"" + name + "\" is " + sort + ", and that has no regions")) << name;
  }
}

// A table, a field and a requirement have regions, too, and examples that hold as tests.
TEST_F(RegionsVerb, TablesFieldsAndRequirementsHaveRegions) {
  const Ended table = casebook({"regions", "across-suez/spi-1980", "combat_results", "--suite", at_});
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("combat_results in across-suez/spi-1980: 5 regions, all 42 cells"));
  EXPECT_THAT(table.out, HasSubstr("Each cell is in one region, and the counts add up to 42 cells."));
  for (const std::string item : {"way_to_rest", "step.zone_to_zone"}) {
    const Ended drawn = casebook(
        {"regions", "across-suez/spi-1980", item, "--games", "2", "--positions", "20", "--suite", at_});
    EXPECT_EQ(drawn.status, 30) << drawn.err;
    EXPECT_THAT(drawn.out, HasSubstr("Other regions may exist"));
  }
  for (const std::string item : {"combat_results", "way_to_rest", "step.zone_to_zone"}) {
    const Ended held =
        casebook({"regions", "across-suez/spi-1980", "--against", at_ + "/" + item + ".suite.json"});
    EXPECT_EQ(held.status, 0) << held.out << held.err;
    EXPECT_THAT(held.out, HasSubstr(" as before, 0 changed"));
  }
}

// Each region of a cost has one value.
TEST_F(RegionsVerb, CostAndCoverHaveOneValueInEachRegion) {
  for (const std::string item : {"cost", "cover"}) {
    const Ended made =
        casebook({"regions", "across-suez/spi-1980", item, "--games", "4", "--positions", "100", "--json"});
    EXPECT_TRUE(made.status == 0 || made.status == 30) << made.err;
    const auto document = nlohmann::json::parse(made.out);
    EXPECT_GE(document.at("regions").size(), 3U);
    uint64_t sum = 0;
    for (const auto& region : document.at("regions")) {
      sum += region.at("inputs").get<uint64_t>();
      EXPECT_EQ(region.at("values").size(), 1U) << region.dump();
    }
    EXPECT_EQ(sum, document.at("inputs").get<uint64_t>());
  }
}

// A procedure of the first edition under the rules of the later one: the runs are records, and where one leads
// elsewhere, it says at which question the two part.
TEST_F(RegionsVerb, ASuiteOfRunsHoldsUnderItsRules) {
  const Ended made =
      casebook({"regions", "across-suez/spi-1980", "retreat_all", "--games", "3", "--suite", at_});
  EXPECT_EQ(made.status, 30) << made.err;
  EXPECT_THAT(made.out, HasSubstr("tests written to " + at_ + "/retreat_all.suite.json"));
  const std::string suite = at_ + "/retreat_all.suite.json";
  const Ended again = casebook({"regions", "across-suez/spi-1980", "--against", suite});
  EXPECT_EQ(again.status, 0) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr(" as before, 0 changed"));
  const auto schema = nlohmann::json::parse(contents(source("docs/formats/regions-suite.schema.json")));
  EXPECT_THAT(testing_support::schema_problems(schema), testing::IsEmpty());
  EXPECT_THAT(testing_support::violations(nlohmann::json::parse(contents(suite)), schema),
              testing::IsEmpty());
  const Ended replayed = casebook({"replay", at_ + "/retreat_all-1.txt"});
  EXPECT_EQ(replayed.status, 0) << replayed.err;
}

TEST_F(RegionsVerb, ASuiteOfRunsShowsWhatOtherRulesLeadTo) {
  const std::string rules = at_ + "/changed/cup";
  std::filesystem::create_directories(at_ + "/changed");
  std::filesystem::copy(source("rulesets/examples/cup"), rules);
  const Ended made = casebook({"regions", "examples/cup", "suffer", "--games", "3", "--suite", at_});
  EXPECT_EQ(made.status, 30) << made.err;
  std::string text = contents(rules + "/07-assault.rules");
  const std::string was = "shaken: for all u in these at g do hit(u, assault_hit)";
  ASSERT_NE(text.find(was), std::string::npos);
  write(rules + "/07-assault.rules", text.replace(text.find(was), was.size(), "shaken: nothing"));
  const Ended other = casebook({"regions", rules, "--against", at_ + "/suffer.suite.json"});
  EXPECT_EQ(other.status, 40) << other.out << other.err;
  EXPECT_THAT(other.out, testing::ContainsRegex("suffer-[0-9]+\\.txt: .*, and was "));
}

TEST_F(RegionsVerb, TheExamplesAreDrawnTheSameEachTime) {
  for (const std::string folder : {"/one", "/two"}) {
    const Ended run =
        casebook({"regions", "across-suez/spi-1980", "clear_stacks", "--games", "2", "--draw", at_ + folder});
    EXPECT_EQ(run.status, 30) << run.err;
    EXPECT_THAT(run.out, HasSubstr("written to " + at_ + folder));
  }
  const auto without_command = [&](const std::string& folder) {
    std::string text = contents(at_ + folder + "/clear_stacks-1.svg");
    for (size_t at = 0; (at = text.find(at_ + folder)) != std::string::npos;)
      text.erase(at, (at_ + folder).size());
    return text;
  };
  EXPECT_THAT(without_command("/one"), testing::StartsWith("<"));
  EXPECT_THAT(without_command("/one"), HasSubstr("clear_stacks: before step "));
  EXPECT_EQ(without_command("/one"), without_command("/two"));
}

// Where positions are drawn, an example says how near to play its position is, and one from a game comes first.
TEST_F(RegionsVerb, AnExampleSaysItsGrade) {
  const Ended run =
      casebook({"regions", "across-suez/spi-1980", "must_attack", "--games", "4", "--positions", "40"});
  EXPECT_EQ(run.status, 30) << run.err;
  EXPECT_THAT(run.out, testing::ContainsRegex("at a position .*\\(grade 1: seen in a game\\)"));
  EXPECT_THAT(run.out, HasSubstr("play never asks for them at that position"));
  const Ended all = casebook({"regions", "across-suez/spi-1980", "night"});
  EXPECT_THAT(all.out, HasSubstr("Inputs are values. Whether play brings them together was not asked."));
}

}  // namespace
}  // namespace casebook::cli_tests
