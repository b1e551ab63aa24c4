// SPDX-License-Identifier: Apache-2.0
// Options and readings on the command line and in files: names of the rules with `_`, shown with `-`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::TemporaryFolder;

/// The game of tests/verifier/cli/crossing: option night_moves, reading entry_hexes with as_printed (default)
/// and corrected.
class Switches : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy(source("tests/verifier/cli/crossing"), game_, fs::copy_options::recursive);
  }
  std::string ruleset(const std::string& switches) const {
    const Ended run = casebook({"legal", game_ + switches, "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out)["ruleset"].get<std::string>().substr(game_.size());
  }
  TemporaryFolder folder_;
  std::string game_ = folder_.path().string() + "/crossing";
};

TEST_F(Switches, are_typed_in_either_form) {
  for (const char* typed : {"+entry-hexes=corrected", "+entry_hexes=corrected"}) {
    const Ended run = casebook({"legal", game_ + typed});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("enter(E 1, 0402)")) << typed;
  }
  EXPECT_THAT(casebook({"legal", game_}).out, HasSubstr("enter(E 1, 0102)"));
}

TEST_F(Switches, have_one_form_in_ids) {
  EXPECT_EQ(ruleset("+entry_hexes=corrected"), "+entry-hexes=corrected");
  EXPECT_EQ(ruleset("+entry-hexes=corrected+night_moves"), "+night-moves+entry-hexes=corrected");
  EXPECT_EQ(ruleset("+night_moves=yes"), "+night-moves");
  EXPECT_EQ(ruleset(""), "");
  EXPECT_EQ(ruleset("+entry-hexes=as_printed+night-moves=no"), "");
}

TEST_F(Switches, that_a_file_sets_are_named_and_can_be_set_back) {
  write(game_ + "/night.json",
        R"({"format": "casebook/scenario", "version": 1, "map": "map.json", "orderOfBattle": "units.json",
            "switches": {"night-moves": true, "entry_hexes": "corrected"}})");
  EXPECT_EQ(ruleset("/night.json"), "/night.json+night-moves+entry-hexes=corrected");
  const std::string other = ruleset("/night.json+night_moves=no+entry_hexes=as_printed");
  EXPECT_EQ(other, "/night.json+night-moves=no+entry-hexes=as-printed");
  EXPECT_EQ(ruleset(other), other);
}

TEST_F(Switches, are_written_with_a_dash_in_records_and_read_in_either_form) {
  const std::string file = folder_.path().string() + "/r";
  ASSERT_EQ(casebook({"play", game_ + "+entry_hexes=corrected", "--seed", "3", "--record", file}).status, 0);
  std::string record = contents(file);
  EXPECT_THAT(record, HasSubstr("\nswitch entry-hexes corrected\n"));
  EXPECT_THAT(record, HasSubstr("\nswitch night-moves no\n"));
  EXPECT_THAT(record, Not(HasSubstr("entry_hexes")));
  const Ended replayed = casebook({"replay", file, "--position", file + ".json", "--steps", "1"});
  EXPECT_EQ(replayed.status, 0) << replayed.err;
  EXPECT_THAT(replayed.out, HasSubstr(game_ + "+entry-hexes=corrected"));
  EXPECT_THAT(contents(file + ".json"), HasSubstr("\"entry-hexes\": \"corrected\""));

  // As the rules write them, or by hand.
  record.replace(record.find("entry-hexes"), 11, "entry_hexes");
  write(file, record);
  EXPECT_EQ(casebook({"replay", file}).status, 0);
  std::string position = contents(file + ".json");
  position.replace(position.find("entry-hexes"), 11, "entry_hexes");
  write(file + ".json", position);
  const Ended legal = casebook({"legal", file + ".json"});
  EXPECT_EQ(legal.status, 0) << legal.err;
  EXPECT_THAT(legal.err, IsEmpty());
}

TEST_F(Switches, are_shown_with_a_dash) {
  const Ended text = casebook({"show", game_, "--readings"});
  EXPECT_THAT(text.out, HasSubstr("entry-hexes (2.3"));
  EXPECT_THAT(text.out, HasSubstr("as-printed"));
  EXPECT_THAT(text.out, HasSubstr("night-moves (2.1)"));
  EXPECT_THAT(text.out, Not(HasSubstr("_")));
  const json readings = json::parse(casebook({"show", game_, "--readings", "--json"}).out);
  EXPECT_EQ(readings["readings"][0]["reading"], "entry-hexes");
  EXPECT_EQ(readings["readings"][0]["values"][0]["value"], "as-printed");
  EXPECT_EQ(readings["options"][0]["option"], "night-moves");
}

TEST_F(Switches, that_are_wrong_are_told_with_the_nearest_in_that_form) {
  struct Wrong {
    std::string typed, code, expected, nearest;
  };
  for (const Wrong& wrong :
       {Wrong{"+entry_hex=corrected", "D0160", "night-moves or entry-hexes", "entry-hexes"},
        Wrong{"+entry_hexes=as_print", "D0161", "as-printed or corrected", "as-printed"},
        Wrong{"+night_moves=maybe", "D0161", "yes or no", ""}}) {
    const Ended run = casebook({"legal", game_ + wrong.typed});
    EXPECT_EQ(run.status, 2) << wrong.typed;
    EXPECT_THAT(run.err, HasSubstr("error " + wrong.code)) << wrong.typed;
    EXPECT_THAT(run.err, HasSubstr("expected " + wrong.expected)) << wrong.typed;
    if (!wrong.nearest.empty()) {
      EXPECT_THAT(run.err, HasSubstr("did you mean \"" + wrong.nearest)) << wrong.typed;
    }
  }
}

}  // namespace
}  // namespace casebook::cli_tests
