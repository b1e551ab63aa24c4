// SPDX-License-Identifier: Apache-2.0
// A variant adjusts what its parent adjusts too, and says nothing of the order: one defect, told once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

class Unordered : public testing::Test {
 protected:
  /// The variant, with an order or without.
  std::string variant(const std::string& order) const {
    const std::string path = folder_.path().string() + "/quick-bridge";
    std::filesystem::create_directories(path);
    write(path + "/variant.rules",
          "edition quick-bridge \"A quick bridge\" extends across-suez/spi-1980\n\nsame others\n\n"
          "case 16.1 \"The quick bridge\"\n  summary \"The bridge unit has twice its allowance.\"\n"
          "  adjust allowance(u) when bridge(u) then otherwise * 2" +
              order + "\n");
    return path;
  }
  static std::vector<std::string> codes(const json& document) {
    std::vector<std::string> all;
    for (const json& one : document["diagnostics"]) all.push_back(one["code"]);
    return all;
  }
  testing_support::TemporaryFolder folder_;
};

// Fourteen errors about other cases, of which none named the two lines.
TEST_F(Unordered, check_names_the_two_once_and_counts_what_follows) {
  const Ended run = casebook({"check", "--play", variant(""), "--json"});
  EXPECT_EQ(run.status, 3) << run.err;
  const json document = json::parse(run.out);
  // That by day all have what is printed is wrong of the bridge unit, in whatever order.
  ASSERT_THAT(codes(document), UnorderedElementsAre("E0610", "E0614")) << run.out;
  const size_t which = document["diagnostics"][0]["code"] == "E0614" ? 0 : 1;
  EXPECT_EQ(document["diagnostics"][1 - which]["line"], 13);
  const json& conflict = document["diagnostics"][which];
  EXPECT_THAT(conflict["file"].get<std::string>(), HasSubstr("variant.rules"));
  EXPECT_EQ(conflict["line"], 7);
  EXPECT_EQ(conflict["cases"], json({"10.0", "16.1"}));
  EXPECT_EQ(conflict["expected"], "`after 10.0` here, or `after 16.1` there");
  EXPECT_THAT(conflict["notes"][0]["file"].get<std::string>(), HasSubstr("10-night.rules"));
  EXPECT_EQ(conflict["notes"][0]["line"], 7);
  EXPECT_EQ(conflict["notes"][1]["text"],
            "at the start, allowance(Baram 4) is 12 if 10.0 adjusts first, and 14 if 16.1 does");
  EXPECT_THAT(conflict["notes"][2]["text"].get<std::string>(),
              testing::MatchesRegex("[1-9][0-9]+ claims lead to this, the first of them here, .*"));
}

TEST_F(Unordered, with_an_order_check_tells_only_what_the_variant_changes) {
  const Ended run = casebook({"check", variant(" after 10.0"), "--json"});
  for (const std::string& code : codes(json::parse(run.out))) EXPECT_EQ(code, "E0610");
  EXPECT_THAT(run.out, Not(HasSubstr("lead to this")));
}

TEST_F(Unordered, verify_shows_the_start) {
  const Ended run = casebook({"verify", variant(""), "--only", "exceptions,definitions", "--games", "4",
                              "--positions", "40", "--json"});
  EXPECT_EQ(run.status, 40) << run.err;
  const json document = json::parse(run.out);
  std::vector<json> told;
  for (const json& one : document["findings"])
    if (one["verdict"] == "REFUTED" && one.dump().find("16.1") != std::string::npos) told.push_back(one);
  ASSERT_EQ(told.size(), 1U) << run.out;
  EXPECT_EQ(told[0]["check"], "exceptions");
  EXPECT_THAT(told[0].dump(), HasSubstr("It is 12 if 10.0 adjusts first, and 14 if 16.1 does."));
  EXPECT_EQ(told[0]["witness"]["grade"], "reachable") << told[0].dump(2);
}

}  // namespace
}  // namespace casebook::cli_tests
