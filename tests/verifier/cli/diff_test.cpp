// SPDX-License-Identifier: Apache-2.0
// casebook diff: files compared in the game's own terms.
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
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::TemporaryFolder;

class Diff : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string& name : {first_, second_}) {
      fs::create_directories(name);
      fs::copy(source("tests/verifier/cli/crossing"), name, fs::copy_options::recursive);
    }
  }
  /// In a file of the second game.
  void replace(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = contents(second_ + "/" + file);
    const size_t place = text.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    write(second_ + "/" + file, text.replace(place, from.size(), to));
  }
  Ended diff(const std::string& file = "", const std::string& mark = "") {
    std::vector<std::string> words{"diff", first_ + file, second_ + file};
    if (!mark.empty()) words.push_back(mark);
    return casebook(words);
  }
  TemporaryFolder folder_;
  std::string at_ = folder_.path().string();
  std::string first_ = at_ + "/first/crossing", second_ = at_ + "/second/crossing";
};

TEST_F(Diff, nothing_differs_from_its_own_copy) {
  for (const char* file : {"", "/map.json", "/units.json", "/scenario.json"}) {
    const Ended run = diff(file);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "no difference\n");
  }
}

TEST_F(Diff, maps_by_hex_hexside_and_place) {
  replace("map.json", R"("0201": {"terrain": "sand", "ford": true, "provenance": {"ford": "book"}})",
          R"("0101": {"terrain": "sand"}, "0201": {"terrain": "sand"})");
  replace("map.json", R"("0102 0202 0302")", R"("0102 0202 0201")");
  replace("map.json", R"("east_gate": "0402")", R"("east_gate": "0401")");
  replace("map.json", R"("numbering": "printed",)", R"("numbering": "printed", "missing": ["0402"],)");
  const Ended run = diff("/map.json");
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(lines_of(run.out), ElementsAre("hex 0101: terrain sand instead of nothing",
                                             "hex 0201: ford nothing instead of yes", "hex 0402 is missing",
                                             "hexside 0201-0202: road yes instead of nothing",
                                             "hexside 0202-0302: road nothing instead of yes",
                                             "the place east_gate is 0401 instead of 0402"));
}

// With the rules at hand: their defaults, kinds and phrases.
TEST_F(Diff, scenarios_in_the_terms_of_their_rules) {
  const std::string road = "given road(hexside): bool = no\n";
  for (const std::string& folder : {first_, second_}) {
    const std::string file = folder + "/01-crossing.rules";
    std::string text = contents(file);
    text.replace(text.find(road), 0, "given arrival(unit) \"enters on turn\": number = 1\n  ");
    write(file, text);
  }
  replace("map.json", R"("0201": {"terrain": "sand", "ford": true, "provenance": {"ford": "book"}})",
          R"("0101": {"terrain": "sand"}, "0201": {"terrain": "sand"})");
  replace("map.json", R"("0102 0202 0302")", R"("0102 0202 0201")");
  replace("units.json", R"("place": "reserve", "side": "east")",
          R"("place": "0102", "side": "east", "arrival": 4)");
  replace("units.json", R"("place": "0101", "side": "west")", R"("place": "reserve", "side": "west")");
  replace("scenario.json", R"("orderOfBattle": "units.json")",
          R"("orderOfBattle": "units.json", "switches": {"entry_hexes": "corrected"})");
  const Ended run = diff();
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(
      lines_of(run.out),
      ElementsAre("hex 0101: sand instead of clear", "hex 0201: no ford instead of ford",
                  "hexside 0201-0202: road instead of no road", "hexside 0202-0302: no road instead of road",
                  "E 1 enters on turn 4 instead of 1", "E 1 begins at 0102 instead of in reserve",
                  "W 1 begins in reserve instead of at 0101",
                  "switch entry-hexes: corrected instead of as-printed"));
  // The rules are the same, and written down twice.
  const json document = json::parse(diff("", "--json").out);
  EXPECT_EQ(document["rules"], json::parse(R"({"items": []})"));
  EXPECT_EQ(document["differences"][4]["where"], "unit E 1");
  EXPECT_EQ(document["differences"][4]["first"], "nothing");
}

