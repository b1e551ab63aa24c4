// SPDX-License-Identifier: Apache-2.0
// A later edition in the hands of its writer: what `show --changes` says, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::TemporaryFolder;

/// The template as the first edition, and a second one beside it.
class LaterEdition : public testing::Test {
 protected:
  void SetUp() override {
    const std::string first = folder_.path().string() + "/game/first";
    ASSERT_EQ(casebook({"new", first}).status, 0);
    path_ = folder_.path().string() + "/game/second";
    fs::create_directories(path_);
    for (const auto& entry : fs::directory_iterator(first)) {
      if (entry.path().extension() == ".json") fs::copy(entry.path(), path_ / entry.path().filename());
    }
  }
  Ended changes(const std::string& rules, std::vector<std::string> more = {}) {
    write(path_.string() + "/01.rules", "edition second \"Second\" extends first\n" + rules);
    std::vector<std::string> words{"show", path_.string(), "--changes"};
    words.insert(words.end(), more.begin(), more.end());
    return casebook(words);
  }
  TemporaryFolder folder_;
  fs::path path_;
};

constexpr const char* one_line = R"(same 1.1, 1.2, 1.3, 1.4, 2.0, 2.2, 2.3
case 5.1 restates 2.1
case 5.9 "Room" replaces 2.1: step.free
  extend step
    require 5.9 room: no x in units(mover) on to
)";

/// A claim of the parent met an option that only the child has, and nothing could say so.
TEST_F(LaterEdition, limits_and_removes_claims_of_its_parent) {
  const std::string first = folder_.path().string() + "/game/first";
  const std::string claims =
      "case 2.9 \"Steps\"\n  summary \"One hex at a time.\"\n  define speed() -> number = 1\n"
      "  claim \"one hex\"\n    expect speed() = 1\n  claim \"two twos\"\n    expect 2 * speed() = 2\n";
  write(first + "/09.rules", claims);
  const std::string fast =
      "same others\ncase 3.1 \"Fast\"\n  summary \"All are fast.\"\n  option fast \"Fast\"\n"
      "  except speed when fast then 3\n";
  ASSERT_EQ(changes(fast).status, 0);
  const Ended before = casebook({"check", path_.string() + "+fast"});
  EXPECT_EQ(before.status, 3);
  EXPECT_THAT(before.err, HasSubstr("error E0610"));
  EXPECT_THAT(before.out, HasSubstr("0 of 2 claims held"));

  const Ended run = changes(fast + "  extend claim \"one hex\" with not fast\n  remove claim \"two twos\"\n");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("  removed: claim \"two twos\" (in the parent 2.9)\n"));
  EXPECT_THAT(run.out, HasSubstr("  replaced: claim \"one hex\" (2.9, in the parent 2.9)\n"));
  const Ended after = casebook({"check", path_.string() + "+fast"});
  EXPECT_EQ(after.status, 0) << after.err;
  EXPECT_THAT(after.err, Not(HasSubstr("E0610")));
  // The parent itself keeps both.
  EXPECT_THAT(casebook({"check", first}).out, HasSubstr("2 of 2 claims held"));

  // A claim is never on and off at once.
  const Ended twice = changes(fast + "  extend claim \"one hex\" with not fast, fast\n");
  EXPECT_THAT(twice.err, HasSubstr("E0605"));
}

TEST_F(LaterEdition, shows_cases_items_and_lines_that_have_changed) {
  const Ended run = changes(one_line);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("second extends first\n"
                                 "  5.1 is the parent's 2.1\n"
                                 "  5.9 replaces the parent's 2.1\n"
                                 "  removed: requirement \"free\" of \"step\" (5.9, in the parent 2.1)\n"
                                 "  added: requirement \"room\" of \"step\" (5.9)\n"));
  EXPECT_THAT(run.out, Not(HasSubstr("new:")));
}

