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

/// Messages are wrapped; what they say is not.
std::string unwrapped(std::string text) {
  for (size_t at = text.find("\n    "); at != std::string::npos; at = text.find("\n    ", at))
    text.replace(at, 5, " ");
  return text;
}

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

TEST_F(Switches, that_would_bring_a_unit_are_named_where_it_is_missed) {
  std::string units = contents(game_ + "/units.json");
  const std::string east = R"({"kind": "unit", "id": "E 1",)";
  units.replace(units.find(east), 0,
                R"({"kind": "unit", "id": "E 2", "with": "night_moves", "place": "reserve", "side": "east"},
    )");
  write(game_ + "/units.json", units);
  const std::string why = "it comes with the option night-moves, which is off";
  const Ended legal = casebook({"legal", game_, "--why-not", "step(E 2, 0102)"});
  EXPECT_EQ(legal.status, 2);
  EXPECT_THAT(unwrapped(legal.err), HasSubstr("P0172: u of step: there is no unit \"E 2\": " + why));
  EXPECT_THAT(legal.err, Not(HasSubstr("did you mean")));
  const Ended ask = casebook({"ask", game_, "side(\"E 2\")"});
  EXPECT_EQ(ask.status, 2);
  EXPECT_THAT(unwrapped(ask.err), HasSubstr("P0110: there is no unit named \"E 2\": " + why));
  const Ended play = shell("\"$CASEBOOK\" play " + quoted_word(game_) + " --players human,first --seed 1",
                           "enter(E 2, 0102)\nquit\n");
  EXPECT_THAT(unwrapped(play.out + play.err), HasSubstr("there is no unit \"E 2\": " + why));
  // With the option it is there, and another name that is not is told as before.
  const Ended there = casebook({"legal", game_ + "+night-moves", "--why-not", "enter(E 2, 0102)"});
  EXPECT_EQ(there.status, 0) << there.err;
  const Ended nobody = casebook({"legal", game_, "--why-not", "step(E 3, 0102)"});
  EXPECT_THAT(nobody.err, HasSubstr("there is no unit \"E 3\""));
  EXPECT_THAT(nobody.err, Not(HasSubstr("comes with")));
  EXPECT_THAT(nobody.err, HasSubstr("did you mean \"E 1\""));

  // A position of the ruleset that has it does not go with the one that has it not.
  const std::string position = folder_.path().string() + "/p.json";
  ASSERT_EQ(casebook({"play", game_ + "+night-moves", "--seed", "1", "--record", position + ".txt"}).status,
            0);
  ASSERT_EQ(casebook({"replay", position + ".txt", "--steps", "0", "--position", position}).status, 0);
  std::string text = contents(position);
  const std::string on = "\"night-moves\": \"yes\"";
  ASSERT_NE(text.find(on), std::string::npos) << text;
  text.replace(text.find(on), on.size(), "\"night-moves\": \"no\"");
  write(position, text);
  const Ended loaded = casebook({"legal", position});
  EXPECT_EQ(loaded.status, 2);
  EXPECT_THAT(unwrapped(loaded.err), HasSubstr("there is no unit named \"E 2\": " + why));
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

// A case is what people remember of a reading; and of many switches nobody reads the list.
TEST(SwitchesOfAcrossSuez, of_a_case_are_named_where_its_number_is_typed) {
  const Ended run = casebook({"legal", "across-suez/spi-1980+4.4"});
  EXPECT_EQ(run.status, 2);
  const std::string said = unwrapped(run.err);
  EXPECT_THAT(said, HasSubstr("D0160: the rules have no option or reading \"4.4\""));
  EXPECT_THAT(said,
              HasSubstr("4.4 is a case; it has sharing=VALUE (VALUE is at-once, by-phase-end or penalised)"));
  EXPECT_THAT(said, HasSubstr("`casebook show EDITION --readings` lists all"));
  EXPECT_THAT(said, Not(HasSubstr("losses-chosen-by")));
  EXPECT_THAT(unwrapped(casebook({"legal", "across-suez/spi-1980+2.0"}).err),
              HasSubstr("2.0 is a case, which has no option and no reading"));
}

}  // namespace
}  // namespace casebook::cli_tests