TEST_F(Diff, switches_typed_behind_an_edition_count) {
  const Ended run = casebook({"diff", first_, first_ + "+night-moves+entry_hexes=corrected"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(lines_of(run.out), ElementsAre("switch entry-hexes: corrected instead of as-printed",
                                             "switch night-moves: on instead of off"));
}

// Without rules that have their data to themselves, kinds tell two of one name apart.
TEST_F(Diff, a_name_that_two_kinds_have_keeps_its_kind) {
  replace("units.json", R"({"kind": "unit", "id": "E 1", "place": "reserve", "side": "east"})",
          R"({"kind": "leader", "id": "W 1", "rank": 1},
    {"kind": "unit", "id": "E 1", "place": "reserve", "side": "east", "with": "night-moves"})");
  replace("units.json", R"("place": "0101", "side": "west")", R"("place": "0102", "side": "west")");
  EXPECT_THAT(lines_of(diff("/units.json").out),
              ElementsAre("leader W 1 is new", "E 1 comes with night-moves instead of always",
                          "unit W 1 begins at 0102 instead of 0101"));
}

const char* const first_rules = R"(edition first "First"
case 1.0 "Pieces"
  kind side = white, black
  action pass()
  procedure game
    repeat at most 3 times
      choose by white
        pass()
    end game drawn
case 4.1 "Points"
  define points() -> number = 4
  invariant few: points() < 9 and not late()
case 4.2 "Late"
  define late() -> bool = no
)";

TEST_F(Diff, editions_say_how_their_rules_differ) {
  const auto edition = [&](const std::string& name, const std::string& text) {
    std::filesystem::create_directories(at_ + "/game/" + name);
    write(at_ + "/game/" + name + "/01.rules", text);
    return at_ + "/game/" + name;
  };
  const std::string first = edition("first", first_rules);
  const std::string second = edition("second", R"(edition second "Second" extends first
same 1.0, 4.2
case 5.1 "Points" replaces 4.1
  define points() -> number = 5
  define more() -> number = 6
  invariant few: points() < more() and not late()
)");
  const std::string other = edition("other", R"(edition other "Other" extends first
same 1.0, 4.1
case 6.1 "Late" replaces 4.2
  define late() -> bool = points() < 4
)");
  const Ended run = casebook({"diff", first, second});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_EQ(run.out, "the rules differ: 3 items; `casebook show " + second + " --changes` lists them\n");
  const Ended back = casebook({"diff", second, first});
  EXPECT_EQ(back.status, 40);
  EXPECT_EQ(back.out, "the rules differ: 3 items; `casebook show " + second + " --changes` lists them\n");
  // Neither extends the other: no other verb lists it.
  const Ended apart = casebook({"diff", second, other});
  EXPECT_EQ(apart.status, 40);
  EXPECT_THAT(lines_of(apart.out), ElementsAre("the rules differ: 4 items",
                                               "  replaced: definition \"late\" (6.1, in the first 4.2)",
                                               "  removed: definition \"more\" (in the first 5.1)",
                                               "  replaced: definition \"points\" (4.1, in the first 5.1)",
                                               "  replaced: invariant \"few\" (4.1, in the first 5.1)"));
  EXPECT_EQ(casebook({"diff", other, other}).out, "no difference\n");

  const json schema = json::parse(contents(source("docs/formats/cli/diff.schema.json")));
  const json document = json::parse(casebook({"diff", first, second, "--json"}).out);
  EXPECT_THAT(testing_support::violations(document, schema), IsEmpty()) << document;
  EXPECT_EQ(document["rules"]["listedBy"], "casebook show " + second + " --changes");
  EXPECT_EQ(document["rules"]["items"], json::parse(R"([
      {"how": "added", "what": "definition \"more\"", "second": "5.1"},
      {"how": "replaced", "what": "definition \"points\"", "first": "4.1", "second": "5.1"},
      {"how": "replaced", "what": "invariant \"few\"", "first": "4.1", "second": "5.1"}])"));
  const json unrelated = json::parse(casebook({"diff", second, other, "--json"}).out);
  EXPECT_THAT(testing_support::violations(unrelated, schema), IsEmpty()) << unrelated;
  EXPECT_FALSE(unrelated["rules"].contains("listedBy"));

  write(second + "/01.rules", "edition second \"Second\" extends first\n");
  const Ended broken = casebook({"diff", first, second});
  EXPECT_EQ(broken.status, 3);
  EXPECT_THAT(broken.err, HasSubstr("E0220"));
}

TEST_F(Diff, units_by_their_attributes_wherever_they_are_told) {
  replace("units.json", R"({"kind": "unit", "id": "E 1", "place": "reserve", "side": "east"})",
          R"({"kind": "unit", "id": "E 2", "place": "reserve", "side": "east"})");
  replace("units.json", R"("place": "0101", "side": "west")", R"("place": "0102")");
  const Ended units = diff("/units.json");
  EXPECT_EQ(units.status, 40);
  EXPECT_THAT(lines_of(units.out),
              ElementsAre("unit E 1 is missing", "unit E 2 is new", "W 1 begins at 0102 instead of 0101",
                          "W 1: side nothing instead of west"));
  // In a scenario the side may stand in the scenario file instead.
  replace("scenario.json", R"("orderOfBattle": "units.json")",
          R"("orderOfBattle": "units.json", "switches": {"entry_hexes": "corrected"},
  "attributes": [{"kind": "unit", "id": "W 1", "side": "west"}], "state": {"mover": "west"})");
  const Ended scenarios = diff();
  EXPECT_EQ(scenarios.status, 40) << scenarios.err;
  EXPECT_THAT(lines_of(scenarios.out),
              ElementsAre("unit E 1 is missing", "unit E 2 is new", "W 1 begins at 0102 instead of 0101",
                          "switch entry-hexes: corrected instead of as-printed",
                          "state mover: west instead of nothing"));
}

TEST_F(Diff, json_is_as_published) {
  replace("map.json", R"("east_gate": "0402")", R"("east_gate": "0401")");
  const json schema = json::parse(contents(source("docs/formats/cli/diff.schema.json")));
  for (const char* file : {"", "/map.json", "/units.json"}) {
    const json document = json::parse(diff(file, "--json").out);
    EXPECT_THAT(testing_support::violations(document, schema), IsEmpty()) << document;
  }
  const json differences = json::parse(diff("/map.json", "--json").out)["differences"];
  EXPECT_EQ(differences,
            json::parse(R"([{"where": "place east_gate", "what": "", "first": "0402", "second": "0401",
                                         "text": "the place east_gate is 0401 instead of 0402"}])"));
}

TEST_F(Diff, files_of_two_formats_are_refused) {
  const Ended run = casebook({"diff", first_ + "/map.json", first_ + "/units.json"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("C0117"));
  EXPECT_THAT(run.err, HasSubstr("expected two of one format"));
  const Ended cases = casebook({"diff", first_ + "/cases.json", first_ + "/cases.json"});
  EXPECT_EQ(cases.status, 2);
  EXPECT_THAT(cases.err, HasSubstr("C0117"));
  EXPECT_EQ(casebook({"diff", first_, at_ + "/frist"}).status, 2);
  EXPECT_EQ(casebook({"diff", first_ + "/map.json"}).status, 1);
}

}  // namespace
}  // namespace casebook::cli_tests