TEST_F(LaterEdition, says_it_in_json_too) {
  const Ended run = changes(one_line, {"--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json document = json::parse(run.out);
  const json schema = json::parse(contents(source("docs/formats/cli/show.schema.json")));
  EXPECT_THAT(testing_support::violations(document, schema), IsEmpty());
  EXPECT_EQ(document["replaces"], json::parse(R"([{"case": "5.9", "parent": "2.1"}])"));
  EXPECT_EQ(document["partsRemoved"],
            json::parse(R"([{"what": "requirement \"free\" of \"step\"", "parent": "2.1", "case": "5.9"}])"));
  EXPECT_EQ(document["partsAdded"],
            json::parse(R"([{"what": "requirement \"room\" of \"step\"", "case": "5.9"}])"));
  EXPECT_EQ(document["partsReplaced"], json::array());
  EXPECT_EQ(document["new"], json::array());
}

// The rules alone were listed, as if the pieces were the same.
TEST_F(LaterEdition, shows_data_that_have_changed) {
  const std::string same = "same others\n";
  EXPECT_THAT(changes(same).out, Not(HasSubstr(".json")));
  json units = json::parse(contents(path_.string() + "/units.json"));
  for (json& unit : units["entities"]) unit["allowance"] = 3;
  units["entities"][0]["place"] = "0101";
  write(path_.string() + "/units.json", units.dump(2) + "\n");
  const Ended run = changes(same);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out,
              HasSubstr("\n  units.json: 1 change of unit: place: N1 begins at 0101 instead of 0201\n"));
  EXPECT_THAT(run.out,
              HasSubstr("\n  units.json: 4 changes of unit: allowance: N1: allowance 3 instead of 2; "
                        "N2: allowance 3 instead of 2; S1: allowance 3 instead of 2; and 1 more\n"));
  const json document = json::parse(changes(same, {"--json"}).out);
  const json schema = json::parse(contents(source("docs/formats/cli/show.schema.json")));
  EXPECT_THAT(testing_support::violations(document, schema), IsEmpty());
  ASSERT_EQ(document["data"].size(), 2U);
  EXPECT_EQ(document["data"][0]["changes"].size() + document["data"][1]["changes"].size(), 5U);
}

// 2.3 stands in the sequence of play as well: to drop it would leave it played.
TEST_F(LaterEdition, may_not_drop_what_goes_on_being_played) {
  const Ended run = changes("same 1.1, 1.2, 1.3, 1.4, 2.0, 2.1, 2.2\ndrop 2.3 \"nobody wins\"\n");
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr("01.rules:3:6: error E0232"));
}

TEST_F(LaterEdition, may_not_lose_what_it_keeps) {
  const Ended run = changes(R"(same 1.1, 1.2, 1.3, 1.4, 2.1, 2.2, 2.3
case 2.0 replaces 2.0
  state mover: side = north
  procedure game
    repeat at most 20 times
      turn_of(mover)
      mover := other(mover)
    end game drawn
  procedure turn_of(by: side)
    state left(unit): points
    for all u in units(by) do left(u) := allowance(u)
    repeat
      choose by by
        step()
        end_turn() then stop
)");
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.err, HasSubstr("01.rules:2:36: error E0231"));
  EXPECT_THAT(run.err, HasSubstr("line of \"game\""));
}

// The later text has lost the page, and plays what the first edition says.
TEST_F(LaterEdition, is_silent_where_all_that_it_plays_is_borrowed) {
  const auto line_of = [&](const std::string& rules) {
    EXPECT_EQ(changes(rules).status, 0);
    const Ended run = casebook({"show", path_.string(), "--coverage", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const json document = json::parse(run.out);
    const json schema = json::parse(contents(source("docs/formats/cli/show.schema.json")));
    EXPECT_THAT(testing_support::violations(document, schema), IsEmpty());
    for (const json& one : document["coverage"]) {
      if (one["case"] == "2.1") return one;
    }
    return json();
  };
  const std::string lost = "same others\ncase 2.1\n  silent \"the page is torn\"\n";
  const json silent = line_of(lost);
  EXPECT_EQ(silent["status"], "silent");
  EXPECT_EQ(silent["why"], "the page is torn");
  EXPECT_GT(silent["carriers"], 0);
  EXPECT_THAT(casebook({"show", path_.string(), "--coverage"}).out,
              HasSubstr("\n               the page is torn\n"));
  // What it adds itself is encoded, and so is what says nothing of a gap.
  EXPECT_EQ(line_of(lost + "  extend step\n    require 2.1 late: yes\n")["status"], "encoded");
  EXPECT_EQ(line_of("same others\n")["status"], "encoded");
}

}  // namespace
}  // namespace casebook::cli_tests
